/** What the panels around a token's launch know of it. */
export type PanelToken = {
  address: string
  symbol: string
  /** The creator's wallet, in lower case. */
  dev: string
  multiplier: number
}
