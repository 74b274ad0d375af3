/** @module-tag long */
import { parseEther } from "viem"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { syncTransaction } from "@/lib/indexer/sync-transaction"
import { findIndexedTokenState } from "@/lib/tokens/indexed-state"
import {
  alice,
  bob,
  carol,
  configureChain,
  operator,
  startChain,
  type TestChain,
} from "@/tests/helpers/chain"
import { catchUp, startFollower, until } from "./following"
import { startProxy } from "./proxy"
import { emptyIndex } from "./tables"

let chain: TestChain

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
})
beforeEach(() => emptyIndex(pool()))
afterAll(() => chain?.stop())

/** PUSH1 0, DUP1, REVERT. */
const REVERTING = "0x600080fd"

const countDue = async () =>
  (await pool().query("select 1 from token_reading where due_block is not null")).rowCount

const launch = (options: { frozen?: boolean; bonding?: bigint }) =>
  chain.launch(alice, { symbol: "PHASE", ...options }).then(({ token }) => token)

describe("freezing and reward phase", () => {
  test("are read at launch, and of a token without them", async () => {
    const frozen = await launch({ frozen: true, bonding: 500n })
    const plain = await launch({})
    await catchUp(chain)
    expect(await findIndexedTokenState(frozen)).toMatchObject({
      frozen: true,
      hasBonded: false,
      bondingTarget: parseEther("500"),
      bondingNeeded: parseEther("500"),
      readBlock: await chain.head(),
      surge: null,
    })
    expect(await findIndexedTokenState(plain)).toMatchObject({
      frozen: false,
      hasBonded: true,
      bondingTarget: 0n,
      bondingNeeded: 0n,
    })
  })

  test("are unknown for the main token, and null for what is not listed", async () => {
    await catchUp(chain)
    expect(await findIndexedTokenState(chain.book.mainToken)).toMatchObject({
      frozen: null,
      hasBonded: null,
      readBlock: null,
    })
    expect(await findIndexedTokenState(bob)).toBeNull()
  })

  test("follow each buy until the phase is filled, and no longer", async () => {
    const token = await launch({ bonding: 100n })
    const follower = await startFollower(chain)
    await follower.settle()
    await chain.buy(bob, token, "40")
    await follower.settle()
    const first = await findIndexedTokenState(token)
    expect(first?.hasBonded).toBe(false)
    expect(first?.bondingNeeded).toBeGreaterThan(parseEther("60"))
    expect(first?.bondingNeeded).toBeLessThan(parseEther("62"))
    await chain.buy(carol, token, "90")
    await follower.settle()
    const filled = await findIndexedTokenState(token)
    expect(filled).toMatchObject({ hasBonded: true, bondingNeeded: 0n })
    await chain.buy(carol, token, "5")
    await follower.settle()
    expect((await findIndexedTokenState(token))?.readBlock).toBe(filled?.readBlock)
    await follower.stop()
  })

  test("are read again when a sync reports a buy before the follower gets there", async () => {
    const token = await launch({ bonding: 100n })
    await catchUp(chain)
    const { transactionHash } = await chain.buy(bob, token, "150")
    await syncTransaction(transactionHash)
    expect((await findIndexedTokenState(token))?.hasBonded).toBe(false)
    await catchUp(chain)
    expect((await findIndexedTokenState(token))?.hasBonded).toBe(true)
  })

  test("an end of freezing is noticed by the call, which leaves no event", async () => {
    const token = await launch({ frozen: true })
    const follower = await startFollower(chain)
    await follower.settle()
    await chain.unfreeze(alice, token)
    await follower.settle()
    await follower.stop()
    expect((await findIndexedTokenState(token))?.frozen).toBe(false)
  })

  test("an end of freezing while no follower ran is noticed afterwards", async () => {
    const token = await launch({ frozen: true })
    await catchUp(chain)
    await chain.unfreeze(alice, token)
    await chain.mine(200)
    await catchUp(chain)
    expect((await findIndexedTokenState(token))?.frozen).toBe(false)
  })

  test("the operator's mark is kept with the project", async () => {
    const token = await launch({ frozen: true })
    const follower = await startFollower(chain)
    await follower.settle()
    await chain.vet(operator, token, true)
    await follower.settle()
    await follower.stop()
    const { rows } = await pool().query("select vetted from project where address = $1", [token])
    expect(rows).toEqual([{ vetted: true }])
  })

  test("a contract that stops to answer is unknown, and left alone", async () => {
    const token = await launch({ bonding: 100n })
    await catchUp(chain)
    const code = await chain.call("eth_getCode", token, "latest")
    await chain.call("anvil_setCode", token, REVERTING)
    await pool().query("update token_reading set due_block = 0")
    await chain.mine()
    await catchUp(chain)
    await chain.call("anvil_setCode", token, code)
    expect(await findIndexedTokenState(token)).toMatchObject({
      hasBonded: null,
      bondingTarget: null,
    })
    expect(await countDue()).toBe(0)
  })
})

describe("a reorganisation", () => {
  test("takes back what the lost blocks had changed", async () => {
    const token = await launch({ frozen: true, bonding: 100n })
    await chain.whitelist(alice, token, [bob], "1000")
    const follower = await startFollower(chain)
    await follower.settle()
    const fork = await chain.snapshot()
    await chain.unfreeze(alice, token)
    await chain.buy(bob, token, "200")
    await chain.surge(alice, token, [200n, 0n])
    await follower.settle()
    expect(await findIndexedTokenState(token)).toMatchObject({
      frozen: false,
      hasBonded: true,
      surge: { startRate: 200, endRate: 0 },
    })
    await chain.revert(fork)
    await chain.mine(5)
    await follower.settle()
    await follower.stop()
    expect(await findIndexedTokenState(token)).toMatchObject({
      frozen: true,
      hasBonded: false,
      bondingNeeded: parseEther("100"),
      surge: null,
    })
  })

  test("takes back what a sync had announced of a block that never came", async () => {
    const token = await launch({ bonding: 100n })
    await catchUp(chain)
    const fork = await chain.snapshot()
    const { transactionHash } = await chain.buy(bob, token, "150")
    await syncTransaction(transactionHash)
    await chain.revert(fork)
    await chain.mine(3)
    await catchUp(chain)
    expect(await findIndexedTokenState(token)).toMatchObject({
      hasBonded: false,
      bondingNeeded: parseEther("100"),
    })
    expect(await countDue()).toBe(0)
  })
})

describe("a surge tax", () => {
  test("is known with its rates and times, and by when it was ended", async () => {
    const token = await launch({})
    const { transactionHash } = await chain.surge(alice, token, [500n, 100n], 7_200n)
    const events = await syncTransaction(transactionHash)
    expect(events).toMatchObject([
      { type: "SurgeStarted", token, startRate: 500, endRate: 100, duration: 7_200 },
    ])
    await catchUp(chain)
    const running = (await findIndexedTokenState(token))?.surge
    expect(running).toMatchObject({ startRate: 500, endRate: 100, endsAt: running?.plannedEnd })
    expect(Number(running?.plannedEnd) - Number(running?.startsAt)).toBe(7_200_000)
    await chain.warp(600)
    await chain.endSurge(alice, token)
    await catchUp(chain)
    const ended = (await findIndexedTokenState(token))?.surge
    expect(ended?.plannedEnd).toEqual(running?.plannedEnd)
    const lasted = (Number(ended?.endsAt) - Number(ended?.startsAt)) / 1000
    expect(lasted).toBeGreaterThanOrEqual(600)
    expect(lasted).toBeLessThan(660)
  })
})

test("a node that is away meanwhile is asked again", async () => {
  const token = await launch({ bonding: 100n })
  const proxy = await startProxy(chain.url)
  const follower = await startFollower(chain, { rpcUrl: proxy.url, timeoutMs: 500 })
  await follower.settle()
  proxy.set({ kind: "down" })
  await pool().query("update token_reading set has_bonded = null, due_block = 0")
  const requestCount = proxy.asked()
  await until(async () => proxy.asked() > requestCount + 2)
  expect((await findIndexedTokenState(token))?.hasBonded).toBeNull()
  proxy.set({ kind: "well" })
  await until(async () => (await findIndexedTokenState(token))?.hasBonded === false)
  await follower.stop()
  await proxy.stop()
})
