/** Products that an agent's wallet has used. */
export const agentProducts = [
  "tokens",
  "markets",
  "rounds",
  "loans",
  "vault",
  "vesting",
  "reef",
] as const
export type AgentProduct = (typeof agentProducts)[number]

/** The place of a loss: a transaction, a market or a price round. */
export type LossPlace = "transaction" | "market" | "round"

/** Rows behind the figures of a track record, by their names on the page. */
export const recordLists = ["trades", "purchases", "bets", "markets", "rounds", "days"] as const
export type RecordList = (typeof recordLists)[number]
