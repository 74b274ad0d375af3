import { encodeFunctionData } from "viem"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import * as faucet from "@/app/api/v1/sync/faucet/route"
import * as sync from "@/app/api/v1/sync/route"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { pool } from "@/lib/db/client"
import { WAD } from "@/lib/units"
import { call } from "@/tests/helpers/call"
import {
  alice,
  bob,
  carol,
  configureChain,
  operator,
  startChain,
  type TestChain,
} from "@/tests/helpers/chain"
import { windowStart } from "@/tests/helpers/rate-window"
import { skipPauses } from "@/tests/helpers/skip-pauses"
import { emptyIndex } from "@/tests/lib/indexer/tables"

let chain: TestChain
let token: string
const UNKNOWN = `0x${"ab".repeat(32)}`

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  token = (await chain.launch(carol, { frozen: true })).token
})
beforeEach(() => emptyIndex(pool()))
afterAll(() => chain?.stop())

const post = (route: typeof sync | typeof faucet, txHash: unknown, ip?: string) =>
  call(route, { method: "POST", body: { txHash }, ...(ip && { ip }) })

async function reverted() {
  const path = [chain.book.usdb, chain.book.mainToken]
  const args = [WAD, 10n ** 30n, path, false] as const
  const data = encodeFunctionData({ abi: swapAbi, functionName: "buyTokens", args } as never)
  const receipt = await chain.send(alice, chain.book.swap, data)
  expect(receipt.status).toBe("0x0")
  return receipt.transactionHash
}

describe.each([
  ["/api/v1/sync", sync],
  ["/api/v1/sync/faucet", faucet],
] as const)("POST %s", (_, route) => {
  test.each([
    ["absent", undefined],
    ["too short", "0xabc"],
    ["without 0x", "ab".repeat(33)],
    ["not hexadecimal", `0x${"zz".repeat(32)}`],
    ["a number", 5],
  ])("400: txHash is %s", async (_name, txHash) => {
    expect(await post(route, txHash)).toMatchObject({
      status: 400,
      body: { code: "INVALID_TX_HASH" },
    })
  })

  test("422: no such transaction, after waiting for it", async () => {
    const took = await skipPauses(async () => {
      const started = Date.now()
      const { status, body } = await post(route, UNKNOWN)
      expect({ status, body }).toMatchObject({ status: 422, body: { code: "TX_NOT_FOUND" } })
      return Date.now() - started
    })
    expect(took).toBeGreaterThanOrEqual(4_900)
  })

  test("422: a reverted transaction, and nothing is written", async () => {
    const { status, body } = await post(route, await reverted())
    expect({ status, body }).toMatchObject({ status: 422, body: { code: "TX_FAILED" } })
    expect((await pool().query("select 1 from tx")).rowCount).toBe(0)
  })

  test("429: the twenty-first call of a minute", async () => {
    const ip = `198.51.100.${route === sync ? 1 : 2}`
    await windowStart()
    for (let i = 0; i < 20; i++) await post(route, "0x", ip)
    const { status, headers } = await post(route, "0x", ip)
    expect(status).toBe(429)
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0)
  })
})

describe("POST /api/v1/sync", () => {
  test("200: the events of a trade over two pools, in log order", async () => {
    await chain.whitelist(carol, token, [alice], "100", "early")
    const { transactionHash, logs } = await chain.buy(alice, token, "10")
    const { status, body } = await post(sync, transactionHash.toUpperCase().replace("0X", "0x"))
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, loan: null, error: null })
    const { events } = body as { events: Record<string, unknown>[] }
    const main = chain.book.mainToken
    expect(events.filter(({ type }) => type !== "Transfer")).toEqual([
      { type: "Sync", contractAddress: main, logIndex: expect.any(Number) },
      expect.objectContaining({ type: "TokensTraded", contractAddress: main, tradeType: "buy" }),
      { type: "Sync", contractAddress: token, logIndex: expect.any(Number) },
      expect.objectContaining({ type: "TokensTraded", contractAddress: token, user: alice }),
    ])
    const places = events.map(({ logIndex }) => Number(logIndex))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places.every((place) => place < logs.length)).toBe(true)
  })

  test("200: a token's creation and its whitelist, which a removal shortens", async () => {
    const { token: frozen, receipt } = await chain.launch(bob, { frozen: true, symbol: "FROZEN" })
    const created = await post(sync, receipt.transactionHash)
    expect(created.body).toMatchObject({
      events: expect.arrayContaining([
        expect.objectContaining({ type: "TokenCreated", tokenAddress: frozen }),
      ]),
    })
    const listed = await chain.whitelist(bob, frozen, [alice, carol], "5", "friends")
    expect((await post(sync, listed.transactionHash)).body).toMatchObject({
      events: [
        { type: "WhiteListedWallet", wallet: alice },
        { type: "WhiteListedWallet", wallet: carol },
      ],
    })
    const removed = await chain.unlist(bob, frozen, alice)
    expect((await post(sync, removed.transactionHash)).body).toMatchObject({
      events: [],
      error: "No events found in transaction",
    })
    const { rows } = await pool().query("select wallet from whitelist_entry")
    expect(rows).toEqual([{ wallet: carol }])
  })

  test("200: a transaction that touches no platform contract", async () => {
    const { transactionHash } = await chain.send(alice, bob, "0x")
    expect((await post(sync, transactionHash)).body).toEqual({
      success: true,
      events: [],
      loan: null,
      error: "No events found in transaction",
    })
  })

  test("200: the same events again, also many times at once, and no second row", async () => {
    const { transactionHash } = await chain.buyMain(bob, "12")
    const first = await post(sync, transactionHash)
    const again = await Promise.all(Array.from({ length: 8 }, () => post(sync, transactionHash)))
    for (const { body } of again) expect(body).toEqual(first.body)
    expect((await pool().query("select 1 from trade")).rowCount).toBe(1)
  })
})

describe("POST /api/v1/sync/faucet", () => {
  test("200: a claim with a referrer stores the referral", async () => {
    const { transactionHash } = await chain.claim(alice, bob)
    expect((await post(faucet, transactionHash)).body).toEqual({
      success: true,
      events: { faucetClaimed: true, referrerSet: true },
    })
    const { rows } = await pool().query("select wallet, referrer from referral")
    expect(rows).toEqual([{ wallet: alice, referrer: bob }])
  })

  test("200: a claim without a referrer", async () => {
    const { transactionHash } = await chain.claim(operator)
    expect((await post(faucet, transactionHash)).body).toMatchObject({
      events: { faucetClaimed: true, referrerSet: false },
    })
    expect((await pool().query("select 1 from referral")).rowCount).toBe(0)
  })

  test("200: a transaction with neither has both flags false", async () => {
    const { transactionHash } = await chain.buyMain(bob, "1")
    expect((await post(faucet, transactionHash)).body).toEqual({
      success: true,
      events: { faucetClaimed: false, referrerSet: false },
    })
  })
})

test("422: a node that is down is SYNC_FAILED with Retry-After", async () => {
  const { transactionHash } = await chain.buyMain(bob, "1")
  await chain.stop()
  const { status, headers, body } = await skipPauses(() => post(sync, transactionHash))
  expect({ status, body }).toMatchObject({ status: 422, body: { code: "SYNC_FAILED" } })
  expect(headers.get("Retry-After")).toBe("5")
})
