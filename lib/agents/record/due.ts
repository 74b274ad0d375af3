import { type Expression, type RawBuilder, sql } from "kysely"
import type { ClientBase } from "pg"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"

type Client = Pick<ClientBase, "query">

type RoundKey = { contract: string; tf: number; roundId: number }

/** Stored or removed rows of the index. */
type ChangedRows = {
  /** Rows of any table: agents whose wallet a row names are marked. */
  rows: readonly object[]
  /** Tokens of markets whose resolution may have changed. */
  markets: readonly string[]
  /** Rounds with another bet, start or end, which may change their payouts. */
  rounds: readonly RoundKey[]
  /** Schedules whose parties may have changed. */
  schedules: readonly number[]
  /** Rows that change prices; times are Unix seconds. */
  prices: readonly { id: number; time: number }[]
}

const MINUTE = 60

/** Marks the agents whose track records these rows may change; they are computed later. */
export async function markRecordsDue(client: Client, changed: ChangedRows): Promise<void> {
  const { rows, markets, rounds, schedules, prices } = changed
  if (rows.length === 0) return
  const [first, ...others] = prices
  const least = others.reduce((a, b) => (b.id < (a?.id ?? 0) ? b : a), first)
  await insertDue(
    {
      ...{ wallets: collectAddresses(rows), markets, schedules },
      contracts: rounds.map(({ contract }) => contract),
      tfs: rounds.map(({ tf }) => tf),
      rounds: rounds.map(({ roundId }) => roundId),
      price: least?.id,
      minute: least && least.time - (least.time % MINUTE),
    },
    client,
  )
}

const ADDRESS_LENGTH = 42

/** Every address in the rows, including contracts and tokens; only agents are marked. */
function collectAddresses(rows: readonly object[]): string[] {
  const addresses = new Set<string>()
  for (const row of rows) {
    for (const value of Object.values(row)) {
      if (typeof value === "string" && value.length === ADDRESS_LENGTH) addresses.add(value)
    }
  }
  return [...addresses]
}

const insertDue = statement(
  {
    wallets: "text[]",
    markets: "text[]",
    contracts: "text[]",
    tfs: "integer[]",
    rounds: "integer[]",
    schedules: "integer[]",
    price: "bigint?",
    minute: "integer?",
  },
  ({ wallets, markets, contracts, tfs, rounds, schedules, price, minute }) => {
    const named = db.selectNoFrom(sql<string>`unnest(${wallets})`.as("wallet"))
    const concerned = named
      .union(selectShareholders(markets))
      .union(selectBettors(sql`unnest(${contracts}, ${tfs}, ${rounds})`))
      .union(selectParties(schedules, "creator"))
      .union(selectParties(schedules, "beneficiary"))
    const all = price && minute ? concerned.union(selectPriced(price, minute)) : concerned
    return insertMarks(
      selectAgents().where("wallet", "in", db.selectFrom(all.as("each")).select("each.wallet")),
    )
  },
)

/** Wallets that bought shares of these markets, or ordered a sale. */
function selectShareholders(markets: Expression<unknown>) {
  const buyers = db
    .selectFrom("share_trade")
    .select("buyer as wallet")
    .where(({ ref }) => sql<boolean>`${ref("token")} = any(${markets})`)
  const traders = db
    .selectFrom("order_event")
    .select(({ ref }) => sql<string>`coalesce(${ref("buyer")}, ${ref("seller")})`.as("wallet"))
    .where(({ ref }) => sql<boolean>`${ref("token")} = any(${markets})`)
  return buyers.union(traders)
}

const selectBettors = (keys: RawBuilder<{ contract: string; tf: number; round_id: number }>) =>
  db
    .selectFrom("updown_bet as b")
    .innerJoin(keys.as<"given">(sql`given (contract, tf, round_id)`), (join) =>
      join
        .onRef("given.contract", "=", "b.contract")
        .onRef("given.tf", "=", "b.tf")
        .onRef("given.round_id", "=", "b.round_id"),
    )
    .select("b.wallet")

function selectParties(schedules: Expression<unknown>, party: "creator" | "beneficiary") {
  const partyOf = (table: "vesting_reading" | "vesting_schedule") =>
    db
      .selectFrom(table)
      .select(`${party} as wallet`)
      .where(({ ref }) => sql<boolean>`${ref("vesting_id")} = any(${schedules})`)
  return partyOf("vesting_reading").union(partyOf("vesting_schedule"))
}

/**
 * Wallets with transfers in or after the minute of a price: what moved without USDB may be valued at it. Rows come in
 * the order of the chain for the most part, so these are few.
 */
function selectPriced(price: Expression<string>, minute: Expression<number>) {
  const before = db
    .selectFrom("tx")
    .select("tx.id")
    .where("tx.id", "<=", price)
    .where(({ ref }) => sql<boolean>`${ref("tx.time")} < to_timestamp(${minute})`)
    .orderBy("tx.id", "desc")
    .limit(sql.lit(1))
  const transfers = db
    .selectFrom("transfer")
    .where(({ ref }) => sql<boolean>`${ref("id")} > coalesce((${before}), 0)`)
  return transfers.select("to as wallet").union(transfers.select("from as wallet"))
}

/** Writers lock rows in one order. */
const selectAgents = () => db.selectFrom("agent").select("wallet").orderBy("wallet")

const insertMarks = (wallets: ReturnType<typeof selectAgents>) =>
  db
    .insertInto("agent_record_due")
    .columns(["wallet"])
    .expression(wallets)
    .onConflict((conflict) =>
      conflict.column("wallet").doUpdateSet(({ ref }) => ({ mark: ref("excluded.mark") })),
    )

/** Marks every agent. */
export async function markAllRecordsDue(client: Client): Promise<void> {
  await insertAll({}, client)
}

const insertAll = statement({}, () => insertMarks(selectAgents()))
