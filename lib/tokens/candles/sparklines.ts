import { sql } from "kysely"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { double } from "@/lib/db/codecs"
import { statement } from "@/lib/db/statement"
import { computeBucketEnd } from "./queries"

/** Most points of a sparkline. */
const MAX_POINTS = 49

/** USD prices by token address, oldest first; empty for a token without prices. */
export type Sparklines = ReadonlyMap<string, readonly number[]>

/** USD prices of the last day: the price in TIDE times the USD price of TIDE. */
export async function findUsdSparklines(tokens: readonly string[]): Promise<Sparklines> {
  const { mainToken } = getDeployment()
  const quotePrices = await findSparklines([...new Set([...tokens, mainToken])])
  const mainPrices = quotePrices.get(mainToken) ?? []
  return new Map(
    tokens.map((token) => {
      const own = quotePrices.get(token) ?? []
      return [token, samplePrices(token === mainToken ? own : toUsd(own, mainPrices))]
    }),
  )
}

/** Both lists end now; the younger token's begins later. */
function toUsd(own: readonly number[], main: readonly number[]) {
  const shift = main.length - own.length
  return own.map((price, index) => price * (main[index + shift] ?? main[0] ?? 1))
}

/** Every n-th price counted from the newest, and the oldest. */
function samplePrices(prices: readonly number[]): readonly number[] {
  const step = Math.ceil(prices.length / MAX_POINTS)
  if (step <= 1) return prices
  const chosen = prices.filter((_, index) => (prices.length - 1 - index) % step === 0)
  const [first] = prices
  return first === undefined || (prices.length - 1) % step === 0 ? chosen : [first, ...chosen]
}

const sparklineWindows = {
  "24h": { step: 900, points: 96 },
  "7d": { step: 3_600, points: 168 },
} as const

type Close = { token: string; bucket: number; open: number; close: number }

const readCloses = statement(
  { tokens: "text[]", step: "integer", start: "integer" },
  ({ tokens, step, start }) => {
    const inWindow = db
      .selectFrom("candle")
      .select(({ ref }) => [
        "token",
        "bucket",
        double(ref("open")).as("open"),
        double(ref("close")).as("close"),
      ])
      .where(({ ref }) => sql<boolean>`${ref("token")} = any(${tokens})`)
      .where("interval_seconds", "=", step)
      .where("bucket", ">=", start)
    const before = db
      .selectFrom(sql<{ token: string }>`unnest(${tokens})`.as<"wanted">(sql`wanted (token)`))
      .innerJoinLateral(
        (from) =>
          from
            .selectFrom("candle as c")
            .select(({ ref }) => double(ref("c.close")).as("close"))
            .whereRef("c.token", "=", "wanted.token")
            .where("c.interval_seconds", "=", step)
            .where("c.bucket", "<", start)
            .orderBy("c.bucket", "desc")
            .limit(1)
            .as("last"),
        (join) => join.onTrue(),
      )
      .select([
        "wanted.token",
        sql<number>`${start} - ${step}`.as("bucket"),
        "last.close as open",
        "last.close",
      ])
    return inWindow.unionAll(before).orderBy("token").orderBy("bucket")
  },
)

/**
 * The price at the start of the window and the closing price of each step (15 minutes over 24 hours, an
 * hour over 7 days) in the quote asset per token, oldest first, gaps filled; a younger token begins with
 * its first price and has fewer. One query for all tokens.
 */
export async function findSparklines(
  tokens: readonly string[],
  window: keyof typeof sparklineWindows = "24h",
): Promise<Map<string, number[]>> {
  const { step, points } = sparklineWindows[window]
  const end = computeBucketEnd(step)
  // The step in which the window begins is there whole.
  const start = end - (points + 1) * step
  const rows = await readCloses({ tokens, step, start })
  const ofToken = (address: string) => rows.filter(({ token }) => token === address)
  return new Map(tokens.map((token) => [token, carryCloses(ofToken(token), { step, start, end })]))
}

/** Each close repeated until the next one; before the first close of a young token, its first price. */
function carryCloses(
  rows: readonly Close[],
  { step, start, end }: Record<"step" | "start" | "end", number>,
) {
  const closes = rows.flatMap(({ bucket, close }, index) => {
    const until = rows[index + 1]?.bucket ?? end
    return Array<number>(Math.max(0, (until - bucket) / step)).fill(close)
  })
  const first = rows.slice(0, 1).filter(({ bucket }) => bucket >= start)
  return [...first.map(({ open }) => open), ...closes]
}
