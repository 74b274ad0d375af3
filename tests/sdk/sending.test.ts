import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { keccak256 } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { toExitCode } from "@/sdk/src/cli/exit-codes"
import { type Action, createAtoll, MaybeSentError } from "@/sdk/src/client"
import { createSigner } from "@/sdk/src/signing"
import { book, buildHonestly, USDB } from "./builds"
import { CAROL_KEY } from "./keys"

const account = privateKeyToAccount(CAROL_KEY)
const action: Action = { action: "vault.lock", amount: "1000" }
const NODE = "http://node.test"

/** A service, and a node, whose answers a test chooses; it counts what is signed anew. */
function createWorld(answers: ((signed: string[]) => Response | Error)[], node: NodeAnswers = {}) {
  const submissions: string[][] = []
  let builds = 0
  const fetch = async (request: Request) => {
    const body = await request.json()
    if (request.url.startsWith(NODE)) {
      const result = node[body.method] ?? null
      return Response.json({ jsonrpc: "2.0", id: 1, result })
    }
    if (request.url.endsWith("/build")) {
      builds++
      return Response.json(buildOf(body, builds))
    }
    submissions.push(body.signed)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    const result = answer?.(body.signed) ?? new Error("no answer")
    if (result instanceof Error) throw result
    return result
  }
  const options = { url: "http://atoll.test", fetch, contracts: book, key: "k", retries: 0 }
  const connect = (more: object = {}) =>
    createAtoll({ ...options, account, patienceMs: 0, ...more })
  return { connect, submissions, builds: () => builds }
}

type NodeAnswers = Record<string, unknown>

function buildOf(body: Action, count: number) {
  const [honest] = buildHonestly(body)
  if (!honest) throw new Error("no build")
  const { build } = honest
  const transactions = build.transactions.map((each, place) => ({
    ...{ ...each, nonce: 5 + place, gas: `${100_000 + count}` },
  }))
  const out = build.quote.out.filter(({ asset }) => "receive" in body && asset === USDB)
  const calls = { ...build.calls, from: account.address }
  return { ...build, quote: { ...build.quote, out }, transactions, calls }
}

const lost = () => new TypeError("fetch failed")
const done = (status: string) => (signed: string[]) =>
  Response.json({
    transactions: signed.map((each) => ({
      ...{ hash: keccak256(each as `0x${string}`), status, blockNumber: 7, events: [] },
    })),
  })
const refuse = (status: number, code: string) => () =>
  Response.json({ error: code, code }, { status })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "atoll-sending-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe("an action whose answer is lost", () => {
  test("is found by asking again, with the same transactions", async () => {
    const world = createWorld([lost, refuse(504, "SERVICE_UNAVAILABLE"), done("success")])
    const { transactions } = await world.connect({ patienceMs: 5_000 }).execute(action)
    expect(transactions).toMatchObject([{ status: "success" }])
    expect(new Set(world.submissions.flat()).size).toBe(1)
    expect(world.builds()).toBe(1)
  })

  test("may have been sent: the error says so, names it, and is no failure", async () => {
    const world = createWorld([lost])
    const error = await world
      .connect()
      .execute(action)
      .catch((thrown) => thrown)
    expect(error).toBeInstanceOf(MaybeSentError)
    expect(error.code).toBe("MAYBE_SENT")
    expect(error.message).toBe(`Checking whether it was sent: ${keccak256(error.signed[0])}`)
    expect(`${error.message} ${error.remedy}`).not.toMatch(/failed|try again/i)
    expect(toExitCode(error)).toBe(7)
  })

  test("is not signed anew by the same again, but by another, and by one that was refused", async () => {
    const world = createWorld([lost, lost, done("success")])
    const atoll = world.connect()
    await expect(atoll.execute(action)).rejects.toThrow(MaybeSentError)
    await expect(atoll.execute(action)).rejects.toThrow(MaybeSentError)
    expect((await atoll.execute(action)).transactions).toMatchObject([{ status: "success" }])
    expect([world.builds(), new Set(world.submissions.flat()).size]).toEqual([1, 1])
    // What is wanted then is another one.
    await atoll.execute(action)
    expect(world.builds()).toBe(2)
    const other = createWorld([lost, refuse(422, "TRANSACTION_REFUSED"), done("success")])
    const client = other.connect()
    await expect(client.execute(action)).rejects.toThrow(MaybeSentError)
    await client.execute(action)
    expect([other.builds(), other.submissions.length]).toEqual([2, 3])
  })

  test("that was reverted is tried anew", async () => {
    const world = createWorld([lost, done("reverted"), done("success")])
    const atoll = world.connect()
    await expect(atoll.execute(action)).rejects.toThrow(MaybeSentError)
    await atoll.execute(action)
    expect(world.builds()).toBe(2)
  })

  test("is decided by hash on an own node, and by nonce and sender", async () => {
    const build = { eth_chainId: "0x7a69", eth_getTransactionCount: "0x5" }
    const word = `0x${"0".repeat(64)}`
    const simulated = [{ calls: Array(3).fill({ status: "0x1", returnData: word }) }]
    const node = { ...build, eth_simulateV1: simulated }
    const mined = { status: "0x1", blockNumber: "0x9" }
    const world = createWorld([lost], { ...node, eth_getTransactionReceipt: mined })
    const { transactions } = await world.connect({ rpcUrl: NODE }).execute(action)
    expect(transactions).toMatchObject([{ status: "success", blockNumber: 9 }])
    const answers: NodeAnswers = { ...node }
    const replaced = createWorld([lost], answers)
    const atoll = replaced.connect({ rpcUrl: NODE })
    const error = await atoll.execute(action).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(MaybeSentError)
    answers.eth_getTransactionCount = "0x6"
    await expect(atoll.checkSent(error.signed)).rejects.toMatchObject({
      message: "It was not sent: another transaction has taken its nonce",
    })
  })

  test("is gone on with by another run of a signer, and not by one beside it", async () => {
    const limitsFile = path.join(folder, "limits.json")
    const world = createWorld([lost, done("success")])
    const run = () => createSigner({ account, limitsFile }).execute(world.connect(), action)
    await expect(run()).rejects.toThrow(MaybeSentError)
    expect(readdirSync(`${limitsFile}.sending`)).toHaveLength(1)
    await run()
    expect([world.builds(), new Set(world.submissions.flat()).size]).toEqual([1, 1])
    expect(readdirSync(`${limitsFile}.sending`)).toEqual([])
    await run()
    expect(world.builds()).toBe(2)
  })
})

test("what the service refuses is refused, and nothing is checked", async () => {
  const world = createWorld([refuse(403, "NOT_OUR_CONTRACT")])
  await expect(world.connect({ patienceMs: 9_000 }).execute(action)).rejects.toMatchObject({
    code: "NOT_OUR_CONTRACT",
  })
  expect(world.submissions).toHaveLength(1)
})

describe("an own node", () => {
  const ask = (answers: NodeAnswers) => {
    const wish = { action: "vault.unwrap", amount: "1000", receive: "usdb" } as Action
    const world = createWorld([done("success")], answers)
    return world.connect({ rpcUrl: NODE }).build(wish)
  }
  const word = (amount: bigint) => `0x${amount.toString(16).padStart(64, "0")}`
  const views = (amounts: bigint[]) =>
    amounts.map((each) => ({ status: "0x1", returnData: word(each) }))
  const BASE = { eth_chainId: "0x7a69", eth_getTransactionCount: "0x5" }
  const simulate = (gained: bigint, status = "0x1") => {
    // USDB, and what the wallet and the schedules have of what is received.
    const before = [0n, 0n, 0n]
    return [
      {
        calls: [...views(before), { status, returnData: "0x" }, ...views(before.map(() => gained))],
      },
    ]
  }

  test("refuses another chain, nonces that it does not know, and what reverts", async () => {
    const fine = { ...BASE, eth_simulateV1: simulate(100n * 10n ** 18n) }
    await ask(fine)
    for (const lie of [
      { eth_chainId: "0x1" },
      { eth_getTransactionCount: "0x4" },
      { eth_getTransactionCount: "0x6" },
      { eth_simulateV1: simulate(1n, "0x0") },
    ]) {
      await expect(ask({ ...fine, ...lie })).rejects.toMatchObject({
        code: "UNEXPECTED_TRANSACTION",
      })
    }
  })

  test("refuses a least amount far below what it says that the action gives", async () => {
    // 99 of 100 are accepted; the node says that it gives more by now.
    await ask({ ...BASE, eth_simulateV1: simulate(101n * 10n ** 18n) })
    await expect(ask({ ...BASE, eth_simulateV1: simulate(102n * 10n ** 18n) })).rejects.toThrow(
      "your own node says that it gives",
    )
  })

  test("that is away signs nothing", async () => {
    const world = createWorld([done("success")])
    const fetch = async (request: Request) => {
      if (request.url.startsWith(NODE)) throw new TypeError("fetch failed")
      return Response.json(buildOf(await request.json(), 1))
    }
    await expect(world.connect({ rpcUrl: NODE, fetch }).build({ ...action })).rejects.toMatchObject(
      { code: "RPC_UNAVAILABLE" },
    )
  })
})
