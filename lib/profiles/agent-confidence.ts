/** Inputs of the confidence formula; rest-api-part-2.md, section 4.8. */
export type AgentActivity = {
  daysRegistered: number
  /** Trades, purchases of shares and bets on price rounds. */
  trades: number
  /** Distinct tokens, markets and assets of price rounds. */
  traded: number
  /** Of the markets and price rounds that were decided. */
  wins: number
  decided: number
  warnings: number
  isBanned: boolean
}

/** Agent confidence from 0 to 1, with three decimals. */
export function computeConfidence(record: AgentActivity): number {
  const { daysRegistered, trades, traded, wins, decided, warnings, isBanned } = record
  const age = Math.min(1, daysRegistered / 30)
  const activity = Math.min(1, Math.log10(1 + trades) / 3)
  const diversity = Math.min(1, traded / 20)
  const accuracy = (wins + 2) / (decided + 4)
  const conduct = isBanned ? 0 : Math.max(0, 1 - 0.25 * warnings)
  const score = 0.15 * age + 0.25 * activity + 0.2 * diversity + 0.2 * accuracy + 0.2 * conduct
  return Math.round(score * 1_000) / 1_000
}
