import { encodeFunctionData, type Hex, maxUint256, parseEther } from "viem"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { TransactionTooLargeError } from "@/lib/transactions/onchain"
import { findTransaction } from "@/lib/transactions/queries"
import { alice, bob, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { startProxy } from "@/tests/lib/indexer/proxy"

let chain: TestChain
let node: Awaited<ReturnType<typeof startProxy>>

beforeAll(async () => {
  chain = await startChain()
  node = await startProxy(chain.url)
  configureChain({ ...chain, url: node.url })
})
afterAll(async () => {
  await node?.stop()
  await chain?.stop()
})

// Time stands still but for this, and never goes back.
let start = Date.now()
const later = (ms: number) => vi.advanceTimersByTime(ms)

beforeEach(() => {
  start += 2 * 3_600_000
  vi.useFakeTimers({ now: start, toFake: ["Date", "performance"] })
  node.set({ kind: "well" })
})
afterEach(() => {
  vi.useRealTimers()
})

let unknown = 0
const newHash = (): Hex => `0x${(++unknown).toString(16).padStart(64, "f")}`

/** Views at once and then one after the other; answers how many calls of the node they cost. */
async function costOf(views: number, hash: string) {
  const before = node.asked()
  const view = () => findTransaction(hash as Hex).catch((error: Error) => error)
  const first = await Promise.all(Array.from({ length: views / 2 }, view))
  for (let n = 0; n < views / 2; n++) first.push(await view())
  for (const each of first) expect(each).toEqual(first[0])
  return { calls: node.asked() - before, view: first[0] }
}

/** More than a page can list in one transaction: 2,300 logs of 1 KiB, written by the code that creates nothing. */
async function sendLarge() {
  const code = "0x6108fc5b6104005fa06001900380600357005b"
  return chain.send(bob, null, code, 28_000_000)
}

/** Fails with an error of the router. */
function sendReverted() {
  const { usdb, mainToken, swap } = chain.book
  const args = [parseEther("1"), maxUint256, [usdb, mainToken], false] as const
  const data = encodeFunctionData({ abi: swapAbi, functionName: "buyTokens", args: args as never })
  return chain.send(alice, swap, data)
}

describe("calls of the node for 50 views", () => {
  test("of one unknown hash: two, and again when it may have been sent meanwhile", async () => {
    const hash = newHash()
    expect(await costOf(50, hash)).toEqual({ calls: 2, view: null })
    later(3_000)
    expect(await costOf(50, hash)).toEqual({ calls: 2, view: null })
  })

  test("of one receipt that is too large: two, and it is read no further than 4 MiB", async () => {
    const { transactionHash, status } = await sendLarge()
    expect(status).toBe("0x1")
    const { calls, view } = await costOf(50, transactionHash)
    expect(view).toBeInstanceOf(TransactionTooLargeError)
    expect(calls).toBe(2)
    later(60_000)
    expect((await costOf(50, transactionHash)).calls).toBe(0)
  })

  test("of one reverted transaction: it is replayed once", async () => {
    const { transactionHash, status } = await sendReverted()
    expect(status).toBe("0x0")
    const { calls, view } = await costOf(50, transactionHash)
    expect(view).toMatchObject({ status: "failed", reason: { name: expect.any(String) } })
    // Transaction, receipt, block, replay, head.
    expect(calls).toBe(5)
    later(5_000)
    // Its block, and the head.
    expect((await costOf(50, transactionHash)).calls).toBe(2)
    await chain.mine(64)
    later(5_000)
    expect((await costOf(50, transactionHash)).calls).toBe(2)
    // Final: nothing but the head.
    later(3_600_000)
    expect((await costOf(50, transactionHash)).calls).toBe(1)
  })
})

test("confirmations go on while a transaction is remembered", async () => {
  const { transactionHash } = await chain.claim(bob)
  const confirmations = async () =>
    (await findTransaction(transactionHash as Hex))?.block?.confirmations
  expect(await confirmations()).toBe(1)
  await chain.mine(3)
  later(1_000)
  expect(await confirmations()).toBe(4)
})

test("a transaction whose block was taken back is read again", async () => {
  const snapshot = await chain.snapshot()
  const { transactionHash } = await chain.claim(alice)
  expect(await findTransaction(transactionHash as Hex)).toMatchObject({ status: "mined" })
  await chain.revert(snapshot)
  await chain.mine(2)
  later(5_000)
  expect(await findTransaction(transactionHash as Hex)).toBeNull()
})

test("a node that is away is asked again by the next view", async () => {
  const { transactionHash } = await sendReverted()
  node.set({ kind: "refusing" })
  await expect(findTransaction(transactionHash as Hex)).rejects.toMatchObject({
    code: "CHAIN_UNAVAILABLE",
  })
  node.set({ kind: "well" })
  // A call of the first view may still be on its way, and shared.
  const status = () =>
    findTransaction(transactionHash as Hex).then(
      (view) => view?.status,
      (error) => error.code,
    )
  await expect.poll(status).toBe("failed")
})
