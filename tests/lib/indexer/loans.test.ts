import pg from "pg"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { withWriteLock } from "@/lib/db/write-lock"
import type { MinedTransaction } from "@/lib/indexer/mined-transactions"
import { rebuildProjections } from "@/lib/indexer/reindex"
import { removeRows } from "@/lib/indexer/remove-rows"
import { indexTransactions } from "@/lib/indexer/sync-transaction"
import { findTouchedLoan } from "@/lib/loans/touched"
import { WAD } from "@/lib/units"
import { runs } from "@/tests/helpers/deep"
import { fc } from "@/tests/helpers/property"
import { emptyTables, insertToken, MAIN, USDB } from "@/tests/helpers/rows"
import { HUB, LoanChain, VAULT, VESTING } from "./loan-chain"
import {
  alice,
  bob,
  carol,
  dave,
  playLeverage,
  playLoans,
  playVault,
  playVesting,
} from "./loan-history"

// Read on first use.
process.env.CONTRACTS = JSON.stringify({
  ...JSON.parse(process.env.CONTRACTS ?? "{}"),
  ...{ loanHub: HUB, staking: VAULT, vesting: VESTING },
})

const place = { mainToken: MAIN, usdb: USDB, staking: VAULT }
const chain = new LoanChain()
const loans = playLoans(chain)
const vault = playVault(chain)
const vesting = playVesting(chain)
const leverage = playLeverage(chain)
let client: pg.Client

beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
})
afterAll(() => client?.end())

async function emptyIndex() {
  await emptyTables()
  await pool().query("delete from points_due")
  await insertToken({ address: MAIN })
}

beforeEach(emptyIndex)

const tables = [
  ...["tx", "transfer", "loan_event", "loan", "list_count", "vault_event", "yield_injection"],
  ...["vault_balance", "vault_price", "vesting_event", "vesting_reading", "vesting_schedule"],
  ...["vesting_party", "open_loans", "unreadable_log"],
]

async function dump() {
  const parts = tables.map(async (table) => {
    const { rows } = await pool().query<{ line: string }>(
      `select line::text from ${table} line order by 1`,
    )
    return [table, rows.map(({ line }) => line)] as const
  })
  return Object.fromEntries(await Promise.all(parts))
}

const index = (all: readonly MinedTransaction[]) => indexTransactions(chain.rpc, all)

const rowsOf = async (query: string, values: unknown[] = []) =>
  (await pool().query(query, values)).rows

const eventsOf = (wallet: string, source: string) =>
  rowsOf(
    `select action, loan_id as core, hub_id as hub, data from loan_event
      where wallet = $1 and source = $2 order by id`,
    [wallet, source],
  )

const transactionOf = (hash: string | undefined) => {
  const transaction = chain.mined.find(({ receipt }) => receipt.transactionHash === hash)
  if (!transaction) throw new Error("No such transaction")
  return transaction
}

describe("what the history leaves", () => {
  beforeEach(() => index(chain.mined))

  test("loans of the hub: each event once, and what the contracts say at its block", async () => {
    expect(await eventsOf(alice, "hub")).toEqual([
      {
        ...{ action: "created", core: 1, hub: 1 },
        data: { borrowed: `${4n * WAD}`, collateral: `${10n * WAD}`, days: 30 },
      },
      { action: "extended", core: 1, hub: 1, data: { days: 20, refinance: true } },
      { action: "increased", core: 1, hub: 1, data: { added: `${WAD}`, borrowed: `${WAD}` } },
      { action: "partial_sell", core: 1, hub: 1, data: { percentage: 50, received: "9" } },
      { action: "repaid", core: 1, hub: 1, data: {} },
      {
        ...{ action: "created", core: 2, hub: 2 },
        data: { borrowed: `${4n * WAD}`, collateral: `${10n * WAD}`, days: 30 },
      },
      { action: "liquidated", core: 2, hub: 2, data: { liquidator: dave } },
      { action: "liquidation_claimed", core: 2, hub: 2, data: { claimed: "5" } },
    ])
    const debts = await rowsOf(
      "select collateral, full_amount as debt from loan_event where loan_id = 1 and borrower = $1 order by id",
      [HUB],
    )
    expect(
      debts.map(({ collateral, debt }) => [BigInt(collateral) / WAD, BigInt(debt) / WAD]),
    ).toEqual([
      [10n, 5n],
      [10n, 7n],
      [11n, 8n],
      [6n, 4n],
      [6n, 4n],
    ])
  })

  test("loans of the vault and of vesting belong to their wallets, their liquidation too", async () => {
    const actions = async (wallet: string, source: string) =>
      (await eventsOf(wallet, source)).map(({ action }) => action)
    expect(await actions(bob, "vault")).toEqual([
      ...["created", "increased", "extended", "liquidated", "liquidation_claimed"],
      ...["created", "repaid"],
    ])
    expect(await eventsOf(carol, "vesting")).toMatchObject([
      { action: "created", core: 5, hub: 1, data: { vestingId: 1, days: 40 } },
      { action: "repaid", core: 5, hub: 1, data: { vestingId: 1 } },
      { action: "created", core: 6, hub: 2 },
      { action: "liquidated", core: 6, hub: 2, data: { vestingId: 1, liquidator: dave } },
    ])
    expect(await actions(carol, "leverage")).toEqual([
      ...["created", "partial_sell", "extended", "repaid"],
      ...["created", "liquidated", "liquidation_claimed"],
    ])
    expect(await rowsOf("select * from unreadable_log")).toEqual([])
    expect(
      await rowsOf("select * from loan_event where wallet = any($1)", [[HUB, VAULT, VESTING]]),
    ).toEqual([])
  })

  test("loans in their last state", async () => {
    const state = await rowsOf(
      `select source, wallet, loan_id as id, hub_id as hub, active, liquidated from loan
        order by source, loan_id`,
    )
    expect(state.map((loan) => Object.values(loan))).toEqual([
      ["hub", alice, 1, 1, false, false],
      ["hub", alice, 2, 2, false, true],
      ["leverage", carol, 1, null, false, false],
      ["leverage", carol, 2, null, false, true],
      ["vault", bob, 3, 1, false, true],
      ["vault", bob, 4, 2, false, false],
      ["vesting", carol, 5, 1, false, false],
      ["vesting", carol, 6, 2, false, true],
    ])
  })

  test("shares of the vault, liquid and locked, and their price by block", async () => {
    const balances = await rowsOf("select * from vault_balance order by wallet")
    // 100 wrapped, 10 given away, 11 burned; 60 locked, 11 burned, 9 unlocked.
    expect(balances).toEqual([{ wallet: bob, shares: `${79n * WAD}`, locked: `${40n * WAD}` }])
    const prices = await rowsOf("select price from vault_price order by block")
    expect(prices.map(({ price }) => BigInt(price) - WAD)).toEqual([0n, 5n, 7n])
    expect(await rowsOf("select usdc, tide from yield_injection")).toEqual([
      { usdc: `${7n * WAD}`, tide: `${3n * WAD}` },
    ])
  })

  test("schedules as they were read last; their events for every party of that moment", async () => {
    expect(await rowsOf("select * from vesting_schedule")).toMatchObject([
      {
        ...{ vesting_id: 1, creator: bob, beneficiary: dave, total_amount: `${15n * WAD}` },
        ...{ active_loan_id: 0, duration_days: 30, memo: "Für das Team", time_unit: 3 },
      },
    ])
    const listed = async (wallet: string) =>
      (
        await rowsOf(
          `select e.action, e.wallet from vesting_party p join vesting_event e on e.id = p.id
            where p.wallet = $1 order by e.id`,
          [wallet],
        )
      ).map(({ action }) => action)
    const first = ["created", "extended", "tokens_added", "claimed", "beneficiary_changed"]
    expect(await listed(carol)).toEqual(first)
    expect(await listed(alice)).toEqual([...first, "creator_changed"])
    expect(await listed(dave)).toEqual(["claimed", "beneficiary_changed", "creator_changed"])
    expect(await rowsOf("select wallet from vesting_event where action = 'claimed'")).toEqual([
      { wallet: carol },
    ])
  })

  test("rebuilding from events reproduces every table", async () => {
    const expected = await dump()
    await pool().query(`update loan set active = true; update vault_balance set locked = 1;
      delete from vault_price; update vesting_schedule set memo = 'x'; delete from vesting_party`)
    await rebuildProjections(client, place)
    expect(await dump()).toEqual(expected)
  })
})

test("the same transactions in any order, with repetitions, leave the same tables", async () => {
  await index(chain.mined)
  const expected = await dump()
  // All loans of these transactions end.
  for (const table of tables.slice(0, -2)) expect(expected[table]).not.toEqual([])
  const telling = fc.record({
    order: fc.shuffledSubarray(chain.mined, { minLength: chain.mined.length }),
    again: fc.subarray(chain.mined, { maxLength: 5 }),
    size: fc.integer({ min: 1, max: 9 }),
  })
  await fc.assert(
    fc.asyncProperty(telling, async ({ order, again, size }) => {
      await emptyIndex()
      const all = [...order, ...again]
      for (let at = 0; at < all.length; at += size)
        await indexTransactions(chain.rpc, all.slice(at, at + size))
      expect(await dump()).toEqual(expected)
    }),
    { numRuns: runs(2, 200), endOnFailure: true },
  )
})

test("a reorganisation at any block leaves what the blocks below it say", async () => {
  for (let kept = 1; kept < chain.mined.length; kept += runs(12, 6)) {
    await emptyIndex()
    const [below, above] = [chain.mined.slice(0, kept), chain.mined.slice(kept)]
    await index(below)
    const expected = await dump()
    await index(above)
    const last = below.at(-1)?.header.number ?? 0
    await withWriteLock(client, () => removeRows(client, { above: last }, place))
    expect(await dump()).toEqual(expected)
  }
})

describe("answers of the sync endpoint", () => {
  const answerOf = async (hash: string | undefined) =>
    (await indexTransactions(chain.rpc, [transactionOf(hash)]))[0]

  test("both halves of a loan, with whose it is", async () => {
    expect(await answerOf(loans.taken)).toEqual([
      { type: "LoanCreated", contractAddress: MAIN, logIndex: 0, source: "hub", loanId: 1 },
      {
        type: "LoanCreated",
        contractAddress: HUB,
        logIndex: 1,
        source: "hub",
        hubId: 1,
        coreId: 1,
      },
    ])
    expect(await answerOf(vault.taken)).toMatchObject([
      { contractAddress: MAIN, source: "vault", loanId: 3 },
      { contractAddress: HUB, source: "hub", hubId: 1, coreId: 3 },
      { type: "LoanTaken", contractAddress: VAULT, source: "vault", hubId: 1 },
    ])
    expect(await answerOf(vesting.taken)).toMatchObject([
      { contractAddress: MAIN, source: "vesting", loanId: 5 },
      { contractAddress: HUB, source: "hub", hubId: 1, coreId: 5 },
      { type: "LoanTaken", contractAddress: VESTING, source: "vesting", vestingId: 1, loanId: 1 },
    ])
    expect(await answerOf(leverage.opened)).toMatchObject([
      { type: "LeverageCreated", source: "leverage", loanId: 1 },
    ])
  })

  test("liquidations, wraps and schedules", async () => {
    expect(await answerOf(vault.liquidated)).toMatchObject([
      { type: "LoanLiquidated", source: "vault", loanId: 3 },
      { type: "Transfer", contractAddress: VAULT },
      { type: "LiquidationProcessed", source: "vault", hubId: 1 },
    ])
    // The vesting contract's own event of it is not listed.
    expect(await answerOf(vesting.liquidated)).toMatchObject([
      { type: "LoanLiquidated", source: "vesting", loanId: 6 },
    ])
    expect(await answerOf(vault.wrapped)).toMatchObject([
      { type: "Transfer" },
      { type: "Bought", action: "wrap" },
    ])
    expect(await answerOf(vesting.changed)).toMatchObject([
      { type: "TokensClaimed", action: "claimed", vestingId: 1 },
      { type: "BeneficiaryChanged", action: "beneficiary_changed", vestingId: 1 },
    ])
  })

  test("the last loan that the transaction touched, in its present state", async () => {
    await index(chain.mined)
    expect(await findTouchedLoan(vesting.liquidated ?? "")).toMatchObject({
      ...{ wallet: carol, source: "vesting", ecosystem: MAIN, loanId: 6, hubId: 2, token: MAIN },
      ...{ isLiquidated: true, active: false, daysCount: 30, fullAmount: 5n * WAD },
    })
    expect(await findTouchedLoan(vault.wrapped ?? "")).toBeNull()
  })
})
