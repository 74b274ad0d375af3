import { type Expression, sql } from "kysely"
import { createPromiseCache, getOrCompute } from "@/lib/async/promise-cache"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { type Placeholders, statement } from "@/lib/db/statement"
import { DAY_MS, findPriceAt } from "./history-queries"
import { growthPercent, type SharePricePoint } from "./price-history"

/** Days of the two periods that the yield is shown for. */
export const yieldPeriods = [7, 30] as const

/** The investments of a period and their effect on the share price. */
export type YieldOfPeriod = {
  days: number
  injections: number
  /** USDB spent, and TIDE bought with it. */
  usdb: bigint
  tide: bigint
  /** Growth of the share price in percent with 18 decimals, and since when: the vault may be younger. */
  growth: bigint
  since: Date
  until: Date
}

const readInjections = statement({ from: "timestamptz" }, ({ from }) =>
  db
    .selectFrom("yield_injection")
    .select(({ fn }) => [
      fn.countAll<string>().as("injections"),
      fn.sum<string | null>("usdc").as("usdb"),
      fn.sum<string | null>("tide").as("tide"),
    ])
    .where(({ ref }) => sql<boolean>`${ref("time")} > ${from}`),
)

/** The yield of the last days up to `now`, the present share price; null before the first wrap. */
export async function findYield(days: number, now: SharePricePoint): Promise<YieldOfPeriod | null> {
  const from = new Date(+now.time - days * DAY_MS)
  const [[row], before] = await Promise.all([readInjections({ from }), findPriceAt(from, now)])
  if (!before) return null
  return {
    days,
    injections: Number(row?.injections ?? 0),
    usdb: BigInt(row?.usdb ?? 0),
    tide: BigInt(row?.tide ?? 0),
    growth: growthPercent(before.price, now.price),
    since: before.time,
    until: now.time,
  }
}

/** USDB that reached the vault in a period: taxes by the token whose trades and loans paid them, or gifts. */
export type YieldSource = {
  kind: "tax" | "gift"
  /** Null for gifts, and for taxes of which the index does not know the token. */
  token: { address: string; symbol: string; isMarket: boolean } | null
  usdb: bigint
  payments: number
}

/** The newest payments that are looked at. Each trade makes one. */
const MAX_PAYMENTS = 50_000

const inBlockOf = (id: Expression<string>, txId: Expression<string>) => {
  const size = sql.lit(ROWS_PER_BLOCK)
  return sql<boolean>`${id} >= ${txId} / ${size} * ${size} and ${id} < (${txId} / ${size} + 1) * ${size}`
}

/** Taxes and gifts, newest first. Payments of loans and proceeds of unwrapped TIDE only pass through the vault. */
const newestPayments = ({ vault, usdb, taxes, passing }: Placeholders<typeof ofPayments>) =>
  db
    .selectFrom("transfer as t")
    .select(({ ref }) => [
      ...(["t.id", "t.tx_id", "t.value"] as const),
      sql<boolean>`${ref("t.from")} = ${taxes}`.as("is_tax"),
    ])
    .where("t.to", "=", vault)
    .where("t.token", "=", usdb)
    .where(({ ref }) => sql<boolean>`${ref("t.from")} <> all(${passing})`)
    .where(({ ref, or, not, exists, selectFrom }) =>
      or([
        sql<boolean>`${ref("t.from")} = ${taxes}`,
        not(
          exists(
            selectFrom("loan_event as l")
              .select("l.id")
              .whereRef("l.tx_id", "=", "t.tx_id")
              .where((loan) => inBlockOf(loan.ref("l.id"), loan.ref("t.tx_id")))
              .where("l.source", "=", sql.lit("vault" as const)),
          ),
        ),
      ]),
    )
    .orderBy("t.to", "desc")
    .orderBy("t.id", "desc")
    .limit(sql.lit(MAX_PAYMENTS))

const ofPayments = { vault: "text", usdb: "text", taxes: "text", passing: "text[]" } as const

/** The token of the last trade before the payment in its transaction, else that of shares, an order or a loan. */
const readSources = statement({ ...ofPayments, from: "timestamptz" }, (placeholders) =>
  db
    .with(
      (cte) => cte("paid").materialized(),
      () => newestPayments(placeholders),
    )
    .with("source", (eb) =>
      eb
        .selectFrom("paid as p")
        .innerJoin("tx", "tx.id", "p.tx_id")
        .leftJoinLateral(
          (from) =>
            from
              .selectFrom("trade as o")
              .select("o.token")
              .whereRef("o.tx_id", "=", "p.tx_id")
              .whereRef("o.id", "<", "p.id")
              .where(({ ref }) => inBlockOf(ref("o.id"), ref("p.tx_id")))
              .where(({ not }) => not("o.routing_leg"))
              .orderBy("o.id", "desc")
              .limit(sql.lit(1))
              .as("traded"),
          (join) => join.onTrue(),
        )
        .leftJoinLateral(
          (from) =>
            from
              .selectFrom(
                from
                  .selectFrom("share_trade as o")
                  .select(["o.id", "o.token"])
                  .whereRef("o.tx_id", "=", "p.tx_id")
                  .where(({ ref }) => inBlockOf(ref("o.id"), ref("p.tx_id")))
                  .unionAll(
                    from
                      .selectFrom("order_event as o")
                      .select(["o.id", "o.token"])
                      .whereRef("o.tx_id", "=", "p.tx_id")
                      .where(({ ref }) => inBlockOf(ref("o.id"), ref("p.tx_id"))),
                  )
                  .unionAll(
                    from
                      .selectFrom("loan_event as o")
                      .select(["o.id", "o.token"])
                      .whereRef("o.tx_id", "=", "p.tx_id")
                      .where(({ ref }) => inBlockOf(ref("o.id"), ref("p.tx_id"))),
                  )
                  .as("o"),
              )
              .select("o.token")
              .orderBy("o.id")
              .limit(sql.lit(1))
              .as("other"),
          (join) => join.onTrue(),
        )
        .select(({ ref }) => [
          "p.is_tax",
          "p.value",
          sql<string | null>`case when ${ref("p.is_tax")}
            then coalesce(${ref("traded.token")}, ${ref("other.token")}) end`.as("token"),
        ])
        .where(({ ref }) => sql<boolean>`${ref("tx.time")} > ${placeholders.from}`),
    )
    .selectFrom("source as s")
    .leftJoin("token as t", "t.address", "s.token")
    .select(({ fn, ref }) => [
      ...(["s.is_tax as isTax", "t.address", "t.symbol", "t.is_prediction as isMarket"] as const),
      fn.countAll<string>().as("payments"),
      sql<string>`sum(${ref("s.value")})::text`.as("usdb"),
    ])
    .groupBy(["s.is_tax", "t.address", "t.symbol", "t.is_prediction"])
    .orderBy(({ ref }) => sql`sum(${ref("s.value")})`, "desc"),
)

async function readYieldSources(days: number, now: Date): Promise<YieldSource[]> {
  const { staking: vault, usdb, taxes, loanHub, mainToken, swap } = getDeployment()
  const rows = await readSources({
    ...{ vault, usdb, taxes, passing: [loanHub, mainToken, swap] },
    from: new Date(+now - days * DAY_MS),
  })
  return rows.map(({ isTax, address, symbol, isMarket, payments, usdb: sum }) => ({
    kind: isTax ? "tax" : "gift",
    token: address && symbol ? { address, symbol, isMarket: isMarket ?? false } : null,
    usdb: BigInt(sum),
    payments: Number(payments),
  }))
}

/** Looking at the payments takes long on a busy chain. */
const SOURCES_MAX_AGE_MS = 30_000

const sources = createPromiseCache<YieldSource[]>(4)

/** The sources of the last days' yield, the largest first; at most half a minute old. */
export const findYieldSources = (days: number, now: Date): Promise<YieldSource[]> =>
  getOrCompute(sources, `${days}`, SOURCES_MAX_AGE_MS, () => readYieldSources(days, now)).value
