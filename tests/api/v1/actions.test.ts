import { createServer } from "node:http"
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  parseEther,
  parseGwei,
} from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import * as ticketQuoteRoute from "@/app/api/internal/quote/route"
import * as quoteRoute from "@/app/api/v1/quote/route"
import * as buildRoute from "@/app/api/v1/transactions/build/route"
import * as sendRoute from "@/app/api/v1/transactions/send/route"
import { MOST_OF_WALLET } from "@/lib/actions/send/places"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { pool } from "@/lib/db/client"
import { createApiKey } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import {
  alice,
  bob,
  carol,
  configureChain,
  startChain,
  type TestChain,
} from "@/tests/helpers/chain"
import { catchUp } from "@/tests/lib/indexer/following"
import { emptyIndex } from "@/tests/lib/indexer/tables"

// What this file asks for in a second is more than a key may ask for in a minute.
process.env.RATE_LIMIT_KEY = "1000"

const MNEMONIC = "test test test test test test test test test test test junk"
const carolAccount = mnemonicToAccount(MNEMONIC, { addressIndex: 4 })
const TEN = `${parseEther("10")}`
const NOBODY = "0x00000000000000000000000000000000000000b0"

let chain: TestChain
let token: string
let frozen: string
let key: { key: string }

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  token = (await chain.launch(bob, { multiplier: 80n })).token
  frozen = (await chain.launch(bob, { symbol: "ICE", name: "Ice", frozen: true })).token
  await chain.buy(alice, token, "1000")
  await emptyIndex(pool())
  await catchUp(chain)
  key = await createApiKey(alice)
})

afterAll(() => chain.stop())

const quote = (body: object) => call(quoteRoute, { method: "POST", body, as: key })
const build = (body: object) => call(buildRoute, { method: "POST", body, as: key })
const send = (body: object) => call(sendRoute, { method: "POST", body, as: key })

describe("POST /api/v1/quote", () => {
  test("needs a session or a key", async () => {
    const { status } = await call(quoteRoute, {
      ...{ method: "POST", body: { action: "token.buy", token, amount: TEN } },
    })
    expect(status).toBe(401)
  })

  test("tickets get the same without an account, and what is wrong with it", async () => {
    const wish = { action: "token.buy", token, amount: TEN, wallet: carol }
    const own = await call(ticketQuoteRoute, { method: "POST", body: wish })
    expect(own.status).toBe(200)
    expect(own.headers.get("cache-control")).toBe("no-store")
    // Each is valid from its own second on.
    const { body: other } = await quote(wish)
    expect(own.body).toEqual({ ...other, validUntil: expect.any(String) })
    const frozenWish = { ...wish, token: frozen }
    const { body } = await call(ticketQuoteRoute, { method: "POST", body: frozenWish })
    expect(body.blockers).toHaveLength(1)
    expect(body.out).toEqual([])
  })

  test("without a wallet says nothing of balances, and has every figure", async () => {
    const { status, body } = await quote({ action: "token.buy", token, amount: TEN })
    expect(status).toBe(200)
    expect(body).toMatchObject({ action: "token.buy", blockers: [] })
    expect(body.in).toMatchObject([{ symbol: "USDB", amount: TEN, usd: 10 }])
    expect(body.out).toMatchObject([{ asset: token, symbol: "KELP" }])
    expect(Number(body.priceAfter)).toBeGreaterThan(Number(body.priceBefore))
    expect(body.fees).toMatchObject([{ kind: "trade", symbol: "USDB", usd: 0.15 }])
    expect(body.route.map(({ to }) => to)).toEqual(["TIDE", "KELP"])
    expect(body.effect).toMatch(/^You pay 10 USDB and receive .* KELP\.$/)
  })

  test("the least amount follows from the slippage", async () => {
    const wish = { action: "token.buy", token, amount: TEN }
    const exact = (await quote({ ...wish, slippageBp: 0 })).body.out[0]
    const loose = (await quote({ ...wish, slippageBp: 600 })).body
    expect(exact?.minAmount).toBe(exact?.amount)
    expect(BigInt(loose.out[0]?.minAmount ?? 0)).toBe(
      (BigInt(exact?.amount ?? 0) * 9_400n + 9_999n) / 10_000n,
    )
    expect(loose.warnings.map(({ code }) => code)).toContain("HIGH_SLIPPAGE")
  })

  test("a large trade is warned of", async () => {
    const { body } = await quote({ action: "token.buy", token, amount: `${parseEther("900")}` })
    expect(body.impactBp).toBeGreaterThan(500)
    expect(body.warnings.map(({ code }) => code)).toContain("HIGH_IMPACT")
  })

  test("an amount below a cent is warned of, and none above it", async () => {
    const codesOf = async (amount: bigint) =>
      (await quote({ action: "token.buy", token, amount: `${amount}` })).body.warnings.map(
        ({ code }) => code,
      )
    expect(await codesOf(9_999_999_999_999_999n)).toContain("TINY_AMOUNT")
    expect(await codesOf(10_000_000_000_000_000n)).not.toContain("TINY_AMOUNT")
  })

  test("fields that the action does not have are ignored, and named with the one that is meant", async () => {
    const wish = { action: "token.buy", token, amount: TEN }
    const { status, body } = await quote({
      ...{ ...wish, slippageBps: 5, slippagePercent: 5, walet: carol, "say: EVIL": 1, note: null },
      ...{ market: carol, none: null, wallet: null },
    })
    expect(status).toBe(200)
    expect(body.out).toEqual((await quote(wish)).body.out)
    const ignored = body.warnings.filter(({ code }) => code === "UNKNOWN_FIELD")
    expect(ignored.map(({ message }) => message)).toEqual([
      "`slippageBps` is ignored: it is no field of token.buy. Is `slippageBp` meant?",
      "`slippagePercent` is ignored: it is no field of token.buy. Is `slippageBp` meant?",
      "`walet` is ignored: it is no field of token.buy. Is `wallet` meant?",
      "`market` is ignored: it is no field of token.buy, whose fields are action, wallet, slippageBp, minOut, token, amount.",
    ])
    const built = (await build({ ...wish, wallet: alice, slippageBps: 5 })).body
    expect(built.quote.warnings.map(({ code }) => code)).toContain("UNKNOWN_FIELD")
  })

  test("a wallet that cannot pay is told so, with the figures of one that could", async () => {
    const wish = { action: "token.buy", token, amount: TEN }
    const { body } = await quote({ ...wish, wallet: NOBODY })
    expect(body.blockers).toMatchObject([{ code: "INSUFFICIENT_BALANCE" }])
    expect(body.out).toEqual((await quote(wish)).body.out)
  })

  test("a sale of what one does not have is figured as well", async () => {
    const wish = { action: "token.sell", token, amount: TEN, wallet: NOBODY }
    const { body } = await quote(wish)
    expect(body.blockers).toMatchObject([{ code: "INSUFFICIENT_BALANCE" }])
    expect(body.out).toMatchObject([{ symbol: "USDB" }])
  })

  test("what the contract refuses is said with its reason and a remedy", async () => {
    const { status, body } = await quote({
      ...{ action: "token.buy", token: frozen, amount: TEN, wallet: alice },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ out: [], blockers: [{ code: "NotWhitelisted" }] })
    expect(body.blockers[0]?.remedy).toBeTruthy()
  })

  test("an amount that is a number is refused with how to write it", async () => {
    const { status, body } = await quote({ action: "token.buy", token, amount: 1e18 })
    expect([status, body.code]).toEqual([400, "VALIDATION_FAILED"])
    expect(body.error).toBe('amount: must be a text of digits, such as "10000000000000000000"')
    const missing = await quote({ action: "token.buy", token })
    expect(missing.body.error).toBe("amount: is required")
  })

  test("bad input is refused: unknown action, unknown token, no amount, too much slippage", async () => {
    const codes = await Promise.all(
      [
        { action: "token.steal" },
        { action: "token.buy", token: NOBODY, amount: TEN },
        { action: "token.buy", token, amount: "0" },
        { action: "token.buy", token, amount: "1.5" },
        { action: "token.buy", token, amount: TEN, slippageBp: 5_001 },
        { action: "market.buy", market: token, outcomeId: 0, amount: TEN },
        { action: "loan.repay", loanId: 7, wallet: alice },
        { action: "updown.bet", asset: "btc", timeframe: "2m", side: "bull", amount: TEN },
      ].map(async (body) => (await quote(body)).body.code),
    )
    expect(codes).toEqual([
      "VALIDATION_FAILED",
      "TOKEN_NOT_FOUND",
      ...["VALIDATION_FAILED", "VALIDATION_FAILED", "VALIDATION_FAILED"],
      "MARKET_NOT_FOUND",
      "LOAN_NOT_FOUND",
      "VALIDATION_FAILED",
    ])
  })

  test("a node without eth_simulateV1 gives the same figures", async () => {
    const wish = { action: "token.sell", token, amount: TEN, wallet: NOBODY }
    const usual = (await quote(wish)).body
    const poorNode = await startPoorNode(chain.url)
    const { getBatchedClient } = await import("@/lib/chain/client")
    const client = getBatchedClient()
    if (!client) throw new Error("No client")
    const { request } = client.transport
    // The transport of this process asks the poor node from here on.
    Object.assign(client.transport, {
      url: poorNode.url,
      request: async ({ method, params }: { method: string; params?: unknown }) => {
        const answer = await fetch(poorNode.url, {
          ...{ method: "POST", headers: { "content-type": "application/json" } },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
        })
        const { result, error } = await answer.json()
        if (error) throw Object.assign(new Error(error.message), error)
        return result
      },
    })
    try {
      const { body } = await quote(wish)
      expect(body.out).toEqual(usual.out)
      expect(body.in).toEqual(usual.in)
      expect(poorNode.refused).toBeGreaterThan(0)
    } finally {
      Object.assign(client.transport, { url: chain.url, request })
      await poorNode.stop()
    }
  })
})

describe("POST /api/v1/transactions/build", () => {
  test("approves exactly, only when it is missing, and simulates both", async () => {
    const wish = { action: "vault.wrap", amount: TEN, wallet: alice }
    await chain.buyMain(alice, "50")
    const { status, body } = await build(wish)
    expect(status).toBe(200)
    expect(body.transactions.map(({ kind }) => kind)).toEqual(["approve", "action"])
    expect(body.transactions.map(({ nonce }) => nonce)).toEqual([
      body.transactions[0]?.nonce,
      (body.transactions[0]?.nonce ?? 0) + 1,
    ])
    expect(body.transactions[0]?.data.endsWith(parseEther("10").toString(16))).toBe(true)
    expect(body.calls).toMatchObject({ version: "2.0.0", chainId: "0x7a69", from: alice })
    expect(body.simulation).toMatchObject({ ok: true, revert: null })
    const changes = body.simulation.changes.map(({ symbol, amount }) => [symbol, amount])
    expect(changes).toContainEqual(["TIDE", `-${TEN}`])
    const { token: tide } = { token: chain.book.mainToken }
    await chain.write(alice, tide, erc20Abi as never, "approve", [chain.book.staking, maxUint256])
    expect((await build(wish)).body.transactions.map(({ kind }) => kind)).toEqual(["action"])
  })

  test("what would revert says why, and a wallet is needed", async () => {
    const wish = { action: "token.buy", token, amount: TEN }
    const poor = (await build({ ...wish, wallet: NOBODY })).body
    expect(poor.simulation).toMatchObject({ ok: false })
    expect(poor.quote.blockers).toMatchObject([{ code: "INSUFFICIENT_BALANCE" }])
    // Who looks at nothing else finds nothing to sign.
    expect([poor.transactions, poor.calls.calls]).toEqual([[], []])
    const blocked = (await build({ ...wish, token: frozen, wallet: alice })).body
    expect(blocked.transactions).toEqual([])
    expect(blocked.simulation.revert).toMatchObject({ code: "NotWhitelisted" })
    expect((await build(wish)).body).toMatchObject({
      ...{ code: "VALIDATION_FAILED", details: [{ path: "wallet" }] },
    })
  })
})

describe("POST /api/v1/transactions/send", () => {
  type Unsigned = { to?: Address; data?: Hex; value?: bigint; nonce?: number; chainId?: number }

  const nonceOf = async (wallet: Address) =>
    Number(await chain.call("eth_getTransactionCount", wallet, "pending"))

  async function sign({ nonce, chainId = 31_337, ...transaction }: Unsigned) {
    return carolAccount.signTransaction({
      ...transaction,
      ...{ type: "eip1559", chainId, gas: 900_000n, maxFeePerGas: parseGwei("5") },
      maxPriorityFeePerGas: 1n,
      nonce: nonce ?? (await nonceOf(carol)),
    })
  }

  test("sends what was built, indexes it, and answers a repetition alike", async () => {
    const wish = { action: "token.buy", token, amount: TEN, wallet: carol }
    const { transactions } = (await build(wish)).body
    const signed = await Promise.all(
      transactions.map(({ to, data, gas, maxFeePerGas, maxPriorityFeePerGas, nonce, chainId }) =>
        carolAccount.signTransaction({
          ...{ to: to as Address, data: data as Hex, nonce, chainId, type: "eip1559" },
          ...{ gas: BigInt(gas), maxFeePerGas: BigInt(maxFeePerGas) },
          maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
        }),
      ),
    )
    const first = await send({ signed })
    expect(first.status).toBe(200)
    const last = first.body.transactions.at(-1)
    expect(last).toMatchObject({ status: "success" })
    expect(last?.events.map(({ type }) => type)).toContain("TokensTraded")
    expect((await send({ signed })).body).toEqual(first.body)
  })

  test("a reverted transaction is told with its reason", async () => {
    const { usdb, mainToken, swap } = chain.book
    const path = [usdb, mainToken, token] as Address[]
    const data = encodeFunctionData({
      ...{ abi: swapAbi, functionName: "buyTokens" },
      args: [parseEther("10"), parseEther("1000000"), path, false],
    })
    const signed = [await sign({ to: swap as Address, data })]
    const { status, body } = await send({ signed })
    expect(status).toBe(200)
    expect(body.transactions).toMatchObject([
      { status: "reverted", events: [], error: { code: "InsufficientOutput" } },
    ])
    expect((await send({ signed, wait: "sent" })).body.transactions).toMatchObject([
      { status: "pending", blockNumber: null },
    ])
  })

  test("transfers, creations and foreign targets are not sent on", async () => {
    const { swap, usdb, mainToken } = chain.book
    const moves = encodeFunctionData({
      ...{ abi: erc20Abi, functionName: "transfer", args: [bob, 1n] },
    })
    const approves = (spender: Address) =>
      encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender, 1n] })
    const refused: Unsigned[] = [
      { to: bob, value: 1n },
      { to: swap as Address, value: 1n },
      { data: "0x6000" },
      { to: NOBODY, data: "0x12345678" },
      { to: swap as Address, data: "0x12345678" },
      { to: usdb as Address, data: moves },
      { to: token as Address, data: moves },
      { to: mainToken as Address, data: approves(bob) },
      { to: NOBODY, data: approves(bob) },
      // What begins like an approval is none: a transfer of coins, and a call of any contract.
      { to: NOBODY, data: approves(swap as Address), value: parseEther("0.5") },
      { to: NOBODY, data: approves(swap as Address) },
      { to: usdb as Address, data: approves(swap as Address), value: 1n },
    ]
    const before = await nonceOf(carol)
    for (const transaction of refused) {
      const { status, body } = await send({ signed: [await sign(transaction)] })
      expect([status, body.code]).toEqual([403, "NOT_OUR_CONTRACT"])
    }
    expect(await nonceOf(carol)).toBe(before)
    for (const to of [usdb, token, chain.book.staking]) {
      const allowed = await sign({ to: to as Address, data: approves(swap as Address) })
      expect((await send({ signed: [allowed] })).status).toBe(200)
    }
  })

  test("one refused transaction keeps the others from being sent", async () => {
    const { usdb, swap } = chain.book
    const nonce = await nonceOf(carol)
    const data = encodeFunctionData({
      ...{ abi: erc20Abi, functionName: "approve", args: [swap as Address, 5n] },
    })
    const signed = [
      await sign({ to: usdb as Address, data, nonce }),
      await sign({ to: bob, value: 1n, nonce: nonce + 1 }),
    ]
    expect((await send({ signed })).status).toBe(403)
    expect(await nonceOf(carol)).toBe(nonce)
  })

  test("only so many requests of a wallet wait at a time; the others are told what to do", async () => {
    const { usdb, swap } = chain.book
    const data = encodeFunctionData({
      ...{ abi: erc20Abi, functionName: "approve", args: [swap as Address, 9n] },
    })
    const nonce = await nonceOf(carol)
    // Not mined before the one that is sent at the end.
    const signed = [await sign({ to: usdb as Address, data, nonce: nonce + 1 })]
    const waiting = Array.from({ length: MOST_OF_WALLET }, () => send({ signed, wait: "mined" }))
    await vi.waitFor(async () => {
      const { status, body } = await send({ signed, wait: "mined" })
      expect([status, body.code]).toEqual([429, "TOO_MANY_WAITING"])
      expect(body.remedy).toContain('`wait: "sent"`')
    })
    expect((await send({ signed, wait: "sent" })).status).toBe(200)
    const first = [await sign({ to: usdb as Address, data, nonce })]
    expect((await send({ signed: first, wait: "sent" })).status).toBe(200)
    for (const { body } of await Promise.all(waiting)) {
      expect(body.transactions).toMatchObject([{ status: "success" }])
    }
    expect((await send({ signed, wait: "mined" })).body.transactions).toMatchObject([
      { status: "success" },
    ])
  })

  test("nonsense, another chain and a used nonce have their codes", async () => {
    const { usdb, swap } = chain.book
    const data = encodeFunctionData({
      ...{ abi: erc20Abi, functionName: "approve", args: [swap as Address, 7n] },
    })
    const to = usdb as Address
    const codeOf = async (signed: string) => {
      const { status, body } = await send({ signed: [signed] })
      return [status, body.code]
    }
    expect(await codeOf("0x02f8")).toEqual([400, "INVALID_TRANSACTION"])
    expect(await codeOf("0xnothex")).toEqual([400, "VALIDATION_FAILED"])
    expect(await codeOf(await sign({ to, data, chainId: 1 }))).toEqual([400, "WRONG_CHAIN"])
    expect(await codeOf(await sign({ to, data, nonce: 0 }))).toEqual([422, "TRANSACTION_REFUSED"])
    expect((await send({ signed: [] })).body.code).toBe("VALIDATION_FAILED")
  })
})

/** A node that does not know `eth_simulateV1` and passes everything else on. */
async function startPoorNode(url: string) {
  let refused = 0
  const server = createServer(async (request, response) => {
    let text = ""
    for await (const part of request) text += part
    const { id, method } = JSON.parse(text)
    response.setHeader("content-type", "application/json")
    if (method === "eth_simulateV1") {
      refused++
      const error = { code: -32601, message: "the method does not exist" }
      response.end(JSON.stringify({ jsonrpc: "2.0", id, error }))
      return
    }
    const answer = await fetch(url, {
      ...{ method: "POST", headers: { "content-type": "application/json" }, body: text },
    })
    response.end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (!address || typeof address === "string") throw new Error("No port")
  return {
    url: `http://127.0.0.1:${address.port}`,
    get refused() {
      return refused
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
