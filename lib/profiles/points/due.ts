import { type AliasedExpression, type Expression, type RawBuilder, type SqlBool, sql } from "kysely"
import type { ClientBase } from "pg"
import { type Connection, db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { orderKinds } from "@/lib/markets/constants"
import { WAD } from "@/lib/units"
import { POINT_RULES } from "./formula"

export type Client = Pick<ClientBase, "query">

/** A wallet, and the day (counted from 1970-01-01) from which its points are computed. */
export type DueWallet = { wallet: string; day: number }

export const dueParameters = { wallets: "text[]", days: "integer[]" } as const

export const toDueInput = (due: readonly DueWallet[]) => ({
  wallets: due.map(({ wallet }) => wallet),
  days: due.map(({ day }) => day),
})

/** Days from 1970-01-01 to a date, and back. */
export const toDayNumber = <T extends Date | null>(
  day: Expression<T>,
): RawBuilder<number | Extract<T, null>> => sql`(${day} - date '1970-01-01')`
export const toDate = (day: Expression<number>) => sql<Date>`(date '1970-01-01' + ${day})`

/** The UTC day of a time. */
export const toUtcDay = (time: Expression<Date>) => sql<Date>`(${time} at time zone 'UTC')::date`

/** The current UTC day. */
export const todayUtc = sql<Date>`(now() at time zone 'UTC')::date`

/** Stored or removed rows that may earn points; times are Unix seconds. */
export type EarningRows = {
  trades: readonly {
    id: number
    time: number
    token: string
    user: string
    type: number
    amountUsdc: bigint
    routingLeg: boolean
  }[]
  purchases: readonly SharePurchase[]
  fills: readonly SharePurchase[]
}

type SharePurchase = { id: number; time: number; token: string; buyer: string; usdc: bigint }

type Earning = { id: number; time: number; token: string; wallet: string }

const BUY = 0
const MIN_TRADE = POINT_RULES.minTradeUsd * WAD
const MIN_PREDICTION = POINT_RULES.minPredictionUsd * WAD

/** Whether an order event is a fill. */
export const isFill = <R extends { kind: number; buyer: string | null; usdc: bigint | null }>(
  row: R,
): row is R & { buyer: string; usdc: bigint } =>
  row.kind === orderKinds.filled && row.buyer !== null && row.usdc !== null

type StoredEarning = { id: string; time: Date; token: string; wallet: string; usd: string }

/** The tables with rows that earn points. */
export type EarningTable = "trade" | "share_trade" | "order_event"

/** The rows of a table that are large enough to earn points: buys without the legs of routes, and filled orders. */
export function selectEarnings(table: EarningTable): AliasedExpression<StoredEarning, "r"> {
  if (table === "trade") {
    return db
      .selectFrom("trade")
      .select(["id", "time", "token", "user as wallet", "amount_usdc as usd"])
      .where("type", "=", sql.lit(BUY))
      .where("routing_leg", "=", sql.lit(false))
      .where("amount_usdc", ">=", sql.lit(`${MIN_TRADE}`))
      .as("r")
  }
  const columns = ["id", "time", "token", "buyer as wallet", "usdc as usd"] as const
  if (table === "share_trade") {
    return db
      .selectFrom("share_trade")
      .select(columns)
      .where("usdc", ">=", sql.lit(`${MIN_PREDICTION}`))
      .as("r")
  }
  return db
    .selectFrom("order_event")
    .select(columns)
    .where("kind", "=", sql.lit(orderKinds.filled))
    .where("usdc", ">=", sql.lit(`${MIN_PREDICTION}`))
    .$narrowType<{ wallet: string; usd: string }>()
    .as("r")
}

/**
 * Marks the wallets of these rows, and the tokens whose first buyers they may change, as due in one statement. Their
 * points are computed later.
 */
export async function markEarnersDue(client: Client, rows: EarningRows): Promise<void> {
  const earnings = toEarnings(rows)
  if (earnings.length === 0) return
  const wallets = keepEarliest(earnings, ({ wallet, time }) => [wallet, time])
  const tokens = keepEarliest(earnings, ({ token, id }) => [token, id])
  const input = {
    wallets: [...wallets.keys()],
    times: [...wallets.values()],
    tokens: [...tokens.keys()],
    ids: [...tokens.values()],
  }
  await insertEarners(input, client)
}

function toEarnings({ trades, purchases, fills }: EarningRows): Earning[] {
  const earnings: Earning[] = []
  for (const { id, time, token, user, type, amountUsdc, routingLeg } of trades) {
    if (type !== BUY || routingLeg || amountUsdc < MIN_TRADE) continue
    earnings.push({ id, time, token, wallet: user })
  }
  for (const rows of [purchases, fills]) {
    for (const { id, time, token, buyer, usdc } of rows) {
      if (usdc >= MIN_PREDICTION) earnings.push({ id, time, token, wallet: buyer })
    }
  }
  return earnings
}

/** The smallest number of each key, sorted by key: writers lock rows in one order. */
function keepEarliest(rows: readonly Earning[], entry: (row: Earning) => [string, number]) {
  const smallest = new Map<string, number>()
  for (const row of rows) {
    const [key, value] = entry(row)
    const least = smallest.get(key)
    if (least === undefined || value < least) smallest.set(key, value)
  }
  return new Map([...smallest].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Marks wallets as due; a wallet keeps the earlier day. */
export const insertDue = (rows: Expression<{ wallet: string; day: Date }>) =>
  db
    .insertInto("points_due")
    .columns(["wallet", "day"])
    .expression(rows)
    .onConflict((conflict) =>
      conflict
        .column("wallet")
        .doUpdateSet(({ ref }) => ({ day: ref("excluded.day") }))
        .whereRef("excluded.day", "<", "points_due.day"),
    )

const insertCreations = (rows: Expression<{ token: string }>) =>
  db
    .insertInto("creation_due")
    .columns(["token"])
    .expression(rows)
    .onConflict((conflict) => conflict.doNothing())

/** Only rows at or before an existing award can change it. */
const insertEarners = statement(
  { wallets: "text[]", times: "bigint[]", tokens: "text[]", ids: "bigint[]" },
  ({ wallets, times, tokens, ids }) => {
    const bought = sql<{ token: string; id: string }>`unnest(${tokens}, ${ids})`
    const creations = db
      .selectFrom(bought.as<"given">(sql`given (token, id)`))
      .leftJoin("creation_award as award", "award.token", "given.token")
      .select("given.token")
      .where(({ or, eb, ref }) =>
        or([eb("award.id", "is", null), eb("award.id", ">=", ref("given.id"))]),
      )
    const earned = sql<{ wallet: string; time: string }>`unnest(${wallets}, ${times})`
    const earners = db
      .selectFrom(earned.as<"given">(sql`given (wallet, time)`))
      .select(({ ref }) => [
        "given.wallet",
        toUtcDay(sql<Date>`to_timestamp(${ref("given.time")})`).as("day"),
      ])
    return db
      .with("creations", () => insertCreations(creations))
      .with("earners", () => insertDue(earners))
      .selectNoFrom(sql.lit(true).as("done"))
  },
)

/** Marks wallets as due from a day on. */
export async function markWalletsDue(client: Connection, due: readonly DueWallet[]): Promise<void> {
  if (due.length > 0) await insertDueWallets(toDueInput(due), client)
}

const insertDueWallets = statement(dueParameters, ({ wallets, days }) => {
  const rows = sql<DueWallet>`unnest(${wallets}, ${days})`
  return insertDue(
    db
      .selectFrom(rows.as<"given">(sql`given (wallet, day)`))
      .select(({ fn }) => ["given.wallet", toDate(fn.min("given.day")).as("day")])
      .groupBy("given.wallet")
      .orderBy("given.wallet"),
  )
})

/**
 * Marks these wallets, for the kickback, and two layers of their referrers as due. Without wallets, all wallets of all
 * referrals.
 */
export async function markReferralsDue(client: Client, wallets?: readonly string[]): Promise<void> {
  await insertReferrals({ wallets }, client)
}

/** All wallets of a query as due from the first day on. Writers lock rows in one order. */
const fromFirstDay = (wallets: Expression<{ wallet: string }>) =>
  db
    .selectFrom(sql<{ wallet: string }>`(${wallets})`.as<"each">(sql`each`))
    .select(["each.wallet", sql<Date>`date '1970-01-01'`.as("day")])
    .orderBy("each.wallet")

const insertReferrals = statement({ wallets: "text[]?" }, ({ wallets }) => {
  const referrals = db
    .selectFrom("referral as r")
    .where(({ ref, and }) =>
      and(wallets ? [sql<SqlBool>`${ref("r.wallet")} = any(${wallets})`] : []),
    )
  return insertDue(
    fromFirstDay(
      referrals
        .select("r.wallet")
        .union(referrals.select("r.referrer as wallet"))
        .union(
          referrals
            .innerJoin("referral as above", "above.wallet", "r.referrer")
            .select("above.referrer as wallet"),
        ),
    ),
  )
})

/** Marks tokens and markets whose creators may have earned or lost an award. */
export async function markCreationsDue(client: Client, tokens: readonly string[]): Promise<void> {
  if (tokens.length > 0) await insertTokens({ tokens }, client)
}

const insertTokens = statement({ tokens: "text[]" }, ({ tokens }) =>
  insertCreations(db.selectNoFrom(sql<string>`unnest(${tokens})`.as("token"))),
)

/** Marks every wallet that may have points, and every creation. */
export async function markAllDue(client: Client): Promise<void> {
  await insertAllCreations({}, client)
  await insertAllEarners({}, client)
}

const insertAllCreations = statement({}, () =>
  insertCreations(db.selectFrom("token_creation").select("token")),
)

const insertAllEarners = statement({}, () =>
  insertDue(
    fromFirstDay(
      db
        .selectFrom(selectEarnings("trade"))
        .select("wallet")
        .union(db.selectFrom(selectEarnings("share_trade")).select("wallet"))
        .union(db.selectFrom(selectEarnings("order_event")).select("wallet"))
        .union(db.selectFrom("agent_award").select("wallet"))
        .union(db.selectFrom("updown_bet").select("wallet"))
        .union(db.selectFrom("x_post").select("wallet").where("verified", "=", true))
        .union(db.selectFrom("moltbook_post").select("wallet").where("verified", "=", true)),
    ),
  ),
)
