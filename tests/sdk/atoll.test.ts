import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { type Action, type Atoll, AtollError, createAtoll, NotFoundError } from "@/sdk/src/client"
import { createSigner, parseLimits, parseUsdb, writeLimits } from "@/sdk/src/signing"
import { bob } from "@/tests/helpers/chain"
import { createMarkets } from "@/tests/helpers/markets"
import { catchUp } from "@/tests/lib/indexer/following"
import { carolAccount, daveAccount } from "./keys"
import { type Service, startService } from "./service"

let service: Service
let atoll: Atoll
let token: string
let market: string
let folder: string
let key = ""

const usdb = (text: string) => `${parseUsdb(text)}`

beforeAll(async () => {
  service = await startService(async (chain) => {
    await chain.buyMain(bob, "10")
    token = (await chain.launch(bob)).token
    await chain.launch(bob, { symbol: "REED", name: "Reed" })
    const markets = await createMarkets(chain)
    market = (await markets.createMarket(bob)).token
  })
  folder = mkdtempSync(path.join(tmpdir(), "atoll-sdk-"))
  atoll = createAtoll({
    url: service.url,
    account: carolAccount,
    onKey: (newKey) => (key = newKey),
  })
})

afterAll(async () => {
  rmSync(folder, { recursive: true })
  await service.stop()
})

describe("a client with an account", () => {
  test("signs in when it is first asked to, once", async () => {
    const [stats] = await Promise.all([atoll.me.stats(), atoll.me.stats()])
    expect(stats).toHaveProperty("totalTrades")
    expect(key).toMatch(/^\w+/)
    expect(
      service.requests.filter((each) => each.startsWith("POST /api/v1/auth/keys")),
    ).toHaveLength(1)
  })

  test("lists tokens over all pages, and page by page", async () => {
    const list = atoll.tokens.list({ limit: 1 })
    const symbols: string[] = []
    for await (const { symbol } of list) symbols.push(symbol)
    expect(symbols).toEqual(expect.arrayContaining(["KELP", "REED"]))
    const page = await list.page({ page: 2 })
    expect(page.data.map(({ symbol }) => symbol)).toEqual([symbols[1]])
    expect(page.pagination).toMatchObject({ page: 2, limit: 1, hasMore: true })
  })

  test("buys and sells a token, and answers the indexed rows", async () => {
    const bought = await atoll.tokens.buy({ token, amount: usdb("3") })
    expect(bought.events.map(({ type }) => type)).toContain("TokensTraded")
    const trades = []
    for await (const trade of atoll.tokens.trades(token, { limit: 1 })) trades.push(trade)
    expect(trades[0]?.txHash).toBe(bought.transactions.at(-1)?.hash)
    const amount = `${BigInt(bought.quote.out[0]?.amount ?? 0) / 2n}`
    const sold = await atoll.tokens.sell({ token, amount })
    expect(sold.transactions).toHaveLength(2)
    expect(sold.transactions.every(({ status }) => status === "success")).toBe(true)
  })

  test("proposes anew when the bond has grown before the transaction, with an exact approval", async () => {
    const { chain } = service
    const markets = await createMarkets(chain)
    const question = await markets.createMarket(bob)
    await catchUp(chain)
    const { usdb: asset, resolver: spender } = chain.book
    await atoll.execute({ action: "approve.revoke", token: asset, spender })
    let sends = 0
    const late = createAtoll({
      ...{ url: service.url, key, account: carolAccount },
      fetch: async (request) => {
        const isSend = request.url.endsWith("/transactions/send")
        if (isSend && ++sends === 1) await markets.donate(bob, question, "1000", "general")
        return fetch(request)
      },
    })
    const propose = { action: "market.propose", market: question.token, outcomeId: 0 } as const
    const { quote, events } = await late.execute(propose)
    expect(sends).toBe(2)
    expect(events.map(({ type }) => type)).toContain("Proposal")
    expect(quote.in).toMatchObject([{ symbol: "USDB", amount: usdb("10.5") }])
  })

  test("throws the error of a code", async () => {
    const error = await atoll.tokens.get(`0x${"12".repeat(20)}`).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(NotFoundError)
    expect(error).toBeInstanceOf(AtollError)
    expect(error).toMatchObject({ code: "TOKEN_NOT_FOUND", status: 404 })
    expect(error.requestId).toMatch(/\S/)
    expect(error.remedy).toMatch(/GET \/api\/v1\/tokens/)
  })

  test("says what to give where there is no key, or one that was not kept", async () => {
    const nobody = createAtoll({ url: service.url })
    const read = await nobody.tokens
      .list()
      .page()
      .catch((thrown) => thrown)
    expect(read).toMatchObject({ code: "UNAUTHENTICATED", status: 401 })
    expect(read.remedy).toMatch(/`key`.*`account`/)
    expect(await nobody.signIn().catch((thrown) => thrown.remedy)).toMatch(/`key`.*`account`/)
    const second = createAtoll({ url: service.url, account: carolAccount, onKey: () => {} })
    const refused = await second.me.stats().catch((thrown) => thrown)
    expect(refused).toMatchObject({ code: "KEY_LIMIT_REACHED", status: 400 })
    expect(refused.remedy).toMatch(/`key`.*replaceKey/)
    const kept = createAtoll({ url: service.url, account: carolAccount, key })
    expect(await kept.me.stats()).toHaveProperty("totalTrades")
  })
})

test("an account alone works again and again: its key is kept where the command finds it", async () => {
  vi.stubEnv("XDG_CONFIG_HOME", path.join(folder, "config"))
  const connect = () => createAtoll({ url: service.url, account: daveAccount })
  await connect().tokens.list().page()
  const before = service.requests.length
  await connect().tokens.list().page()
  expect(await connect().me.stats()).toHaveProperty("totalTrades")
  expect(service.requests.slice(before).filter((each) => each.includes("/auth/"))).toEqual([])
  const [name = ""] = readdirSync(path.join(folder, "config/atoll/keys"))
  const file = path.join(folder, "config/atoll/keys", name)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  // One that was deleted since is made anew.
  const first = connect()
  await first.signOut()
  writeFileSync(file, "gone\n")
  await first.tokens.list().page()
  await connect().tokens.list().page()
  await connect().signOut()
  expect(readdirSync(path.dirname(file))).toEqual([])
  vi.unstubAllEnvs()
})

describe("a signer with limits", () => {
  const limitsFile = () => path.join(folder, "limits.json")

  test("signs within them, and nothing beyond", async () => {
    await writeLimits(limitsFile(), parseLimits({ maxPerAction: "5", maxPerDay: "7" }))
    const signer = createSigner({ account: daveAccount, limitsFile: limitsFile() })
    const buy = (amount: string) =>
      signer.execute(atoll, { action: "market.buy", market, outcomeId: 0, amount: usdb(amount) })
    const { events } = await buy("4")
    expect(events.length).toBeGreaterThan(0)
    await expect(buy("5.5")).rejects.toMatchObject({ code: "LIMIT_PER_ACTION" })
    await expect(buy("4")).rejects.toMatchObject({ code: "LIMIT_PER_DAY" })
  })

  test.each([
    ["by the service's word", false],
    ["by an own node", true],
  ])("gives nothing away that is worth more (%s)", async (_, hasNode) => {
    const rpcUrl = hasNode ? { rpcUrl: service.chain.url } : {}
    const client = createAtoll({ url: service.url, key, account: daveAccount, ...rpcUrl })
    await client.markets.buy({ market, outcomeId: 1, amount: usdb("30"), fillOrders: false })
    const { mainToken } = await client.contracts()
    const { quote } = await client.tokens.buy({ token: mainToken, amount: usdb("20") })
    const amount = `${BigInt(quote.out[0]?.amount ?? 0) / 2n}`
    const creation = await client.vesting.create({
      ...{ token: mainToken, beneficiary: daveAccount.address, amount, durationInDays: 100 },
    })
    const vestingId = Number(/"vestingId":"?(\d+)/.exec(JSON.stringify(creation.events))?.[1])
    await writeLimits(limitsFile(), parseLimits({ maxPerAction: "1", maxPerDay: "100" }))
    const signer = createSigner({ account: daveAccount, limitsFile: limitsFile() })
    const other = carolAccount.address
    const gifts: Action[] = [
      { action: "vesting.transferCreator", vestingId, creator: other },
      { action: "vesting.changeBeneficiary", vestingId, beneficiary: other },
      { action: "vesting.add", vestingId, amount },
      {
        ...{ action: "market.list", market, outcomeId: 1, amount: usdb("30") },
        pricePerShare: usdb("0.04"),
      },
    ]
    for (const gift of gifts) {
      await expect(signer.execute(client, gift)).rejects.toMatchObject({ code: "LIMIT_PER_ACTION" })
    }
    const sale: Action = { action: "token.sell", token: mainToken, amount }
    await expect(signer.execute(client, { ...sale, slippageBp: 301 })).rejects.toMatchObject({
      code: "LIMIT_SLIPPAGE",
    })
    const least = `${BigInt(amount) * 1_000n}`
    await expect(signer.execute(client, { ...sale, minOut: least })).rejects.toMatchObject({
      code: "BELOW_MIN_OUT",
    })
    // What is sold, offered at its price, or taken back is no gift.
    await signer.execute(client, { ...sale, minOut: "1" })
    const fair: Action = {
      ...{ action: "market.list", market, outcomeId: 1, amount: usdb("2") },
      pricePerShare: usdb("0.9"),
    }
    expect((await signer.execute(client, fair)).transactions).toMatchObject([{ status: "success" }])
  })
})
