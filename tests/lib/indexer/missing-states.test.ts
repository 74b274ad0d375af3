import pg from "pg"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { pool } from "@/lib/db/client"
import { withWriteLock } from "@/lib/db/write-lock"
import type { MinedTransaction } from "@/lib/indexer/mined-transactions"
import { findMissingStates } from "@/lib/indexer/missing-states"
import { rebuildProjections } from "@/lib/indexer/reindex"
import { removeRows } from "@/lib/indexer/remove-rows"
import { indexTransactions } from "@/lib/indexer/sync-transaction"
import { readViews } from "@/lib/indexer/view-calls"
import { readLoanSteps } from "@/lib/portfolio/loan-steps"
import { findSharePrice } from "@/lib/portfolio/prices"
import { readVestingSteps } from "@/lib/portfolio/vesting-steps"
import { log as logger } from "@/lib/telemetry/logger"
import { WAD } from "@/lib/units"
import { findSchedules } from "@/lib/vesting/schedule-queries"
import { emptyTables, insertToken, MAIN, USDB } from "@/tests/helpers/rows"
import { HUB, LoanChain, VAULT, VESTING } from "./loan-chain"
import { bob, carol, dave, playLeverage, playLoans, playVault, playVesting } from "./loan-history"

/** The same chain, read by a node with the states of its blocks and by one that has the newest alone. */

process.env.CONTRACTS = JSON.stringify({
  ...JSON.parse(process.env.CONTRACTS ?? "{}"),
  ...{ loanHub: HUB, staking: VAULT, vesting: VESTING },
})

const place = { mainToken: MAIN, usdb: USDB, staking: VAULT }
const chain = new LoanChain()
playLoans(chain)
playVault(chain)
playVesting(chain)
playLeverage(chain)
let client: pg.Client

beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
})
afterAll(() => client?.end())

async function emptyIndex() {
  await emptyTables()
  await pool().query("delete from points_due")
  await pool().query("delete from missing_state")
  await insertToken({ address: MAIN })
}

beforeEach(emptyIndex)
afterEach(() => {
  chain.hasLostStates = false
})

const index = (all: readonly MinedTransaction[]) => indexTransactions(chain.rpc, all)

async function indexWithoutStates(all: readonly MinedTransaction[] = chain.mined) {
  chain.hasLostStates = true
  const warn = vi.spyOn(logger, "warn").mockImplementation(() => {})
  await index(all)
  const lines = warn.mock.calls.map(([line]) => String(line))
  warn.mockRestore()
  return lines
}

const rowsOf = async (query: string) => (await pool().query(query)).rows

const linesOf = async (table: string, columns = "*") =>
  (
    await rowsOf(`select line::text as text from (select ${columns} from ${table}) line order by 1`)
  ).map(({ text }) => text)

/** What the events themselves tell, or what never changes. */
const columnsByTable = {
  ...{ tx: "*", transfer: "*", vault_balance: "*", vesting_event: "*", vesting_party: "*" },
  loan_event: `id, tx_id, time, source, action, borrower, loan_id, hub_id, vesting_id, token,
    data - 'borrowed' - 'collateral' - 'days'`,
  vault_event: "id, tx_id, time, wallet, action, amount, amount_out",
  yield_injection: "id, tx_id, time, usdc, tide",
  // The present state is that of the last event.
  ...{ loan: "source, wallet, borrower, loan_id, hub_id, token, collateral, full_amount, active" },
  vesting_schedule: "*",
}

const dumpTold = async () =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(columnsByTable).map(async ([table, columns]) => [
        table,
        await linesOf(table, columns),
      ]),
    ),
  )

describe("a node without old states", () => {
  test("leaves the readings empty and marked; what events tell and the present are the same", async () => {
    await index(chain.mined)
    expect(await findMissingStates()).toBeNull()
    const expected = await dumpTold()
    await emptyIndex()
    await indexWithoutStates()
    expect(await dumpTold()).toEqual(expected)
    expect(await rowsOf("select 1 from vault_price")).toEqual([])
    expect(await rowsOf("select 1 from vesting_reading")).toEqual([])
    expect(await rowsOf("select 1 from vault_event where share_price is not null")).toEqual([])
    expect(await rowsOf("select 1 from yield_injection where share_price is not null")).toEqual([])
    expect(
      await rowsOf(
        "select 1 from loan_event where num_nonnulls(collateral, full_amount, borrowed_amount, creation_time, liquidation_time, liquidated, active) > 0",
      ),
    ).toEqual([])
    const unmarked = `select id from (
        select id from loan_event union all select id from vesting_event union all
        select id from yield_injection union all
        select id from vault_event where action in ('wrap', 'unwrap')
      ) each where not exists (select from missing_state m where m.id = each.id)`
    expect(await rowsOf(unmarked)).toEqual([])
  })

  test("the log and health name the rows and the node that is needed", async () => {
    const lines = await indexWithoutStates()
    expect(lines.join("\n")).toMatch(/readings stay empty, of loans .* archive node/)
    const missing = await findMissingStates()
    expect(missing?.loans).toBeGreaterThan(10)
    expect(missing?.schedules).toBeGreaterThan(3)
    expect(missing?.sharePrices).toBe(3)
    expect(missing?.firstBlock).toBe(chain.mined[0]?.header.number)
  })

  test("rebuilding, and a later reading, keep it so", async () => {
    await indexWithoutStates()
    const tables = ["loan", "vesting_schedule", "vesting_party", "vault_balance", "missing_state"]
    const dump = () => Promise.all(tables.map((table) => linesOf(table)))
    const expected = await dump()
    await rebuildProjections(client, place)
    expect(await dump()).toEqual(expected)
    chain.hasLostStates = false
    await index(chain.mined)
    expect(await dump()).toEqual(expected)
  })

  test("in any order of reports, and taken back by a reorganisation", async () => {
    await indexWithoutStates()
    const expected = await dumpTold()
    await emptyIndex()
    for (const one of chain.mined.toReversed()) await indexWithoutStates([one])
    expect(await dumpTold()).toEqual(expected)
    await withWriteLock(client, () => removeRows(client, { above: 0 }, place))
    expect(await findMissingStates()).toBeNull()
    expect(await rowsOf("select 1 from vesting_schedule union all select 1 from loan")).toEqual([])
  })

  test("the present of a wallet is what the contracts say now", async () => {
    const halves = [chain.mined.slice(0, 3), chain.mined.slice(3)] as const
    for (const part of halves) await index(part)
    const loans = (await readLoanSteps(carol)).open
    const [schedule] = await findSchedules({
      wallet: dave,
      role: "beneficiary",
      kind: "dust",
      skip: 0,
      take: 5,
    })
    const spans = (await readVestingSteps(dave)).spans.filter(({ until }) => until === null)
    const price = await findSharePrice()
    await emptyIndex()
    await indexWithoutStates()
    expect((await readLoanSteps(carol)).open).toEqual(loans)
    expect(await findSharePrice()).toBe(price)
    expect((await readVestingSteps(dave)).spans).toMatchObject(
      spans.map(({ total, claimed, isOwn }) => ({ total, claimed, isOwn, until: null })),
    )
    const [now] = await findSchedules({
      wallet: dave,
      role: "beneficiary",
      kind: "dust",
      skip: 0,
      take: 5,
    })
    expect(now).toMatchObject({ totalAmount: schedule?.totalAmount, creator: bob })
    expect(schedule?.totalAmount).toBe(15n * WAD)
  })
})

test("a refusal that will pass is no missing state", async () => {
  const refuse = { batchSettled: chain.rpc.batchSettled }
  const { RpcError } = await import("@/lib/indexer/rpc")
  const busy = new RpcError("Too many requests, rate limit exceeded", -32_005)
  const rpc = {
    ...chain.rpc,
    batchSettled: async (calls: Parameters<typeof refuse.batchSettled>[0]) =>
      calls.map(({ params }) => (params[1] === "latest" ? "0x01" : busy)),
  }
  const call = { to: VAULT, data: "0x", block: 3 } as const
  await expect(readViews(rpc, [call])).rejects.toBe(busy)
})
