import type { ClientBase } from "pg"
import { rebuildPoints } from "@/lib/profiles/points/compute"
import { truncateIndex } from "./checkpoint"
import type { PoolSyncRow, TradeRow, TransferRow } from "./event-rows"
import { notifyIndexed, withWriteLock } from "./ingest"
import { addToCandles, fillVolumes } from "./projections/candles"
import { moveBalances } from "./projections/holders"
import { refreshLastDay } from "./projections/last-day"
import {
  addShares,
  type Fill,
  listMarkets,
  type Purchase,
  refreshResolutions,
} from "./projections/markets"
import { recreateOnchainStates } from "./projections/onchain-state"
import { type OrderKey, refreshOrders } from "./projections/orders"
import { recomputeReferrals } from "./projections/referrals"
import { addToTokens, listTokens, refreshTokens } from "./projections/tokens"
import { refreshWhitelist } from "./projections/whitelist"

const PAGE_ROWS = 20_000

type Report = (line: string) => void
type TokenAddresses = { mainToken: string; usdb: string }

/**
 * Works everything derived out again from the stored facts, in one transaction: readers see the old
 * tables until the new ones are complete, other writers wait.
 */
export async function rebuildProjections(
  client: ClientBase,
  { mainToken, usdb }: TokenAddresses,
  report: Report = () => {},
): Promise<void> {
  await withWriteLock(client, async () => {
    await clearProjections(client, mainToken)
    await listCreatedTokens(client)
    await eachPage<TradeRow>(client, TRADES, report, (rows) => addToTokens(client, rows, []))
    await eachPage<PoolSyncRow>(client, SYNCS, report, async (rows) => {
      await addToTokens(client, [], rows)
      await addToCandles(client, rows, [])
    })
    await fillVolumes(client)
    await eachPage<TransferRow>(client, TRANSFERS, report, (rows) =>
      moveBalances(client, rows, { sign: 1n, unlisted: usdb }),
    )
    await rebuildMarkets(client, report)
    const { rows } = await client.query<{ token: string; wallet: string }>(
      "select distinct token, wallet from whitelist_event",
    )
    await refreshWhitelist(client, rows)
    await recomputeReferrals(client)
    await rebuildPoints(client)
    // What no fact tells is read from the chain again, by the follower.
    await recreateOnchainStates(client)
    await refreshLastDay(client)
    report("Whitelists, referrals and points")
    await notifyIndexed(client, { block: null, head: null, tokens: await listAllTokens(client) })
  })
}

async function clearProjections(client: ClientBase, mainToken: string) {
  const orders = ["market_order", "market_order_count"]
  const markets = ["market", "market_outcome", "market_flow", ...orders, "share_holder"]
  for (const table of ["candle", "holder", "referral", "whitelist_entry", ...markets]) {
    await client.query(`delete from ${table}`)
  }
  await client.query("delete from token where address <> $1", [mainToken])
  await client.query(
    `update token set sync_id = null, reserve0 = null, reserve1 = null, first_sync_id = null,
      first_reserve1 = null, trade_count = 0, holder_count = 0, last_activity_at = null`,
  )
}

async function listCreatedTokens(client: ClientBase) {
  const { rows } = await client.query<{ token: string }>(
    "select token from token_creation order by id",
  )
  await listTokens(
    client,
    rows.map(({ token }) => token),
  )
}

/** Markets with their shares, orders and resolutions; the newest activity of their tokens comes last. */
async function rebuildMarkets(client: ClientBase, report: Report) {
  const { rows } = await client.query<{ token: string }>(
    "select token from market_creation order by id",
  )
  const markets = rows.map(({ token }) => token)
  await listMarkets(client, markets)
  await eachPage<Purchase & RowId>(client, PURCHASES, report, (purchases) =>
    addShares(client, { purchases, fills: [] }),
  )
  await eachPage<OrderChange>(client, ORDERS, report, async (events) => {
    await addShares(client, { purchases: [], fills: events.flatMap(({ fill }) => fill ?? []) })
    await refreshOrders(client, events)
  })
  await refreshResolutions(client, markets)
  await refreshTokens(client, markets)
}

type RowId = { id: number }
type OrderChange = RowId & OrderKey & { fill: Fill | null }

async function listAllTokens(client: ClientBase) {
  const { rows } = await client.query<{ address: string }>("select address from token")
  return rows.map(({ address }) => address)
}

type PageSource<R> = {
  what: string
  table: string
  columns: string
  parse: (row: Record<string, string>) => R
}

const seconds = "extract(epoch from time)::bigint::text as time"

const TRADES: PageSource<TradeRow> = {
  what: "Trades",
  table: "trade",
  columns: `id::text, ${seconds}, token, routing_leg::text as leg`,
  parse: ({ id, time, token, leg }) => ({
    ...{ id: Number(id), txId: 0, time: Number(time), token: `${token}`, user: "", type: 0 },
    ...{ amountToken: 0n, amountUsdc: 0n, price: 0n, routingLeg: leg === "true" },
  }),
}

const SYNCS: PageSource<PoolSyncRow> = {
  what: "Reserves",
  table: "pool_sync",
  columns: `id::text, ${seconds}, token, reserve0::text as r0, reserve1::text as r1`,
  parse: ({ id, time, token, r0, r1 }) => ({
    ...{ id: Number(id), txId: 0, time: Number(time), token: `${token}` },
    ...{ reserve0: BigInt(`${r0}`), reserve1: BigInt(`${r1}`) },
  }),
}

const TRANSFERS: PageSource<TransferRow> = {
  what: "Transfers",
  table: "transfer",
  columns: 'id::text, token, "from", "to", value::text',
  parse: ({ id, token, from, to, value }) => ({
    ...{ id: Number(id), txId: 0, token: `${token}`, from: `${from}`, to: `${to}` },
    value: BigInt(`${value}`),
  }),
}

const PURCHASES: PageSource<Purchase & RowId> = {
  what: "Purchases of shares",
  table: "share_trade",
  columns: `id::text, ${seconds}, token, buyer, outcome::text, shares::text, usdc::text`,
  parse: ({ id, time, token, buyer, outcome, shares, usdc }) => ({
    ...{
      id: Number(id),
      time: Number(time),
      token: `${token}`,
      buyer: `${buyer}`,
      outcome: Number(outcome),
    },
    ...{ shares: BigInt(`${shares}`), usdc: BigInt(`${usdc}`) },
  }),
}

const ORDERS: PageSource<OrderChange> = {
  what: "Orders",
  table: "order_event",
  columns: `id::text, token, order_id::text as "orderId", seller, outcome::text, buyer,
    amount::text, usdc::text`,
  parse: ({ id, token, orderId, seller, outcome, buyer, amount, usdc }) => {
    const of = { token: `${token}`, outcome: Number(outcome), seller: `${seller}` }
    // Only fills have a buyer.
    const fill =
      buyer && amount && usdc ? { ...of, buyer, amount: BigInt(amount), usdc: BigInt(usdc) } : null
    return { id: Number(id), token: of.token, orderId: Number(orderId), fill }
  },
}

async function eachPage<R extends { id: number }>(
  client: ClientBase,
  { what, table, columns, parse }: PageSource<R>,
  report: Report,
  work: (rows: R[]) => Promise<void>,
) {
  const counted = await client.query<{ total: number }>(
    `select count(*)::int as total from ${table}`,
  )
  const total = counted.rows[0]?.total ?? 0
  let [done, after] = [0, -1]
  while (done < total) {
    const { rows } = await client.query<Record<string, string>>(
      `select ${columns} from ${table} where id > $1 order by id limit ${PAGE_ROWS}`,
      [after],
    )
    const parsed = rows.map(parse)
    const last = parsed.at(-1)
    if (!last) break
    await work(parsed)
    done += parsed.length
    after = last.id
    report(`${what}: ${done} of ${total}`)
  }
}

/** Drops the facts as well; the follower, which begins at the first block again, brings them back. */
export async function dropEvents(client: ClientBase): Promise<void> {
  await withWriteLock(client, async () => {
    await truncateIndex(client)
    await notifyIndexed(client, { block: null, head: null, tokens: [] })
  })
}
