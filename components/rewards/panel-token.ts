/** The token as the panels of its launch need it. */
export type PanelToken = {
  address: string
  symbol: string
  /** The creator's wallet, in lower case. */
  dev: string
  multiplier: number
}
