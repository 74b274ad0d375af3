import type { ClientBase } from "pg"
import { getDeployment } from "@/lib/chain/deployment"
import { dbOn } from "@/lib/db/client"
import { EVERYTHING, touchTopics } from "@/lib/db/topic-versions"
import { withWriteLock } from "@/lib/db/write-lock"
import {
  type EventRow,
  type EventTable,
  type eventTableNames,
  tableNameOf,
} from "@/lib/events/event-rows"
import { tellObservers } from "@/lib/events/observers"
import { logChange } from "@/lib/stream-log/change"
import { skipTold } from "@/lib/stream-log/log"
import { truncateIndex } from "./checkpoint"
import { type IndexCursor, readCursor } from "./cursor"
import { readEventRows } from "./event-reads"
import { refreshAgents } from "./projections/agents"
import { addToCandles, fillVolumes } from "./projections/candles"
import { moveBalances } from "./projections/holders"
import { refreshLastDay } from "./projections/last-day"
import { refreshLoans } from "./projections/loans"
import { addShares, findFills, listMarkets, refreshResolutions } from "./projections/markets"
import { recreateOnchainStates } from "./projections/onchain-state"
import { refreshOrders } from "./projections/orders"
import { recomputeReferrals } from "./projections/referrals"
import { addToTokens, findListedTokens, listTokens, refreshTokens } from "./projections/tokens"
import { refreshUpdown, type UpdownRows } from "./projections/updown"
import { addToVault, refreshVaultPrices } from "./projections/vault"
import { refreshSchedules } from "./projections/vesting"
import { refreshWhitelist } from "./projections/whitelist"
import { removeRows } from "./remove-rows"

const PAGE_ROWS = 20_000

type Report = (line: string) => void
type TokenAddresses = { mainToken: string; usdb: string; staking: string }

/**
 * Computes all projections again from the raw tables, in one transaction: readers see the old tables until it commits,
 * other writers wait.
 */
export async function rebuildProjections(
  client: ClientBase,
  { mainToken, ...unlisted }: TokenAddresses,
  report: Report = () => {},
): Promise<void> {
  await withWriteLock(client, async () => {
    const queries = dbOn(client)
    const eachPage = pagesOf(client, report)
    await clearProjections(client, mainToken)
    const created = await queries
      .selectFrom("token_creation")
      .select("token")
      .orderBy("id")
      .execute()
    await listTokens(
      client,
      created.map(({ token }) => token),
    )
    await eachPage("Trades", "trade", ["id", "time", "token", "routingLeg"], (rows) =>
      addToTokens(client, rows, []),
    )
    const syncColumns = ["id", "time", "token", "reserve0", "reserve1"] as const
    await eachPage("Reserves", "poolSync", syncColumns, async (rows) => {
      await addToTokens(client, [], rows)
      await addToCandles(client, rows, [])
    })
    await fillVolumes(client)
    await eachPage(
      "Transfers",
      "transfer",
      ["id", "token", "from", "to", "value"],
      async (rows) => {
        await moveBalances(client, rows, { sign: 1n, unlisted })
        await addToVault(client, { transfer: rows, vaultEvent: [], loanEvent: [] }, unlisted)
      },
    )
    await rebuildLoans(client, eachPage, unlisted)
    await rebuildMarkets(client, eachPage)
    await rebuildUpdown(client, eachPage)
    await eachPage("Agents", "agentEvent", ["id", "agentId", "wallet"], (rows) =>
      refreshAgents(client, rows),
    )
    const entries = await queries
      .selectFrom("whitelist_event")
      .select(["token", "wallet"])
      .distinct()
      .execute()
    await refreshWhitelist(client, entries)
    await recomputeReferrals(client)
    await tellObservers((observer) => observer.indexRebuilt(client))
    // The follower reads on-chain state again.
    await recreateOnchainStates(client)
    await refreshLastDay(client)
    report("Whitelists, referrals and points")
    const tokens = await findListedTokens(client)
    await touchTopics(client, [EVERYTHING])
    await logChange(dbOn(client), { topics: tokens })
  })
}

/** Projections that are emptied before they are computed again. */
const clearedTables = [
  ...(["candle", "holder", "referral", "whitelist_entry", "share_holder"] as const),
  ...(["market", "market_outcome", "market_flow", "market_order", "market_order_count"] as const),
  ...(["loan", "vault_balance", "vault_price", "vesting_schedule", "vesting_party"] as const),
  ...(["updown_position", "updown_round", "agent_identity"] as const),
]

async function clearProjections(client: ClientBase, mainToken: string) {
  const queries = dbOn(client)
  for (const table of clearedTables) await queries.deleteFrom(table).execute()
  await queries.deleteFrom("token").where("address", "<>", mainToken).execute()
  const empty = { sync_id: null, reserve0: null, reserve1: null, first_sync_id: null }
  await queries
    .updateTable("token")
    .set({ ...empty, first_reserve1: null, last_activity_at: null })
    .set({ trade_count: 0, holder_count: 0, holder_supply: "0" })
    .execute()
}

/** Rebuilds markets with shares, orders and resolutions, and finally the newest activity of their tokens. */
async function rebuildMarkets(client: ClientBase, eachPage: EachPage) {
  const created = await dbOn(client)
    .selectFrom("market_creation")
    .select("token")
    .orderBy("id")
    .execute()
  const markets = created.map(({ token }) => token)
  await listMarkets(client, markets)
  const purchaseColumns = ["id", "time", "token", "buyer", "outcome", "shares", "usdc"] as const
  await eachPage("Purchases of shares", "shareTrade", purchaseColumns, (purchases) =>
    addShares(client, { purchases, fills: [] }),
  )
  const order = ["id", "token", "orderId", "kind", "seller", "outcome"] as const
  await eachPage("Orders", "orderEvent", [...order, "buyer", "amount", "usdc"], async (events) => {
    await addShares(client, { purchases: [], fills: findFills(events) })
    await refreshOrders(client, events)
  })
  await refreshResolutions(client, markets)
  await refreshTokens(client, markets)
}

/** Rebuilds loans, what wallets have in the vault, share prices and vesting schedules. */
async function rebuildLoans(
  client: ClientBase,
  eachPage: EachPage,
  unlisted: { usdb: string; staking: string },
) {
  const loanColumns = ["id", "borrower", "loanId", "wallet", "source", "action", "data"] as const
  await eachPage("Loans", "loanEvent", loanColumns, async (rows) => {
    await refreshLoans(client, rows)
    await addToVault(client, { transfer: [], vaultEvent: [], loanEvent: rows }, unlisted)
  })
  const vaultColumns = ["id", "time", "wallet", "action", "amount"] as const
  await eachPage("The vault", "vaultEvent", vaultColumns, async (rows) => {
    await addToVault(client, { transfer: [], vaultEvent: rows, loanEvent: [] }, unlisted)
    await refreshVaultPrices(client, rows)
  })
  await eachPage("Yield", "yieldInjection", ["id"], (rows) => refreshVaultPrices(client, rows))
  await eachPage("Vesting", "vestingEvent", ["id"], (rows) =>
    refreshSchedules(client, { events: rows.map(({ id }) => id), schedules: [] }),
  )
  await eachPage("Schedules", "vestingReading", ["id", "vestingId"], (rows) =>
    refreshSchedules(client, { events: [], schedules: rows.map(({ vestingId }) => vestingId) }),
  )
  await eachPage("Missing states", "missingState", ["id", "vestingId"], (rows) =>
    refreshSchedules(client, {
      events: [],
      schedules: rows.flatMap(({ vestingId }) => vestingId ?? []),
    }),
  )
}

/** Rebuilds price rounds, and the positions of wallets in them. */
async function rebuildUpdown(client: ClientBase, eachPage: EachPage) {
  const key = ["id", "contract", "tf", "roundId"] as const
  const refresh = (rows: Partial<UpdownRows>) => refreshUpdown(client, { ...noUpdownRows, ...rows })
  await eachPage("Price rounds", "updownStart", key, (rows) => refresh({ updownStart: rows }))
  await eachPage("Bets on price rounds", "updownBet", [...key, "wallet"], (rows) =>
    refresh({ updownBet: rows }),
  )
  await eachPage("Ends of price rounds", "updownEnd", key, (rows) => refresh({ updownEnd: rows }))
}

const noUpdownRows: UpdownRows = {
  ...{ updownStart: [], updownBet: [], updownEnd: [], updownClaim: [] },
}

type EachPage = ReturnType<typeof pagesOf>

/** Reads a raw table in pages by id, and reports the progress. */
function pagesOf(client: ClientBase, report: Report) {
  return async <T extends EventTable, K extends keyof EventRow<T> & string>(
    what: string,
    table: T,
    properties: readonly (K | "id")[],
    work: (rows: Pick<EventRow<T>, K | "id">[]) => Promise<void>,
  ) => {
    const total = await countRows(client, tableNameOf(table))
    let [done, after] = [0, -1]
    while (done < total) {
      const rows = await readEventRows(client, table, properties, (events) =>
        events.where("f.id", ">", `${after}`).orderBy("f.id").limit(PAGE_ROWS),
      )
      const last = rows.at(-1)
      if (!last) break
      await work(rows)
      done += rows.length
      after = last.id
      report(`${what}: ${done} of ${total}`)
    }
  }
}

async function countRows(client: ClientBase, table: (typeof eventTableNames)[number]) {
  const [row] = await dbOn(client)
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as("total"))
    .execute()
  return Number(row?.total ?? 0)
}

/** Deletes the raw rows as well; the follower reads them again from the first block. */
export async function dropEvents(client: ClientBase): Promise<void> {
  await withWriteLock(client, async () => {
    const cursor = await readCursor(client)
    if (cursor) await skipStored(client, cursor)
    await truncateIndex(client)
    await logChange(dbOn(client), { topics: [] })
  })
}

/**
 * Streams have reported every row up to the cursor. Rows above it, which were reported individually, are reported
 * again.
 */
async function skipStored(client: ClientBase, { indexedBlock }: IndexCursor) {
  await removeRows(client, { above: indexedBlock }, getDeployment())
  await skipTold(client, indexedBlock)
}
