import { createPublicClient, toHex } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { checkHealth } from "@/lib/health/service"
import { Keeper } from "@/lib/keeper/keeper"
import { MNEMONIC } from "@/scripts/local/chain"
import {
  alice,
  bob,
  configureChain,
  operator,
  startChain,
  type TestChain,
} from "@/tests/helpers/chain"
import { nodeTransport } from "@/tests/helpers/node-transport"
import { roundActions } from "@/tests/helpers/updown"

function keyOf(addressIndex: number) {
  const { privateKey } = mnemonicToAccount(MNEMONIC, { addressIndex }).getHdKey()
  return toHex(privateKey ?? new Uint8Array())
}

const [BULL, BEAR, CANCELED] = [1, 2, 3]
const HOUR = 3_600

let chain: TestChain
let rounds: ReturnType<typeof roundActions>
let snapshot: unknown
let lines: string[]

beforeAll(async () => {
  process.env.KEEPER_PRIVATE_KEY = keyOf(9)
  chain = await startChain()
  configureChain(chain)
  rounds = roundActions(chain)
  await rounds.start("btc", 100)
  await rounds.start("eth", 100)
  for (const asset of ["bnb", "cake"] as const) await rounds.start(asset, 100)
  snapshot = await chain.call("evm_snapshot")
})

beforeEach(async () => {
  await chain.call("evm_revert", snapshot)
  snapshot = await chain.call("evm_snapshot")
  await pool().query("delete from keeper_status")
  lines = []
})

afterAll(() => chain?.stop())

const newKeeper = () => new Keeper((line) => lines.push(line))

const reader = () => createPublicClient({ transport: nodeTransport(chain.url), cacheTime: 0 })
const head = () => reader().getBlockNumber()

/** Both sides have a bet, so that either can win. */
async function betOnBoth(tf = 0) {
  await rounds.bet(alice, "btc", tf, "bull", "10")
  await rounds.bet(bob, "btc", tf, "bear", "10")
}

test("settles ended rounds with the price after their end, and the next one is open", async () => {
  await betOnBoth()
  const keeper = newKeeper()
  await keeper.run()
  expect(lines).toEqual([])
  const end = await rounds.passEnd("btc", 0, 5)
  await rounds.setPrice("btc", 101)
  await keeper.run()
  expect(await rounds.round("btc", 0, 1n)).toMatchObject({
    outcome: BULL,
    endPrice: 101n * 10n ** 8n,
  })
  expect(await rounds.currentId("btc", 0)).toBe(2n)
  expect((await rounds.round("btc", 0, 2n)).endTime).toBeGreaterThan(end)
  expect(lines).toEqual(["Settled 5m round 1 of btc"])

  // The next one as well, by the same keeper.
  await rounds.bet(bob, "btc", 0, "bear", "5")
  await rounds.passEnd("btc", 0)
  await rounds.setPrice("btc", 99)
  await keeper.run()
  await keeper.run()
  expect(await rounds.round("btc", 0, 2n)).toMatchObject({ outcome: BEAR })
  expect(lines).toHaveLength(2)
})

test("waits for a price, silently, and cancels when none can decide any more", async () => {
  await betOnBoth()
  const keeper = newKeeper()
  await rounds.passEnd("btc", 0, 1_200)
  const before = await head()
  await keeper.run()
  // An update in this second would still count.
  expect(await head()).toBe(before)
  await chain.warp(1)
  await chain.mine()
  await keeper.run()
  expect(await rounds.round("btc", 0, 1n)).toMatchObject({ outcome: CANCELED, endPrice: 0n })
  // The hour is not over, but a quarter of it is, twice.
  expect(lines).toContain("Canceled 5m round 1 of btc")
  expect(lines.filter((line) => line.includes("1h"))).toEqual([])
  expect((await checkHealth()).checks.keeper).toMatchObject({ ok: true, reason: null })
})

test("cancels when the first price after the end came too late", async () => {
  await betOnBoth()
  await rounds.passEnd("btc", 0, 1_300)
  await rounds.setPrice("btc", 120)
  await newKeeper().run()
  expect(await rounds.round("btc", 0, 1n)).toMatchObject({ outcome: CANCELED })
})

test("opens a round where none is open as soon as the price is fresh", async () => {
  await rounds.passEnd("btc", 2, HOUR)
  const keeper = newKeeper()
  await keeper.run()
  await keeper.run()
  // The last price is two hours old: canceled, and nothing to start with.
  expect(await rounds.currentId("btc", 2)).toBe(0n)
  const before = await head()
  await keeper.run()
  expect(await head()).toBe(before)

  await rounds.setPrice("btc", 97)
  await keeper.run()
  expect(await rounds.currentId("btc", 2)).toBe(2n)
  expect(await rounds.round("btc", 2, 2n)).toMatchObject({ startPrice: 97n * 10n ** 8n })
  expect(lines).toContain("Opened 1h round 2 of btc")
  // Assets nobody has started stay as they are.
  expect(await rounds.currentId("doge", 2)).toBe(0n)
})

test("a round that was closed at an old price is followed by one at the next price, at once", async () => {
  const keeper = newKeeper()
  await keeper.run()
  await rounds.passEnd("btc", 1)
  await rounds.setPrice("btc", 101)
  // Too old for 5 and 15 minutes alone.
  await chain.warp(91)
  await chain.mine()
  await keeper.run()
  expect(lines.toSorted()).toEqual(["Settled 15m round 1 of btc", "Settled 5m round 1 of btc"])
  expect([await rounds.currentId("btc", 0), await rounds.currentId("btc", 1)]).toEqual([0n, 0n])
  const before = await head()
  await keeper.run()
  expect(await head()).toBe(before)
  await rounds.setPrice("btc", 103)
  await keeper.run()
  expect(await rounds.round("btc", 0, 2n)).toMatchObject({ startPrice: 103n * 10n ** 8n })
  expect(await rounds.currentId("btc", 1)).toBe(2n)
})

test("opens nothing after an emergency stop, and goes on after it", async () => {
  const keeper = newKeeper()
  await keeper.run()
  await rounds.panic("btc")
  await rounds.setPrice("btc", 100)
  await newKeeper().run()
  expect(await rounds.currentId("btc", 0)).toBe(0n)
  expect(lines).toEqual([])
  await rounds.resume("btc")
  await rounds.passEnd("btc", 0)
  await rounds.setPrice("btc", 100)
  await keeper.run()
  expect(lines).toEqual(["Settled 5m round 2 of btc"])
})

test("reads nothing but the head while no round has ended", async () => {
  // An old price of an asset that nobody has started would be read again and again.
  await rounds.setPrice("doge", 1)
  const keeper = newKeeper()
  const requests: string[] = []
  const { fetch } = globalThis
  // Only its own node counts: what earlier files of the process have left behind asks others.
  globalThis.fetch = (input, init) => {
    if (String(input).startsWith(chain.url)) requests.push(String(init?.body))
    return fetch(input, init)
  }
  const runs: string[][] = []
  try {
    // What a run does not read in time on a busy machine the next one reads.
    for (let run = 0; run < 4; run++) {
      await keeper.run()
      runs.push(requests.splice(0))
    }
  } finally {
    globalThis.fetch = fetch
  }
  expect(runs[0]?.length).toBeGreaterThan(1)
  // Rounds of an asset that nobody has started are not asked for again soon, either.
  expect(runs.at(-1)).toEqual([expect.stringContaining("eth_getBlockByNumber")])
})

test("two keepers at once settle each round once and call nothing a failure", async () => {
  await betOnBoth()
  await rounds.passEnd("eth", 1)
  await rounds.setPrice("btc", 90)
  await rounds.setPrice("eth", 90)
  const other = new Keeper((line) => lines.push(line), { privateKey: keyOf(8) })
  await Promise.all([newKeeper().run(), other.run()])
  expect(lines.toSorted()).toEqual([
    "Settled 15m round 1 of btc",
    "Settled 15m round 1 of eth",
    "Settled 5m round 1 of btc",
    "Settled 5m round 1 of eth",
  ])
  expect((await checkHealth()).checks.keeper).toMatchObject({ ok: true, reason: null })
})

test("a round that somebody else settled between reading and sending is no failure", async () => {
  await rounds.passEnd("btc", 0)
  await rounds.setPrice("btc", 100)
  const keeper = newKeeper()
  const settled = rounds.settle(operator, "btc", 0)
  await Promise.all([settled, keeper.run()])
  expect(await rounds.currentId("btc", 0)).toBe(2n)
  expect(lines.filter((line) => line.startsWith("Could not"))).toEqual([])
})
