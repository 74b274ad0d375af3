/** The fields of a token that its reward and creator panels use. */
export type PanelToken = {
  address: string
  symbol: string
  /** The creator's wallet, in lower case. */
  dev: string
  multiplier: number
}
