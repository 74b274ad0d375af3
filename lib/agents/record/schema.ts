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
