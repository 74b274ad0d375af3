import { getAddress } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import * as eventRoute from "@/app/api/v1/loans/events/route"
import * as loanRoute from "@/app/api/v1/loans/route"
import * as route from "@/app/api/v1/sync/route"
import * as vaultRoute from "@/app/api/v1/vault/events/route"
import * as vestingRoute from "@/app/api/v1/vesting/events/route"
import { pool } from "@/lib/db/client"
import { WAD } from "@/lib/units"
import { createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import {
  alice,
  bob,
  carol,
  configureChain,
  dave,
  type Receipt,
  startChain,
  type TestChain,
  wallets,
} from "@/tests/helpers/chain"
import { createLending, type Lending } from "@/tests/helpers/loans"
import type { Transaction } from "@/tests/helpers/market-transactions"
import { skipPauses } from "@/tests/helpers/skip-pauses"
import { emptyIndex } from "@/tests/lib/indexer/tables"

/** What a client gets that reports its loan's transaction, with a real chain and nothing indexed before. */
let chain: TestChain
let lending: Lending
let tide: `0x${string}`
let snapshot: unknown

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  lending = await createLending(chain)
  tide = getAddress(chain.book.mainToken)
  for (const wallet of [alice, bob, carol]) await chain.buyMain(wallet, "900")
  snapshot = await chain.snapshot()
})
beforeEach(async () => {
  await chain.revert(snapshot as `0x${string}`)
  snapshot = await chain.snapshot()
  await emptyIndex(pool())
})
afterAll(() => chain?.stop())

const MNEMONIC = "test test test test test test test test test test test junk"

const signIn = (wallet: `0x${string}`) =>
  createSession({
    account: mnemonicToAccount(MNEMONIC, { addressIndex: wallets.indexOf(wallet) }),
  })

type Answer = { events: Record<string, unknown>[]; loan: Record<string, unknown>; error: unknown }

async function report({ transactionHash: txHash }: Receipt): Promise<Answer> {
  const { status, body } = await call(route, { method: "POST", body: { txHash } })
  expect([status, body.success, body.error]).toEqual([200, true, null])
  return body as Answer
}

const sendAndReport = async (from: typeof alice, transaction: Transaction) =>
  report(await lending.send(from, transaction))

/** Events of loans, the vault and vesting alone, without what trades leave. */
const named = ({ events }: Answer, ...keys: string[]) =>
  events
    .filter(({ type }) => !["Transfer", "Sync", "TokensTraded"].includes(`${type}`))
    .map((event) => [event.type, ...keys.map((key) => event[key])])

const listOf = async (listed: typeof loanRoute | typeof eventRoute, wallet: `0x${string}`) => {
  const as = await signIn(wallet)
  return (await call(listed, { as })).body.data as Record<string, unknown>[]
}

const isDue = async (wallet: string) =>
  (await pool().query("select 1 from points_due where wallet = $1", [wallet])).rowCount === 1

describe("POST /api/v1/sync", () => {
  test("200: a loan of the hub, from taking it to the claim", async () => {
    const { send, hub } = lending
    const taken = await sendAndReport(
      alice,
      hub.take({ token: tide, amount: 100n * WAD, days: 10 }),
    )
    expect(named(taken, "source", "loanId", "hubId", "coreId")).toEqual([
      ["LoanCreated", "hub", 1, undefined, undefined],
      ["LoanCreated", "hub", undefined, 1, 1],
    ])
    const ids = { wallet: alice, source: "hub", loanId: 1, hubId: 1, token: tide.toLowerCase() }
    expect(taken.loan).toMatchObject({
      ...{ ...ids, collateralAmount: `${100n * WAD}`, daysCount: 10 },
      ...{ active: true, isLiquidated: false },
    })
    expect(await isDue(alice)).toBe(true)
    const extended = await sendAndReport(
      alice,
      hub.extend(1n, { days: 10, payInStable: true, refinance: false }),
    )
    expect(extended.loan).toMatchObject({ ...ids, daysCount: 20 })
    await chain.warp(21 * 86_400)
    const liquidated = await sendAndReport(dave, hub.liquidate(alice, 1n))
    expect(named(liquidated, "source", "loanId")).toEqual([["LoanLiquidated", "hub", 1]])
    expect(liquidated.loan).toMatchObject({ ...ids, active: false, isLiquidated: true })
    const claimed = await send(alice, hub.claim(1n))
    expect(named(await report(claimed), "hubId", "coreId").at(-1)).toEqual([
      ...["LiquidationClaimed", 1, 1],
    ])
    expect((await listOf(eventRoute, alice)).map(({ action }) => action)).toEqual([
      ...["liquidation_claimed", "liquidated", "extended", "created"],
    ])
    expect(await listOf(loanRoute, alice)).toMatchObject([{ ...ids, isLiquidated: true }])
  })

  test("200: the sale of a part, told before the loan was", async () => {
    const { send, hub } = lending
    await send(bob, hub.take({ token: tide, amount: 100n * WAD, days: 30 }))
    const sold = await sendAndReport(bob, hub.sellPart(1n, 40))
    expect(named(sold, "source", "hubId")).toEqual([
      ["PartialLoanSell", "hub", undefined],
      ["PartialLoanSold", "hub", 1],
    ])
    expect(sold.loan).toMatchObject({ wallet: bob, hubId: 1, active: true })
    expect(await listOf(loanRoute, bob)).toHaveLength(1)
  })

  test("200: a leverage position, closed in part", async () => {
    const { leverage } = lending
    const opened = await sendAndReport(
      carol,
      leverage.open({ token: tide, amount: 50n * WAD, days: 5 }),
    )
    expect(named(opened, "source", "loanId")).toEqual([["LeverageCreated", "leverage", 1]])
    const ids = { wallet: carol, source: "leverage", loanId: 1, hubId: null }
    expect(opened.loan).toMatchObject({ ...ids, daysCount: 5, active: true })
    const closed = await sendAndReport(carol, leverage.close(1n, 50))
    expect(named(closed, "source", "loanId")).toEqual([["PartialLoanSell", "leverage", 1]])
    const [before, after] = [opened, closed].map(({ loan }) => BigInt(`${loan.fullAmount}`))
    expect(after).toBeLessThan((before ?? 0n) / 2n + 2n)
    expect((await listOf(eventRoute, carol)).map(({ action }) => action)).toEqual([
      ...["partial_sell", "created"],
    ])
  })

  test("200: wrapped TIDE, and a loan on it up to its liquidation", async () => {
    const { send, vault, hub } = lending
    const wrapped = await sendAndReport(alice, vault.wrap(200n * WAD))
    expect(named(wrapped, "action")).toEqual([["Bought", "wrap"]])
    expect(wrapped.loan).toBeNull()
    expect(await isDue(alice)).toBe(true)
    await send(alice, vault.lock(150n * WAD))
    const taken = await sendAndReport(alice, vault.borrow(60n * WAD, 10))
    expect(named(taken, "source", "hubId").at(-1)).toEqual(["LoanTaken", "vault", 1])
    const ids = { wallet: alice, source: "vault", hubId: 1 }
    expect(taken.loan).toMatchObject({ ...ids, active: true, daysCount: 10 })
    await chain.warp(11 * 86_400)
    const liquidate = hub.liquidate(getAddress(chain.book.staking), 1n)
    const liquidated = await sendAndReport(dave, liquidate)
    expect(named(liquidated, "source")).toContainEqual(["LiquidationProcessed", "vault"])
    expect(liquidated.loan).toMatchObject({ ...ids, active: false, isLiquidated: true })
    const as = await signIn(alice)
    const events = (await call(vaultRoute, { as })).body.data as { action: string }[]
    // The lock was not reported.
    expect(events.map(({ action }) => action)).toEqual(["wrap"])
  })

  test("200: a schedule, and a loan on it", async () => {
    const { vesting } = lending
    const start = Number(
      ((await chain.call("eth_getBlockByNumber", "latest", false)) as { timestamp: string })
        .timestamp,
    )
    const terms = { start: start + 60, days: 30, step: 0, memo: "Team" }
    const created = await sendAndReport(
      alice,
      vesting.createGradual({ beneficiary: bob, token: tide, amount: 80n * WAD, ...terms }),
    )
    expect(named(created, "action", "vestingId")).toEqual([["VestingCreated", "created", 1]])
    expect(created.loan).toBeNull()
    const taken = await sendAndReport(bob, vesting.borrow(1n))
    expect(named(taken, "source", "vestingId", "loanId").at(-1)).toEqual([
      "LoanTaken",
      "vesting",
      1,
      1,
    ])
    const ids = { wallet: bob, source: "vesting", hubId: 1 }
    expect(taken.loan).toMatchObject({ ...ids, collateralAmount: `${80n * WAD}`, active: true })
    const repaid = await sendAndReport(bob, vesting.repay(1n))
    expect(repaid.loan).toMatchObject({ ...ids, active: false, isLiquidated: false })
    expect(await listOf(loanRoute, bob)).toMatchObject([ids])
    for (const wallet of [alice, bob]) {
      const as = await signIn(wallet)
      const { body } = await call(vestingRoute, { as })
      expect(body.data).toMatchObject([{ action: "created", vestingId: 1, wallet: alice }])
    }
  })

  test("422: a refused loan, and nothing is written", async () => {
    const { hub } = lending
    const { to, data } = hub.take({ token: tide, amount: 100n * WAD, days: 9 })
    const { transactionHash: txHash, status } = await chain.send(alice, to, data)
    expect(status).toBe("0x0")
    const answer = await call(route, { method: "POST", body: { txHash } })
    expect([answer.status, answer.body.code]).toEqual([422, "TX_FAILED"])
    expect((await pool().query("select 1 from tx")).rowCount).toBe(0)
  })
})

test("422: a node that is down, and nothing is written", async () => {
  const { send, hub } = lending
  const terms = { token: tide, amount: 20n * WAD, days: 30 }
  const { transactionHash: txHash } = await send(alice, hub.take(terms))
  await chain.stop()
  const post = () => call(route, { method: "POST", body: { txHash } })
  const { status, body } = await skipPauses(post)
  expect([status, body.code]).toEqual([422, "SYNC_FAILED"])
  expect((await pool().query("select 1 from loan_event")).rowCount).toBe(0)
})
