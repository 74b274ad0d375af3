import { z } from "zod"
import { topicList } from "./topics"

export const streamQuery = z.object({
  topics: topicList,
  after: z
    .string()
    .optional()
    .describe("id of the last event received; the header Last-Event-ID wins"),
})

export type StreamQuery = z.output<typeof streamQuery>

/** The events of the stream as text. */
export const streamText = z
  .string()
  .meta({
    examples: ['retry: 2000\nevent: ready\nid: 41\ndata: {"cursor":"41"}\n\n'],
  })
  .describe(
    [
      "server-sent events: `ready` first, with the cursor from which the stream goes on, then rows as their lists have",
      "them, by the name of the event: `trade` (Trade), `candle` (Candle), `liquidity` (MarketLiquidity), `marketEvent`",
      "(MarketEvent), `market` (TokenSummary), `order` (Order), `loanEvent` (LoanEvent), `vaultEvent` (VaultEvent),",
      "`vestingEvent` (VestingEvent), `round` (UpDownRound), `post` (ReefPost), `block` ({number, hash, timestamp}); and",
      "`reorg` ({fromBlock, removedIds: {trade: [id, …], …}}), after which the rows of the new branch follow. A row that",
      "changes is sent again. A comment comes every 15 s.",
    ].join(" "),
  )
