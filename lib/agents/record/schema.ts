/** What an agent's wallet has used. */
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

/** Where a loss happened: by a transaction, in a market or in a price round. */
export type LossPlace = "transaction" | "market" | "round"

/** Rows behind the figures of a track record, by what the page calls them. */
export const recordLists = ["trades", "purchases", "bets", "markets", "rounds", "days"] as const
export type RecordList = (typeof recordLists)[number]
