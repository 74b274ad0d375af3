import { sql } from "kysely"
import type { ClientBase } from "pg"
import { db, dbOn } from "@/lib/db/client"
import { anyOf } from "@/lib/db/codecs"
import { statement } from "@/lib/db/statement"
import {
  addToRows,
  bulkStatement,
  columnsOf,
  deleteEmptyRows,
  upsertSums,
} from "@/lib/events/bulk-writes"
import type { OrderEventRow, ShareTradeRow } from "@/lib/events/event-rows"
import { EARLY_OUTCOME, flowIntervals, orderKinds } from "@/lib/markets/constants"

const tokenList = { tokens: "text[]" } as const

const marketColumns = [
  "token",
  "kind",
  "is_private_event",
  "end_time",
  "options",
  "base_reserve",
  "challenge_seconds",
  "voting_seconds",
  "veto_seconds",
] as const

const insertMarkets = statement(tokenList, ({ tokens }) =>
  db
    .insertInto("market")
    .columns(marketColumns)
    .expression(
      db
        .selectFrom("market_creation")
        .select(marketColumns)
        .where("token", "=", sql<string>`any(${tokens})`),
    ),
)

const insertOutcomes = statement(tokenList, ({ tokens }) =>
  db
    .insertInto("market_outcome")
    .columns(["token", "outcome"])
    .expression(
      db
        .selectFrom("market_creation as c")
        .innerJoinLateral(
          ({ ref }) =>
            sql<{ name: string; place: number }>`jsonb_array_elements(${ref("c.options")})
              with ordinality`.as<"option">(sql`option (name, place)`),
          (join) => join.onTrue(),
        )
        .select((eb) => ["c.token", eb("option.place", "-", 1).as("outcome")])
        .where("c.token", "=", sql<string>`any(${tokens})`),
    ),
)

const markPredictions = statement(tokenList, ({ tokens }) =>
  db
    .updateTable("token as t")
    .from("market_creation as c")
    .set(({ ref }) => ({ is_prediction: true, prediction_type: ref("c.kind") }))
    .where("c.token", "=", sql<string>`any(${tokens})`)
    .whereRef("t.address", "=", "c.token"),
)

/** Lists the markets among new tokens, and marks their tokens. Run before their other rows are stored. */
export async function listMarkets(client: ClientBase, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return
  await insertMarkets({ tokens }, client)
  await insertOutcomes({ tokens }, client)
  await markPredictions({ tokens }, client)
}

/** Projections with rows of one market each. */
const marketTables = [
  "market",
  "market_outcome",
  "market_flow",
  "market_order",
  "market_order_count",
  "market_day",
  "share_holder",
] as const

/** Removes markets whose creation is gone. */
export async function unlistMarkets(client: ClientBase, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return
  for (const table of marketTables) {
    await dbOn(client).deleteFrom(table).where("token", "=", anyOf(tokens)).execute()
  }
}

export type Purchase = Pick<
  ShareTradeRow,
  "token" | "time" | "buyer" | "outcome" | "shares" | "usdc"
>
export type Fill = Pick<OrderEventRow, "token" | "outcome" | "seller"> & {
  buyer: string
  amount: bigint
  usdc: bigint
}

/** The fills among events of orders. */
export function findFills(
  events: readonly Pick<
    OrderEventRow,
    "token" | "outcome" | "seller" | "kind" | "buyer" | "amount" | "usdc"
  >[],
): Fill[] {
  return events.flatMap(({ token, outcome, seller, kind, buyer, amount, usdc }) =>
    kind === orderKinds.filled && buyer !== null && amount !== null && usdc !== null
      ? [{ token, outcome, seller, buyer, amount, usdc }]
      : [],
  )
}

/**
 * Adds purchases and fills to their markets, outcomes and holders, or takes them out with `sign` -1.
 * Sums do not mind the order.
 */
export async function addShares(
  client: ClientBase,
  { purchases, fills }: { purchases: readonly Purchase[]; fills: readonly Fill[] },
  sign: 1n | -1n = 1n,
): Promise<void> {
  if (purchases.length + fills.length === 0) return
  const markets = new SumsByKey(["token"], ["paid_in", "volume", "trade_count"])
  const outcomes = new SumsByKey(["token", "outcome"], ["paid", "shares"])
  const holders = new SumsByKey(holderKey, ["shares"])
  const flows = new SumsByKey(flowKey, ["paid"])
  for (const { token, time, buyer: wallet, outcome, shares, usdc: paid } of purchases) {
    for (const interval of flowIntervals) {
      const bucket = time - (time % interval)
      flows.add({ token, interval_seconds: interval, bucket, outcome, paid })
    }
    markets.add({ token, paid_in: paid, volume: paid, trade_count: 1n })
    outcomes.add({ token, outcome, paid, shares })
    holders.add({ token, outcome, wallet, shares })
  }
  for (const { token, outcome, seller, buyer, amount, usdc: volume } of fills) {
    markets.add({ token, volume, trade_count: 1n })
    holders.add({ token, outcome, wallet: buyer, shares: amount })
    holders.add({ token, outcome, wallet: seller, shares: -amount })
  }
  const [flowRows, holderRows] = [flows.rows(sign), holders.rows(sign)]
  await addToMarkets(client, markets.rows(sign))
  await addToOutcomes(client, outcomes.rows(sign))
  await moveShares(client, holderRows)
  await removeEmptyHolders(client, holderRows)
  await addToFlows(client, flowRows)
  await removeEmptyFlows(client, flowRows)
}

/** Sums of amounts by key, in the order of the keys so that locks are taken in one order. */
class SumsByKey<K extends string, N extends string> {
  private readonly sums = new Map<string, Record<K, string | number> & Record<N, bigint>>()

  constructor(
    private readonly keys: readonly K[],
    private readonly names: readonly N[],
  ) {}

  add(added: Record<K, string | number> & Partial<Record<N, bigint>>) {
    const key = this.keys.map((name) => added[name]).join()
    const sum = this.sums.get(key)
    if (!sum) {
      const amounts = this.names.map((name) => [name, added[name] ?? 0n])
      this.sums.set(key, { ...added, ...Object.fromEntries(amounts) })
      return
    }
    const amounts: Record<N, bigint> = sum
    for (const name of this.names) amounts[name] += added[name] ?? 0n
  }

  rows(sign: bigint) {
    const sorted = [...this.sums].sort(([a], [b]) => (a < b ? -1 : 1))
    return sorted.map(([, sum]) => {
      const signed = this.names.map((name) => [name, sum[name] * sign])
      return { ...sum, ...Object.fromEntries(signed) }
    })
  }
}

const flowKey = ["token", "interval_seconds", "bucket", "outcome"] as const
const holderKey = ["token", "outcome", "wallet"] as const

const addToMarkets = addToRows("market", ["token"], ["paid_in", "volume", "trade_count"])
const addToOutcomes = addToRows("market_outcome", ["token", "outcome"], ["paid", "shares"])
const addToFlows = upsertSums("market_flow", flowKey, ["paid"])
const removeEmptyFlows = deleteEmptyRows("market_flow", flowKey, "paid")
const moveShares = upsertSums("share_holder", holderKey, ["shares"])
const removeEmptyHolders = deleteEmptyRows("share_holder", holderKey, "shares")

/**
 * Computes the resolution of these markets from their events. EARLY resets it: only events after the last reset count.
 * A reset beside a final outcome, in the same transaction, does not.
 */
export async function refreshResolutions(client: ClientBase, tokens: readonly string[]) {
  if (tokens.length > 0) await updateResolutions({ tokens }, client)
}

const resolutionColumns = [
  ...(["round", "first_vote_at", "invalidated_at", "final_outcome", "resolved_at"] as const),
  ...(["proposed_outcome", "proposer", "proposed_at"] as const),
  ...(["disputed_outcome", "disputer", "disputed_at"] as const),
  ...(["veto_outcome", "vetoer", "vetoed_at"] as const),
]

type Step = "propose" | "dispute" | "veto" | "resolve" | "invalidate"

const updateResolutions = statement(tokenList, ({ tokens }) => {
  const touched = sql<{ token: string }>`unnest(${tokens})`
  const resets = db
    .selectFrom("market_event as e")
    .select(({ fn }) => [
      sql<number>`count(*)::int`.as("count"),
      fn.coalesce(fn.max("e.id"), sql<string>`-1`).as("last"),
    ])
    .where("e.token", "=", sql.ref<string>("touched.token"))
    .where("e.action", "=", "dispute_reset")
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom("market_event as final")
            .select("final.id")
            .where("final.token", "=", ref("e.token"))
            .where("final.action", "=", "resolve")
            .where("final.tx_id", "=", ref("e.tx_id"))
            .where("final.outcome", "<>", EARLY_OUTCOME),
        ),
      ),
    )
  const sinceReset = (action: Step | "vote") =>
    db
      .selectFrom("market_event as e")
      .where("e.token", "=", sql.ref<string>("touched.token"))
      .where("e.action", "=", sql.lit(action))
      .where("e.id", ">", sql.ref<string>("resets.last"))
  const latest = <A extends Step>(action: A) =>
    sinceReset(action)
      .select(["e.outcome", "e.wallet", "e.time"])
      .orderBy("e.id", "desc")
      .limit(1)
      .as<A>(action)
  const votes = sinceReset("vote").select(({ fn }) => fn.min<Date | null>("e.time").as("first"))
  return db
    .updateTable("market as m")
    .from((eb) =>
      eb
        .selectFrom(touched.as<"touched">(sql`touched (token)`))
        .crossJoinLateral(() => resets.as("resets"))
        .crossJoinLateral(() => votes.as("votes"))
        .leftJoinLateral(
          () => latest("propose"),
          (join) => join.onTrue(),
        )
        .leftJoinLateral(
          () => latest("dispute"),
          (join) => join.onTrue(),
        )
        .leftJoinLateral(
          () => latest("veto"),
          (join) => join.onTrue(),
        )
        .leftJoinLateral(
          () => latest("resolve"),
          (join) => join.onTrue(),
        )
        .leftJoinLateral(
          () => latest("invalidate"),
          (join) => join.onTrue(),
        )
        .select(["touched.token", "resets.count as round"])
        .select([
          "propose.outcome as proposed_outcome",
          "propose.wallet as proposer",
          "propose.time as proposed_at",
        ])
        .select([
          "dispute.outcome as disputed_outcome",
          "dispute.wallet as disputer",
          "dispute.time as disputed_at",
        ])
        .select(["veto.outcome as veto_outcome", "veto.wallet as vetoer", "veto.time as vetoed_at"])
        .select([
          "votes.first as first_vote_at",
          "resolve.outcome as final_outcome",
          "resolve.time as resolved_at",
        ])
        .select("invalidate.time as invalidated_at")
        .as("state"),
    )
    .set(columnsOf("state", resolutionColumns))
    .whereRef("m.token", "=", "state.token")
})

const raiseLastActivity = bulkStatement({ token: "text", time: "bigint" }, (rows) =>
  db
    .updateTable("token as t")
    .from(rows)
    .set(({ ref }) => ({
      last_activity_at: sql<Date>`greatest(${ref("t.last_activity_at")}, to_timestamp(${ref("given.time")}))`,
    }))
    .whereRef("t.address", "=", "given.token"),
)

/** Brings the newest activity of markets up to date with rows that have just been stored. */
export async function updateLastActivity(
  client: ClientBase,
  rows: readonly TokenActivity[],
): Promise<void> {
  const last = new Map<string, number>()
  for (const { token, time } of rows) last.set(token, Math.max(time, last.get(token) ?? 0))
  await raiseLastActivity(
    client,
    [...last].map(([token, time]) => ({ token, time })),
  )
}

export type TokenActivity = { token: string; time: number }
