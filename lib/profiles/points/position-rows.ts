import { type Expression, type SqlBool, sql } from "kysely"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { unixSeconds } from "@/lib/db/codecs"
import { statement } from "@/lib/db/statement"
import type { ChangedRows } from "@/lib/events/observers"
import {
  type Client,
  type DueWallet,
  dueParameters,
  insertDue,
  markWalletsDue,
  toDate,
  toDayNumber,
  toDueInput,
  todayUtc,
} from "./due"
import { DAY_SECONDS } from "./formula"
import {
  computePositions,
  type DayRate,
  type PositionChange,
  type PositionPoints,
} from "./positions"

/** Days with finished positions, of each due wallet. */
export async function readPositionPoints(
  client: Client,
  due: readonly DueWallet[],
): Promise<Map<string, PositionPoints[]>> {
  const changes = await readChanges(due, client)
  if (changes.size === 0) return new Map()
  const to = Math.floor(Date.now() / 1_000 / DAY_SECONDS)
  const rateOf = await readRates({ from: findFirstDay(changes, due), to }, client)
  return new Map(
    due.map(({ wallet, day: from }) => [
      wallet,
      computePositions(changes.get(wallet) ?? [], { from, to, rateOf }),
    ]),
  )
}

/** Base points for positions of the current UTC day so far, with 18 decimals. */
export async function findPositionsToday(wallet: string): Promise<bigint> {
  const now = Math.floor(Date.now() / 1_000)
  const from = toDay(now)
  const changes = (await readChanges([{ wallet, day: from }])).get(wallet)
  if (!changes) return 0n
  const rateOf = await readRates({ from, to: from + 1 })
  return computePositions(changes, { from, to: from + 1, now, rateOf })[0]?.positions ?? 0n
}

const findFirstDay = (changes: Map<string, PositionChange[]>, due: readonly DueWallet[]) =>
  Math.min(
    ...due.flatMap(({ wallet, day }) => {
      const first = changes.get(wallet)?.[0]
      return first ? [Math.max(day, Math.floor(first.time / DAY_SECONDS))] : []
    }),
  )

/** The change of liquid or locked shares by a vault event. */
const amountIf = (condition: Expression<SqlBool>, amount: Expression<string | null>) =>
  sql<string>`case when ${condition} then ${amount} else 0 end`

/** Shares that a wallet wrapped, unwrapped, locked and unlocked, and lost by a liquidation. */
const selectShareChanges = statement(dueParameters, ({ wallets }) =>
  db
    .selectFrom("vault_event as e")
    .select(({ ref, eb }) => {
      const locked = sql`${amountIf(eb("e.action", "=", "lock"), ref("e.amount"))}
        - ${amountIf(eb("e.action", "=", "unlock"), ref("e.amount"))}`
      return [
        "e.wallet",
        unixSeconds(ref("e.time")).as("time"),
        sql<string>`(${amountIf(eb("e.action", "=", "wrap"), ref("e.amount_out"))}
          - ${amountIf(eb("e.action", "=", "unwrap"), ref("e.amount"))} - (${locked}))::text`.as(
          "liquid",
        ),
        sql<string>`(${locked})::text`.as("locked"),
        sql<string>`'0'`.as("loans"),
      ]
    })
    .where(({ ref }) => sql<boolean>`${ref("e.wallet")} = any(${wallets})`)
    .unionAll(
      db
        .selectFrom("loan_event as e")
        .select(({ ref }) => [
          "e.wallet",
          unixSeconds(ref("e.time")).as("time"),
          sql<string>`'0'`.as("liquid"),
          sql<string>`(-(${ref("e.data")} ->> 'burned')::numeric)::text`.as("locked"),
          sql<string>`'0'`.as("loans"),
        ])
        .where(({ ref }) => sql<boolean>`${ref("e.wallet")} = any(${wallets})`)
        .where("e.source", "=", sql.lit("vault"))
        .where("e.action", "=", sql.lit("liquidation_claimed")),
    ),
)

/**
 * Each event of an active loan holds until the next one of the loan, whosever that is. Of a loan whose newest reading is
 * missing the present state holds since the event.
 */
const selectLoanSpans = statement(dueParameters, ({ wallets }) =>
  db
    .selectFrom("loan_event as e")
    .leftJoinLateral(
      ({ selectFrom, ref }) =>
        selectFrom("loan_event as later")
          .select("later.time")
          .where("later.borrower", "=", ref("e.borrower"))
          .where("later.loan_id", "=", ref("e.loan_id"))
          .where("later.id", ">", ref("e.id"))
          .orderBy("later.id")
          .limit(sql.lit(1))
          .as("next"),
      (join) => join.onTrue(),
    )
    .leftJoin("loan as l", (join) =>
      join
        .onRef("l.borrower", "=", "e.borrower")
        .onRef("l.loan_id", "=", "e.loan_id")
        .on("next.time", "is", null),
    )
    .select(({ ref }) => [
      "e.wallet",
      unixSeconds(ref("e.time")).as("time"),
      unixSeconds(ref("next.time")).as("until"),
      sql<string>`coalesce(${ref("e.borrowed_amount")}, ${ref("l.borrowed_amount")})`.as(
        "borrowed",
      ),
    ])
    .where(({ ref }) => sql<boolean>`${ref("e.wallet")} = any(${wallets})`)
    .where(({ ref }) => sql<boolean>`coalesce(${ref("e.active")}, ${ref("l.active")})`),
)

async function readChanges(due: readonly DueWallet[], client?: Client) {
  const input = toDueInput(due)
  const changes = new Map<string, PositionChange[]>()
  const add = (wallet: string, change: PositionChange) => {
    const ofWallet = changes.get(wallet)
    if (ofWallet) ofWallet.push(change)
    else changes.set(wallet, [change])
  }
  for (const { wallet, time, liquid, locked } of await selectShareChanges(input, client))
    add(wallet, { time, liquid: BigInt(liquid), locked: BigInt(locked), loans: 0n })
  for (const { wallet, time, until, borrowed } of await selectLoanSpans(input, client)) {
    const loans = BigInt(borrowed)
    add(wallet, { time, liquid: 0n, locked: 0n, loans })
    if (until !== null) add(wallet, { time: until, liquid: 0n, locked: 0n, loans: -loans })
  }
  for (const each of changes.values()) each.sort((a, b) => a.time - b.time)
  return changes
}

/** For each day, the last Sync of TIDE and any wallet's last wrap or unwrap until its end. */
const selectRates = statement(
  { mainToken: "text", from: "integer", to: "integer" },
  ({ mainToken, from, to }) =>
    db
      .selectFrom(
        sql<{ day: number }>`generate_series(${from}, ${to} - 1)`.as<"days">(sql`days (day)`),
      )
      .leftJoinLateral(
        ({ selectFrom, ref }) =>
          selectFrom("candle as c")
            .innerJoin("pool_sync as s", "s.id", "c.close_id")
            .select(["s.reserve0", "s.reserve1"])
            .where("c.token", "=", mainToken)
            .where("c.interval_seconds", "=", sql.lit(DAY_SECONDS))
            .where("c.bucket", "<=", sql<number>`${ref("days.day")} * ${sql.lit(DAY_SECONDS)}`)
            .orderBy("c.bucket", "desc")
            .limit(sql.lit(1))
            .as("close"),
        (join) => join.onTrue(),
      )
      .leftJoinLateral(
        ({ selectFrom, ref }) =>
          selectFrom("vault_event as v")
            .select(["v.action", "v.amount", "v.amount_out"])
            .where(({ ref: column }) => sql<boolean>`${column("v.action")} in ('wrap', 'unwrap')`)
            .where(
              "v.time",
              "<",
              sql<Date>`${toDate(sql<number>`${ref("days.day")} + 1`)} at time zone 'UTC'`,
            )
            .orderBy("v.time", "desc")
            .orderBy("v.id", "desc")
            .limit(sql.lit(1))
            .as("wrap"),
        (join) => join.onTrue(),
      )
      .select(["days.day", "close.reserve0", "close.reserve1"])
      .select(["wrap.action", "wrap.amount", "wrap.amount_out"]),
)

async function readRates({ from, to }: { from: number; to: number }, client?: Client) {
  const rates = new Map<number, DayRate>()
  if (from >= to) return (day: number) => rates.get(day)
  const { mainToken } = getDeployment()
  for (const row of await selectRates({ mainToken, from, to }, client)) {
    const [amount, out] = [BigInt(row.amount ?? 0), BigInt(row.amount_out ?? 0)]
    const [tide, shares] = row.action === "wrap" ? [amount, out] : [out, amount]
    const reserves = { reserve0: BigInt(row.reserve0 ?? 0), reserve1: BigInt(row.reserve1 ?? 0) }
    rates.set(row.day, { ...reserves, tide, shares })
  }
  return (day: number) => rates.get(day)
}

const selectCountedDay = statement({}, () =>
  db
    .selectFrom("positions_day as p")
    .select(({ ref }) => [
      toDayNumber(ref("p.day")).as("day"),
      sql<boolean>`${ref("p.day")} < ${todayUtc}`.as("isPast"),
    ]),
)

/** Wallets that ever had something in the vault or a loan, from a day on. */
const insertHolders = statement({ day: "integer" }, ({ day }) =>
  insertDue(
    db
      .selectFrom("list_count as c")
      .select(["c.wallet", toDate(day).as("day")])
      .where(({ eb }) => eb("c.list", "in", [sql.lit("vault_events"), sql.lit("loan_events")]))
      .groupBy("c.wallet")
      .orderBy("c.wallet"),
  ),
)

const setCountedDay = statement({}, () =>
  db
    .insertInto("positions_day")
    .columns(["id", "day"])
    .expression(db.selectNoFrom([sql.lit(1).as("id"), todayUtc.as("day")]))
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet(({ ref }) => ({ day: ref("excluded.day") })),
    ),
)

/** Marks the wallets with positions as due from the first day that is over and not counted. */
export async function markPositionsDue(client: Client): Promise<void> {
  const [counted] = await selectCountedDay({}, client)
  if (counted && !counted.isPast) return
  await insertHolders({ day: counted?.day ?? 0 }, client)
  await setCountedDay({}, client)
}

type PositionRows = Pick<ChangedRows, "vaultEvent" | "loanEvent" | "poolSync">

const toDay = (time: number) => Math.floor(time / DAY_SECONDS)

/**
 * Marks the wallets of these rows as due, and every wallet with positions where a value of a day that is over has
 * changed.
 */
export async function markPositionRowsDue(client: Client, rows: PositionRows): Promise<void> {
  const { vaultEvent, loanEvent, poolSync } = rows
  const holders = vaultEvent.map(({ wallet, time }) => ({ wallet, day: toDay(time) }))
  if (holders.length > 0) await markWalletsDue(client, holders)
  if (loanEvent.length > 0) await insertBorrowers(toBorrowers(loanEvent), client)
  const { mainToken } = getDeployment()
  const priced = [
    ...poolSync.filter(({ token }) => token === mainToken),
    ...vaultEvent.filter(({ action }) => action === "wrap" || action === "unwrap"),
  ]
  const today = toDay(Date.now() / 1_000)
  const first = priced.reduce((least, { time }) => Math.min(least, toDay(time)), today)
  if (first < today) await moveCountedDay({ day: first }, client)
}

const toBorrowers = (rows: PositionRows["loanEvent"]) => ({
  wallets: rows.map(({ wallet }) => wallet),
  borrowers: rows.map(({ borrower }) => borrower),
  loans: rows.map(({ loanId }) => loanId),
  days: rows.map(({ time }) => toDay(time)),
})

/** The wallets of these loan events, and those of other events of the same loans. */
const insertBorrowers = statement(
  { wallets: "text[]", borrowers: "text[]", loans: "integer[]", days: "integer[]" },
  ({ wallets, borrowers, loans, days }) => {
    const rows = sql<{ wallet: string; borrower: string; loan: number; day: number }>`
      unnest(${wallets}, ${borrowers}, ${loans}, ${days})`.as<"given">(
      sql`given (wallet, borrower, loan, day)`,
    )
    const borrowing = db
      .selectFrom(rows)
      .select(["given.wallet", "given.day"])
      .unionAll(
        db
          .selectFrom(rows)
          .innerJoin("loan_event as e", (join) =>
            join.onRef("e.borrower", "=", "given.borrower").onRef("e.loan_id", "=", "given.loan"),
          )
          .select(["e.wallet", "given.day"]),
      )
    return insertDue(
      db
        .selectFrom(borrowing.as("b"))
        .select(({ fn }) => ["b.wallet", toDate(fn.min("b.day")).as("day")])
        .groupBy("b.wallet")
        .orderBy("b.wallet"),
    )
  },
)

const moveCountedDay = statement({ day: "integer" }, ({ day }) =>
  db
    .updateTable("positions_day")
    .set({ day: toDate(day) })
    .where("day", ">", toDate(day)),
)
