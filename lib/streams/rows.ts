import type { ClientBase } from "pg"
import { z } from "zod"
import { thisSecond } from "@/lib/db/json-answer"
import { readLoanEventRows } from "@/lib/loans/queries"
import { readLiquidityRows } from "@/lib/markets/liquidity-queries"
import { readOrderRows } from "@/lib/markets/orders/queries"
import { readMarketEventRows } from "@/lib/markets/resolution-events-queries"
import { findPostRows } from "@/lib/reef/posts/queries"
import { reefPost } from "@/lib/reef/posts/schema"
import type { StreamKind } from "@/lib/stream-log/constants"
import { readCandleRows } from "@/lib/tokens/candles/queries"
import { readSummaryRows } from "@/lib/tokens/queries"
import { readTradeRows } from "@/lib/tokens/trades/queries"
import { readRoundRows } from "@/lib/updown/queries"
import { readVaultEventRows } from "@/lib/vault/queries"
import { readVestingEventRows } from "@/lib/vesting/queries"

/** Rows as their REST lists have them: JSON text by key. A row that is not there any more is missing. */
type ReadRows = (keys: readonly string[], client: ClientBase) => Promise<Map<string, string>>

const byId =
  (read: (input: { ids: readonly string[] }, client: ClientBase) => Promise<Map<string, string>>) =>
  (ids: readonly string[], client: ClientBase) =>
    read({ ids }, client)

const split = (keys: readonly string[]) => keys.map((key) => key.split(":"))
const textsOf = (parts: readonly string[][], at: number) => parts.map((part) => part[at] ?? "")
const numbersOf = (parts: readonly string[][], at: number) => textsOf(parts, at).map(Number)

/** Rows that are read in the snapshot of the events. */
export const chainRows: ReadonlyMap<StreamKind, ReadRows> = new Map<StreamKind, ReadRows>([
  ["trade", byId(readTradeRows)],
  ["liquidity", byId(readLiquidityRows)],
  ["marketEvent", byId(readMarketEventRows)],
  ["loanEvent", byId(readLoanEventRows)],
  ["vaultEvent", byId(readVaultEventRows)],
  ["vestingEvent", byId(readVestingEventRows)],
  [
    "candle",
    (keys, client) => {
      const parts = split(keys)
      const [steps, buckets] = [numbersOf(parts, 1), numbersOf(parts, 2)]
      return readCandleRows({ tokens: textsOf(parts, 0), steps, buckets }, client)
    },
  ],
  [
    "order",
    (keys, client) => {
      const parts = split(keys)
      return readOrderRows({ tokens: textsOf(parts, 0), orderIds: numbersOf(parts, 1) }, client)
    },
  ],
  [
    "round",
    (keys, client) => {
      const parts = split(keys)
      const [tfs, roundIds] = [numbersOf(parts, 1), numbersOf(parts, 2)]
      return readRoundRows({ contracts: textsOf(parts, 0), tfs, roundIds }, client)
    },
  ],
  ["market", (keys, client) => readSummaryRows({ addresses: keys, now: thisSecond() }, client)],
])

/** Posts are not the chain's; their authors are read from several tables, after the snapshot. */
export async function readPostTexts(ids: readonly string[]): Promise<Map<string, string>> {
  const posts = await findPostRows(ids)
  return new Map([...posts].map(([id, post]) => [id, JSON.stringify(z.encode(reefPost, post))]))
}
