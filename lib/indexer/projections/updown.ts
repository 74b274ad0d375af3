import { type Expression, sql } from "kysely"
import type { ClientBase } from "pg"
import { db } from "@/lib/db/client"
import { bulkStatement, columnsOf } from "@/lib/events/bulk-writes"
import type { PositionState } from "@/lib/updown/constants"

export type RoundKey = { contract: string; tf: number; roundId: number }

const roundKey = { contract: "text", tf: "smallint", roundId: "integer" } as const

type Facts = "updown_start" | "updown_bet" | "updown_end" | "updown_claim"

/** The rows of a table that belong to a round, as `f`. */
const factsOf = <T extends Facts>(table: T, alias: "given" | "r") => {
  const key = (column: string) => sql.ref(`${alias}.${column}`)
  return db
    .selectFrom(`${table as "updown_bet"} as f`)
    .where("f.contract", "=", key("contract") as Expression<string>)
    .where("f.tf", "=", key("tf") as Expression<number>)
    .where("f.round_id", "=", key(alias === "given" ? "roundId" : "round_id") as Expression<number>)
}

const startColumns = ["start_time", "end_time", "start_price", "seed_bonus"] as const

/** The start of a round, from its event if it is stored, else from any of its rows. */
const startOfRound = () => {
  const startsOf = (table: "updown_start" | "updown_bet" | "updown_end", order: number) =>
    factsOf(table, "given")
      .select(startColumns.map((column) => `f.${column}` as const))
      .select(sql.lit(order).as("place"))
      .orderBy("f.id")
      .limit(sql.lit(1))
  return sql<
    Record<"start_time" | "end_time", Date> & Record<"start_price" | "seed_bonus", string>
  >`(
    (${startsOf("updown_start", 1)}) union all (${startsOf("updown_bet", 2)})
    union all (${startsOf("updown_end", 3)}) order by place limit 1
  )`.as<"started">(sql`started`)
}

const removeUnknownRounds = bulkStatement(roundKey, (rows) => {
  const hasFacts = (table: Facts) => sql<boolean>`exists (${factsOf(table, "r").select("f.id")})`
  return db
    .deleteFrom("updown_round as r")
    .using(rows)
    .whereRef("r.contract", "=", "given.contract")
    .whereRef("r.tf", "=", "given.tf")
    .whereRef("r.round_id", "=", "given.roundId")
    .where(
      sql<boolean>`not (${hasFacts("updown_start")} or ${hasFacts("updown_bet")}
        or ${hasFacts("updown_end")})`,
    )
})

const roundColumns = [
  ...startColumns,
  ...(["outcome", "settled_at", "settler", "end_price", "end_price_round_id"] as const),
  "seed_paid",
  ...(["bet_count", "bull_bettors", "bear_bettors", "bull_pool", "bear_pool"] as const),
  ...(["shares_bull", "shares_bear", "won_count", "refunded_count", "paid_out"] as const),
] as const

const upsertRounds = bulkStatement(roundKey, (rows) => {
  const ended = db
    .selectFrom("updown_end as f")
    .selectAll("f")
    .where("f.contract", "=", sql.ref<string>("given.contract"))
    .where("f.tf", "=", sql.ref<number>("given.tf"))
    .where("f.round_id", "=", sql.ref<number>("given.roundId"))
    .orderBy("f.id", "desc")
    .limit(sql.lit(1))
  const bets = factsOf("updown_bet", "given").select(({ ref }) => {
    const sumOf = (column: "amount" | "shares", side: number) =>
      sql<string>`coalesce(sum(${ref(`f.${column}`)}) filter (where side = ${sql.lit(side)}), 0)`
    const bettorsOf = (side: number) =>
      sql<number>`count(distinct wallet) filter (where side = ${sql.lit(side)})`
    return [
      sql<number>`count(*)`.as("bet_count"),
      bettorsOf(1).as("bull_bettors"),
      bettorsOf(2).as("bear_bettors"),
      sumOf("amount", 1).as("bull_pool"),
      sumOf("amount", 2).as("bear_pool"),
      sumOf("shares", 1).as("shares_bull"),
      sumOf("shares", 2).as("shares_bear"),
    ]
  })
  const claims = factsOf("updown_claim", "given").select([
    sql<number>`count(*) filter (where not is_refund)`.as("won_count"),
    sql<number>`count(*) filter (where is_refund)`.as("refunded_count"),
    sql<string>`coalesce(sum(payout), 0)`.as("paid_out"),
  ])
  return db
    .insertInto("updown_round")
    .columns(["contract", "tf", "round_id", ...roundColumns])
    .expression(
      db
        .selectFrom(rows)
        .crossJoinLateral(startOfRound())
        .leftJoinLateral(
          () => ended.as("ended"),
          (join) => join.onTrue(),
        )
        .crossJoinLateral(() => bets.as("bets"))
        .crossJoinLateral(() => claims.as("claims"))
        .select(["given.contract", "given.tf", "given.roundId"])
        .select(startColumns.map((column) => `started.${column}` as const))
        .select(({ fn }) => [
          fn.coalesce("ended.outcome", sql.lit(0)).as("outcome"),
          "ended.time as settled_at",
          ...(["ended.settler", "ended.end_price", "ended.end_price_round_id"] as const),
          fn.coalesce("ended.seed_paid", sql.lit("0")).as("seed_paid"),
        ])
        .select(["bets.bet_count", "bets.bull_bettors", "bets.bear_bettors"])
        .select(["bets.bull_pool", "bets.bear_pool", "bets.shares_bull", "bets.shares_bear"])
        .select(["claims.won_count", "claims.refunded_count", "claims.paid_out"]),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["contract", "tf", "round_id"])
        .doUpdateSet(columnsOf("excluded", roundColumns)),
    )
})

const positionKey = { ...roundKey, wallet: "text" } as const

const removeEmptyPositions = bulkStatement(positionKey, (rows) =>
  db
    .deleteFrom("updown_position as p")
    .using(rows)
    .whereRef("p.wallet", "=", "given.wallet")
    .whereRef("p.contract", "=", "given.contract")
    .whereRef("p.tf", "=", "given.tf")
    .whereRef("p.round_id", "=", "given.roundId")
    .where(
      sql<boolean>`not exists (${factsOf("updown_bet", "given")
        .select("f.id")
        .whereRef("f.wallet", "=", sql.ref("given.wallet"))})`,
    ),
)

const positionColumns = [
  ...(["side", "bet_count", "stake", "shares", "bet_id", "placed_at", "outcome"] as const),
  ...(["payout", "claimed_at", "state"] as const),
] as const

const upsertPositions = bulkStatement(positionKey, (rows) => {
  const isOfWallet = sql<boolean>`f.wallet = given.wallet`
  const bets = factsOf("updown_bet", "given")
    .select([
      sql<number>`min(side)`.as("side"),
      sql<number>`count(*)`.as("bet_count"),
      sql<string>`sum(amount)`.as("stake"),
      sql<string>`sum(shares)`.as("shares"),
      sql<string>`min(id)`.as("bet_id"),
      sql<Date>`min(time)`.as("placed_at"),
    ])
    .where(isOfWallet)
  const claim = factsOf("updown_claim", "given")
    .select(["payout", "time"] as never)
    .where(isOfWallet)
    .orderBy("f.id")
    .limit(sql.lit(1))
    .$castTo<{ payout: string; time: Date }>()
  const state = sql<PositionState>`case when r.outcome = 0 then 'active'
    when claim.time is null and r.outcome in (bets.side, 3) then 'claimable' else 'closed' end`
  return db
    .insertInto("updown_position")
    .columns(["wallet", "contract", "tf", "round_id", ...positionColumns])
    .expression(
      db
        .selectFrom(rows)
        .innerJoin("updown_round as r", (join) =>
          join
            .onRef("r.contract", "=", "given.contract")
            .onRef("r.tf", "=", "given.tf")
            .onRef("r.round_id", "=", "given.roundId"),
        )
        .crossJoinLateral(() => bets.as("bets"))
        .leftJoinLateral(
          () => claim.as("claim"),
          (join) => join.onTrue(),
        )
        .select(["given.wallet", "given.contract", "given.tf", "given.roundId"])
        .select(["bets.side", "bets.bet_count", "bets.stake", "bets.shares", "bets.bet_id"])
        .select(["bets.placed_at", "r.outcome", "claim.payout", "claim.time as claimed_at"])
        .select(state.as("state"))
        .where("bets.bet_count", ">", sql.lit(0)),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["wallet", "contract", "tf", "round_id"])
        .doUpdateSet(columnsOf("excluded", positionColumns)),
    )
})

const selectBettors = bulkStatement(roundKey, (rows) =>
  db
    .selectFrom(rows)
    .innerJoin("updown_bet as b", (join) =>
      join
        .onRef("b.contract", "=", "given.contract")
        .onRef("b.tf", "=", "given.tf")
        .onRef("b.round_id", "=", "given.roundId"),
    )
    .select(["given.contract", "given.tf", "given.roundId", "b.wallet"])
    .distinct(),
)

type WalletRow = RoundKey & { wallet: string }

/** New or removed rows; of wallets: bets and claims. */
export type UpdownRows = {
  updownStart: readonly RoundKey[]
  updownBet: readonly WalletRow[]
  updownEnd: readonly RoundKey[]
  updownClaim: readonly WalletRow[]
}

/** The contracts that emitted these rows. */
export const listUpdownContracts = ({
  updownStart,
  updownBet,
  updownEnd,
  updownClaim,
}: UpdownRows) =>
  [...updownStart, ...updownBet, ...updownEnd, ...updownClaim].map(({ contract }) => contract)

/** Computes the rounds and positions of these rows from all rows: it does not matter in which order those came. */
export async function refreshUpdown(client: ClientBase, rows: UpdownRows): Promise<void> {
  const { updownStart, updownBet, updownEnd, updownClaim } = rows
  const rounds = distinct([...updownStart, ...updownBet, ...updownEnd, ...updownClaim], toRoundKey)
  if (rounds.length === 0) return
  await removeUnknownRounds(client, rounds)
  await upsertRounds(client, rounds)
  // The end of a round changes the positions of all its bettors.
  const bettors = await selectBettors(client, distinct(updownEnd, toRoundKey))
  const positions = distinct([...updownBet, ...updownClaim, ...bettors], toPositionKey)
  await removeEmptyPositions(client, positions)
  await upsertPositions(client, positions)
}

const toRoundKey = ({ contract, tf, roundId }: RoundKey): RoundKey => ({ contract, tf, roundId })
const toPositionKey = ({ wallet, ...round }: WalletRow): WalletRow => ({
  ...toRoundKey(round),
  wallet,
})

/** Each key once, sorted: writers lock rows in one order. */
function distinct<R extends RoundKey, K extends RoundKey>(
  rows: readonly R[],
  toKey: (row: R) => K,
) {
  const keys = new Map(rows.map(toKey).map((key) => [Object.values(key).join(), key]))
  return [...keys].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key)
}
