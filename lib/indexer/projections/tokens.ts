import { type Expression, sql } from "kysely"
import type { ClientBase } from "pg"
import { db, dbOn } from "@/lib/db/client"
import { MAX_ID } from "@/lib/db/row-ids"
import { statement } from "@/lib/db/statement"
import { addToRows, bulkStatement, columnsOf } from "@/lib/events/bulk-writes"
import type { PoolSyncRow, TradeRow } from "@/lib/events/event-rows"
import { storeSkeletons } from "@/lib/tokens/names/skeleton-store"

const tokenList = { tokens: "text[]" } as const

const insertProjects = statement(tokenList, ({ tokens }) => {
  const created = sql<{ address: string; place: string }>`unnest(${tokens}) with ordinality`
  return db
    .insertInto("project")
    .columns(["address"])
    .expression(
      db
        .selectFrom(created.as<"created">(sql`created (address, place)`))
        .select("created.address")
        .where(({ not, exists, selectFrom, ref }) =>
          not(
            exists(
              selectFrom("project as p")
                .select("p.id")
                .where("p.address", "=", ref("created.address")),
            ),
          ),
        )
        .orderBy("created.place"),
    )
})

const detailColumns = ["name", "symbol", "multiplier", "base_reserve0", "base_reserve1"] as const
const tokenColumns = [
  "address",
  "project_id",
  "dev",
  "created_at",
  "created_block",
  ...detailColumns,
] as const

const insertTokens = statement(tokenList, ({ tokens }) =>
  db
    .insertInto("token")
    .columns(tokenColumns)
    .expression(
      db
        .selectFrom("token_creation as c")
        .innerJoin("tx", "tx.id", "c.tx_id")
        .innerJoin("project as p", "p.address", "c.token")
        .select(["c.token", "p.id", "c.creator", "tx.time", "tx.block_number"])
        .select(detailColumns.map((column) => `c.${column}` as const))
        .where("c.token", "=", sql<string>`any(${tokens})`),
    ),
)

/** Lists new tokens. A known project keeps its id; a new one gets the next. */
export async function listTokens(client: ClientBase, tokens: readonly string[]) {
  if (tokens.length === 0) return
  await insertProjects({ tokens }, client)
  await insertTokens({ tokens }, client)
  await storeSkeletons(client, tokens)
}

export type MainToken = {
  address: string
  name: string
  symbol: string
  dev: string
  multiplier: number
  baseReserve0: bigint
  baseReserve1: bigint
  block: number
  time: number
}

/** Lists the main token, which no factory announces: the first project. */
export async function listMainToken(client: ClientBase, main: MainToken): Promise<void> {
  await insertProjects({ tokens: [main.address] }, client)
  const queries = dbOn(client)
  const project = await queries
    .selectFrom("project")
    .select("id")
    .where("address", "=", main.address)
    .executeTakeFirstOrThrow()
  const details = {
    name: main.name,
    symbol: main.symbol,
    dev: main.dev,
    multiplier: main.multiplier,
    base_reserve0: main.baseReserve0,
    base_reserve1: main.baseReserve1,
    created_at: new Date(main.time * 1000),
    created_block: main.block,
  }
  await queries
    .insertInto("token")
    .values({ address: main.address, project_id: project.id, ...details })
    .onConflict((conflict) => conflict.column("address").doUpdateSet(details))
    .execute()
  await storeSkeletons(client, [main.address])
}

/** The listed tokens among the addresses, or all without any. Uses the request pool without a client. */
export async function findListedTokens(client?: ClientBase, among?: Iterable<string>) {
  const rows = await readListedTokens({ among: among && [...among] }, client)
  return rows.map(({ address }) => address)
}

const readListedTokens = statement({ among: "text[]?" }, ({ among }) =>
  db
    .selectFrom("token")
    .select("address")
    .where((eb) => eb.and(among ? [eb("address", "=", eb.fn.any(among))] : [])),
)

const addTotals = bulkStatement(
  {
    ...{ token: "text", trades: "integer", lastTrade: "bigint" },
    ...{ syncId: "bigint", reserve0: "numeric", reserve1: "numeric" },
    ...{ firstId: "bigint", firstReserve1: "numeric" },
  },
  (rows) =>
    db
      .updateTable("token as t")
      .from(rows)
      .set((eb) => {
        const { ref, fn } = eb
        const isNewer = eb("given.syncId", ">", fn.coalesce("t.sync_id", sql<string>`-1`))
        const isOlder = eb("given.firstId", "<", fn.coalesce("t.first_sync_id", sql.lit(MAX_ID)))
        return {
          trade_count: eb("t.trade_count", "+", ref("given.trades")),
          last_activity_at: fn<Date | null>("greatest", [
            "t.last_activity_at",
            fn("to_timestamp", ["given.lastTrade"]),
          ]),
          sync_id: fn<string | null>("greatest", ["t.sync_id", "given.syncId"]),
          reserve0: eb
            .case()
            .when(isNewer)
            .then(ref("given.reserve0"))
            .else(ref("t.reserve0"))
            .end(),
          reserve1: eb
            .case()
            .when(isNewer)
            .then(ref("given.reserve1"))
            .else(ref("t.reserve1"))
            .end(),
          first_sync_id: fn<string | null>("least", ["t.first_sync_id", "given.firstId"]),
          first_reserve1: eb
            .case()
            .when(isOlder)
            .then(ref("given.firstReserve1"))
            .else(ref("t.first_reserve1"))
            .end(),
        }
      })
      .whereRef("t.address", "=", "given.token"),
)

/** Adds new rows to the counters of their tokens. */
export async function addToTokens(
  client: ClientBase,
  trades: readonly CountedTrade[],
  syncs: readonly CountedSync[],
): Promise<void> {
  await addTotals(client, sumTotals(trades, syncs))
}

type CountedTrade = Pick<TradeRow, "token" | "time" | "routingLeg">
type CountedSync = Pick<PoolSyncRow, "id" | "token" | "reserve0" | "reserve1">

type TokenTotals = {
  token: string
  trades: number
  lastTrade: number | null
  syncId: number | null
  reserve0: bigint | null
  reserve1: bigint | null
  firstId: number | null
  firstReserve1: bigint | null
}

const emptyTotals = {
  trades: 0,
  lastTrade: null,
  syncId: null,
  reserve0: null,
  reserve1: null,
  firstId: null,
  firstReserve1: null,
}

function sumTotals(trades: readonly CountedTrade[], syncs: readonly CountedSync[]): TokenTotals[] {
  const byToken = new Map<string, TokenTotals>()
  const of = (token: string) => {
    const existing = byToken.get(token)
    if (existing) return existing
    const fresh = { token, ...emptyTotals }
    byToken.set(token, fresh)
    return fresh
  }
  for (const { token, time, routingLeg } of trades) {
    const totals = of(token)
    if (!routingLeg) totals.trades++
    if (time > (totals.lastTrade ?? -1)) totals.lastTrade = time
  }
  for (const { id, token, reserve0, reserve1 } of syncs) {
    const totals = of(token)
    if (id > (totals.syncId ?? -1)) Object.assign(totals, { syncId: id, reserve0, reserve1 })
    if (totals.firstId === null || id < totals.firstId) {
      Object.assign(totals, { firstId: id, firstReserve1: reserve1 })
    }
  }
  return [...byToken.values()]
}

/** The newest row of a token in one of the tables, the last by id. */
const newestTime = (
  table: "share_trade" | "order_event" | "market_event",
  token: Expression<string>,
) =>
  db
    .selectFrom(`${table as "share_trade"} as e`)
    .select("e.time")
    .where("e.token", "=", token)
    .orderBy("e.id", "desc")
    .limit(1)

const syncColumns = ["sync_id", "reserve0", "reserve1", "first_sync_id", "first_reserve1"] as const

const updateTotals = statement(tokenList, ({ tokens }) => {
  const touched = sql<{ address: string }>`unnest(${tokens})`
  const address = sql.ref<string>("touched.address")
  // By type, because the index of a token's trades begins with it.
  const newestTrades = db
    .selectFrom(sql<{ type: number }>`unnest('{0,1,2,3}'::smallint[])`.as<"kind">(sql`kind (type)`))
    .crossJoinLateral(({ selectFrom, ref }) =>
      selectFrom("trade as d")
        .select("d.time")
        .where("d.token", "=", address)
        .where("d.type", "=", ref("kind.type"))
        .orderBy("d.id", "desc")
        .limit(1)
        .as("newest"),
    )
    .select(({ fn }) => fn.max<Date | null>("newest.time").as("time"))
  const sync = (order: "asc" | "desc") =>
    db
      .selectFrom("pool_sync as s")
      .select(["s.id", "s.reserve0", "s.reserve1"])
      .where("s.token", "=", address)
      .orderBy("s.id", order)
      .limit(1)
  return db
    .updateTable("token as t")
    .from((eb) =>
      eb
        .selectFrom(touched.as<"touched">(sql`touched (address)`))
        .leftJoinLateral(
          () => sync("desc").as("latest"),
          (join) => join.onTrue(),
        )
        .leftJoinLateral(
          () => sync("asc").as("first"),
          (join) => join.onTrue(),
        )
        .select(["touched.address", "latest.id as sync_id", "latest.reserve0", "latest.reserve1"])
        .select(["first.id as first_sync_id", "first.reserve1 as first_reserve1"])
        .select(({ fn }) =>
          fn<Date | null>("greatest", [
            newestTrades,
            newestTime("share_trade", address),
            newestTime("order_event", address),
            newestTime("market_event", address),
          ]).as("last_activity_at"),
        )
        .as("state"),
    )
    .set(columnsOf("state", ["last_activity_at", ...syncColumns]))
    .whereRef("t.address", "=", "state.address")
})

/** Reads everything but the numbers of trades and holders again, which are changed by addition. */
export async function refreshTokens(client: ClientBase, tokens: readonly string[]) {
  if (tokens.length > 0) await updateTotals({ tokens }, client)
}

const updateCounts = statement(tokenList, ({ tokens }) =>
  db
    .updateTable("token as t")
    .set(({ selectFrom, ref }) => ({
      trade_count: selectFrom("trade as d")
        .select(sql<number>`count(*)`.as("trades"))
        .where("d.token", "=", ref("t.address"))
        .where("d.routing_leg", "=", false),
      holder_count: selectFrom("holder as h")
        .select(sql<number>`count(*)`.as("holders"))
        .where("h.token", "=", ref("t.address"))
        .where("h.balance", ">", "0"),
      holder_supply: selectFrom("holder as h")
        .select(({ ref: of }) => sql<string>`coalesce(sum(${of("h.balance")}), 0)`.as("supply"))
        .where("h.token", "=", ref("t.address"))
        .where("h.balance", ">", "0"),
    }))
    .where("t.address", "=", sql<string>`any(${tokens})`),
)

/** Reads everything again. For tokens that have just been listed: they have few rows, mostly none. */
export async function recountTokens(client: ClientBase, tokens: readonly string[]) {
  if (tokens.length === 0) return
  await refreshTokens(client, tokens)
  await updateCounts({ tokens }, client)
}

const addToTradeCounts = addToRows("token", ["address"], ["trade_count"])

/** Subtracts removed trades from the counters; `refreshTokens` does the rest. */
export async function subtractTrades(
  client: ClientBase,
  trades: readonly Pick<TradeRow, "token" | "routingLeg">[],
) {
  const counts = new Map<string, number>()
  for (const { token, routingLeg } of trades) {
    if (!routingLeg) counts.set(token, (counts.get(token) ?? 0) - 1)
  }
  await addToTradeCounts(
    client,
    [...counts].map(([address, trade_count]) => ({ address, trade_count })),
  )
}
