import { spawn } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { encodeFunctionData, erc20Abi, parseAbi, parseTransaction } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { Action, AddressBook, Build } from "@/sdk/src/client"
import { createAtoll } from "@/sdk/src/client"
import {
  createSigner,
  DailySpending,
  parseLimits,
  parseUsdb,
  readLimits,
  type Signer,
  writeLimits,
} from "@/sdk/src/signing"
import { bundleForTest } from "@/tests/helpers/bundle"
import { buildHonestly } from "./builds"
import { CAROL_KEY } from "./keys"

const at = (digit: string) => `0x${digit.repeat(40)}`
const [USDB, TIDE, SWAP, TOKEN, THIEF] = ["1", "2", "3", "4", "5"].map(at) as [
  string,
  string,
  string,
  string,
  string,
]

/** Every contract has an address of its own. */
const book = {
  ...Object.fromEntries(
    [
      ...["factory", "marketTrading", "loanHub", "vesting", "staking", "resolver"],
      ...["privateMarket", "reader", "leverage", "taxes", "identityRegistry"],
    ].map((name, place) => [name, `0x${`${place + 10}`.repeat(20)}`]),
  ),
  ...{ usdb: USDB, mainToken: TIDE, swap: SWAP, chainId: 31337, startBlock: 0 },
  upDown: { btc: at("a"), eth: at("b"), bnb: at("c"), cake: at("d"), doge: at("e") },
} as unknown as AddressBook

const account = privateKeyToAccount(CAROL_KEY)
const swapAbi = parseAbi(["function buyTokens(uint256, uint256, address[], bool)"])

/** What an honest service builds for a purchase. */
function buildPurchase(amount: bigint): Build {
  const approve = encodeFunctionData({
    abi: erc20Abi,
    functionName: "approve",
    args: [SWAP as `0x${string}`, amount],
  })
  const buy = encodeFunctionData({
    abi: swapAbi,
    args: [amount, 99n, [USDB, TIDE, TOKEN] as `0x${string}`[], false],
  })
  const frame = { value: "0", gas: "100000", maxFeePerGas: "2", maxPriorityFeePerGas: "1" }
  const transactions: Build["transactions"] = [
    {
      kind: "approve",
      to: USDB,
      data: approve,
      nonce: 4,
      chainId: 31337,
      description: "",
      ...frame,
    },
    { kind: "action", to: SWAP, data: buy, nonce: 5, chainId: 31337, description: "", ...frame },
  ]
  const calls = transactions.map(({ to, data }) => ({ to, data, value: "0x0" }))
  return {
    quote: {
      ...{ action: "token.buy", block: 1, validUntil: "", impactBp: 0, effect: "" },
      in: [{ asset: USDB, symbol: "USDB", amount: `${amount}`, usd: Number(amount) / 1e18 }],
      gives: [],
      out: [{ asset: TOKEN, symbol: "KELP", amount: "100", minAmount: "99", usd: 0 }],
      ...{ priceBefore: null, priceAfter: null, fees: [], route: [], warnings: [], blockers: [] },
    },
    transactions,
    calls: {
      ...{ version: "2.0.0", chainId: "0x7a69", from: account.address, atomicRequired: true },
      calls,
    },
    simulation: { ok: true, gasUsed: "1", changes: [], revert: null },
  }
}

const usdb = (text: string) => parseUsdb(text)
const purchase = (amount: string): Action => ({
  ...{ action: "token.buy", token: TOKEN, amount: `${usdb(amount)}` },
})

/** A service that builds what it likes, and keeps what it is sent. */
function createService(change: (build: Build) => Build = (build) => build) {
  const sent: string[] = []
  const respond = (body: unknown) => Response.json(body)
  const fetch = async (request: Request) => {
    const body = await request.json()
    if (request.url.endsWith("/build")) return respond(change(buildPurchase(BigInt(body.amount))))
    sent.push(...body.signed)
    const transactions = body.signed.map(() => ({
      ...{ hash: "0x", status: "success", blockNumber: 1, events: [] },
    }))
    return respond({ transactions })
  }
  const atoll = createAtoll({ url: "http://atoll.test", fetch, contracts: book, retries: 0 })
  return { atoll, sent }
}

let folder: string
let limitsFile: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "atoll-limits-"))
  limitsFile = path.join(folder, "limits.json")
})
afterEach(() => rmSync(folder, { recursive: true }))

describe("a signer", () => {
  const noon = new Date("2026-11-24T12:00:00Z")
  const signerAt = (now: () => Date = () => noon) => createSigner({ account, limitsFile, now })

  test("signs what is within the limits, with the fields that were built", async () => {
    const { atoll, sent } = createService()
    await signerAt().execute(atoll, purchase("3"))
    const [approve, buy] = sent.map((each) => parseTransaction(each as `0x02${string}`))
    expect(approve).toMatchObject({ to: USDB, nonce: 4, chainId: 31337 })
    expect(buy).toMatchObject({ to: SWAP, nonce: 5, gas: 100_000n, maxFeePerGas: 2n })
    expect(await new DailySpending(limitsFile).spentOn(noon)).toBe(usdb("3"))
  })

  test("refuses amounts, actions and times beyond them, unsigned", async () => {
    const { atoll, sent } = createService()
    const refuse = async (limits: object, code: string) => {
      await writeLimits(limitsFile, parseLimits(limits))
      await expect(signerAt().execute(atoll, purchase("3"))).rejects.toMatchObject({ code })
    }
    await refuse({ maxPerAction: "2.999999999999999999" }, "LIMIT_PER_ACTION")
    await refuse({ maxPerDay: "2" }, "LIMIT_PER_DAY")
    await refuse({ actions: ["market.buy"] }, "ACTION_NOT_ALLOWED")
    await refuse({ expires: "2026-11-24T12:00:00Z" }, "LIMITS_EXPIRED")
    expect(sent).toEqual([])
    expect(await new DailySpending(limitsFile).spentOn(noon)).toBe(0n)
    await writeLimits(limitsFile, parseLimits({ expires: "2026-11-24T12:00:01Z", maxPerDay: "3" }))
    await signerAt().execute(atoll, purchase("3"))
    expect(sent).toHaveLength(2)
  })

  test("refuses what nobody knows the worth of, unless it is named or an own node knows it", async () => {
    const action: Action = { action: "vesting.transferCreator", vestingId: 7, creator: THIEF }
    const [honest] = buildHonestly(action)
    if (!honest) throw new Error("no build")
    const { atoll, sent } = createService()
    const asService = (gives: Build["quote"]["gives"], worthGiven: bigint | null = null) => ({
      ...atoll,
      inspect: async () => ({
        build: { ...honest.build, quote: { ...honest.build.quote, gives } },
        observed: worthGiven === null ? null : { taken: 0n, worthGiven },
      }),
    })
    const worth = (usd: number) => [{ asset: TIDE, symbol: "TIDE", amount: "5", usd }]
    const refuse = (service: Parameters<Signer["execute"]>[0], code: string) =>
      expect(signerAt().execute(service, action)).rejects.toMatchObject({ code })
    await refuse(asService([]), "WORTH_UNKNOWN")
    await refuse(asService(worth(0)), "WORTH_UNKNOWN")
    await refuse(asService(worth(101)), "LIMIT_PER_ACTION")
    // The own node knows better than the service.
    await refuse(asService(worth(1), usdb("101")), "LIMIT_PER_ACTION")
    expect(sent).toEqual([])
    await signerAt().execute(asService([], usdb("2")), action)
    await writeLimits(limitsFile, parseLimits({ actions: ["vesting.transferCreator"] }))
    await signerAt().execute(asService([]), action)
    await refuse(asService(worth(101)), "LIMIT_PER_ACTION")
    expect(sent).toHaveLength(2)
  })

  test("refuses more slippage than it allows", async () => {
    const { atoll, sent } = createService()
    const wish = { ...purchase("3"), slippageBp: 301 }
    await expect(signerAt().execute(atoll, wish)).rejects.toMatchObject({ code: "LIMIT_SLIPPAGE" })
    await writeLimits(limitsFile, parseLimits({ maxSlippageBp: null }))
    await signerAt().execute(atoll, wish)
    await writeLimits(limitsFile, parseLimits({ maxSlippageBp: 99 }))
    await expect(signerAt().execute(atoll, purchase("3"))).rejects.toMatchObject({
      code: "LIMIT_SLIPPAGE",
    })
    expect(sent).toHaveLength(2)
  })

  test("counts days in UTC", async () => {
    await writeLimits(limitsFile, parseLimits({ maxPerDay: "4" }))
    const { atoll } = createService()
    let now = new Date("2026-11-24T23:59:59.999Z")
    const signer = signerAt(() => now)
    await signer.execute(atoll, purchase("3"))
    await expect(signer.execute(atoll, purchase("3"))).rejects.toMatchObject({
      code: "LIMIT_PER_DAY",
    })
    now = new Date("2026-11-25T00:00:00Z")
    await signer.execute(atoll, purchase("3"))
  })

  test("gives back what was not signed, and keeps what the service has", async () => {
    const daily = new DailySpending(limitsFile)
    const broken = { ...account, signTransaction: () => Promise.reject(new Error("no device")) }
    const { atoll } = createService()
    const failing = createSigner({ account: broken, limitsFile, now: () => noon })
    await expect(failing.execute(atoll, purchase("3"))).rejects.toThrow("no device")
    expect(await daily.spentOn(noon)).toBe(0n)
    const refusing = {
      ...atoll,
      checkSent: () => Promise.reject(new Error("refused, it says")),
    }
    await expect(signerAt().execute(refusing, purchase("3"))).rejects.toThrow("refused")
    expect(await daily.spentOn(noon)).toBe(usdb("3"))
  })

  test("asks above an amount, and signs nothing without a yes", async () => {
    await writeLimits(limitsFile, parseLimits({ confirmAbove: "2" }))
    const { atoll, sent } = createService()
    const confirm = async () => false
    const signer = createSigner({ account, limitsFile, confirm, now: () => noon })
    await expect(signer.execute(atoll, purchase("3"))).rejects.toMatchObject({
      code: "NOT_CONFIRMED",
    })
    expect(sent).toEqual([])
    await signer.execute(atoll, purchase("2"))
    expect(sent).toHaveLength(2)
  })

  test("refuses limits that it cannot read, or that others may write", async () => {
    const { atoll, sent } = createService()
    const refuse = () =>
      expect(signerAt().execute(atoll, purchase("1"))).rejects.toMatchObject({
        code: "LIMITS_UNREADABLE",
      })
    for (const text of [
      "{",
      '{"maxSlippageBp": "3"}',
      '{"maxPerActoin": "1"}',
      '{"maxPerDay": 5}',
      '{"maxPerDay": "-1"}',
    ]) {
      writeFileSync(limitsFile, text, { mode: 0o600 })
      await refuse()
    }
    await writeLimits(limitsFile, parseLimits({}))
    expect(statSync(limitsFile).mode & 0o777).toBe(0o600)
    chmodSync(limitsFile, 0o620)
    await refuse()
    expect(sent).toEqual([])
    await expect(readLimits(path.join(folder, "none.json"))).resolves.toMatchObject({
      maxPerAction: usdb("100"),
      maxPerDay: usdb("500"),
    })
  })
})

describe("processes that sign at the same time", () => {
  const RESERVE = `
    import { DailySpending } from "@/sdk/src/signing"
    const daily = new DailySpending(process.argv[2])
    let reserved = 0
    for (let count = 0; count < 20; count++) {
      await daily.reserve({ amount: 1n, action: "token.buy", wallet: "0x" }, 25n, new Date("2026-11-24T12:00:00Z")).then(() => reserved++, () => {})
    }
    console.log(reserved)
  `

  test("stay within the day's limit together", async () => {
    const script = path.resolve(".data", `reserve-${process.pid}.ts`)
    writeFileSync(script, RESERVE)
    const program = await bundleForTest(script)
    const counts = await Promise.all(
      [1, 2, 3].map(
        () =>
          new Promise<number>((resolve) => {
            const child = spawn(process.execPath, [program, limitsFile])
            child.stdout.once("data", (text) => resolve(Number(`${text}`)))
          }),
      ),
    )
    rmSync(script)
    const total = counts.reduce((sum, count) => sum + count, 0)
    expect(total).toBe(25)
    expect(await new DailySpending(limitsFile).spentOn(new Date("2026-11-24T13:00:00Z"))).toBe(25n)
  })
})

describe("a service that lies gets no signature for", () => {
  const encode = (functionName: "approve" | "transfer", to: string, amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName, args: [to as `0x${string}`, amount] })
  type Fields = Partial<Build["transactions"][number]>
  /** Changes a transaction, and the same call for wallet_sendCalls. */
  const change = (place: number, fields: Fields) => (build: Build) => {
    const transactions = build.transactions.map((each, at) =>
      at === place ? { ...each, ...fields } : each,
    )
    const calls = transactions.map(({ to, data, value }) => ({
      ...{ to, data, value: `0x${BigInt(value).toString(16)}` },
    }))
    return { ...build, transactions, calls: { ...build.calls, calls } }
  }
  const buy = (args: [bigint, bigint, string[], boolean]) =>
    encodeFunctionData({ abi: swapAbi, args: args as never })
  const three = usdb("3")
  const lies: [string, (build: Build) => Build][] = [
    ["another contract", change(1, { to: THIEF })],
    ["another chain", change(1, { chainId: 1 })],
    ["native coins", change(1, { value: "1" })],
    ["native coins with the approval", change(0, { value: "1" })],
    ["a transfer", change(1, { to: USDB, data: encode("transfer", THIEF, three) })],
    ["another amount", change(1, { data: buy([three + 1n, 99n, [USDB, TIDE, TOKEN], false]) })],
    ["another token", change(1, { data: buy([three, 99n, [USDB, TIDE, THIEF], false]) })],
    ["less than the quote says", change(1, { data: buy([three, 0n, [USDB, TIDE, TOKEN], false]) })],
    ["another spender", change(0, { data: encode("approve", THIEF, three) })],
    ["a larger approval", change(0, { data: encode("approve", SWAP, three + 1n) })],
    ["an approval of another token", change(0, { to: TOKEN })],
    ["a transfer in place of the approval", change(0, { data: encode("transfer", SWAP, three) })],
    ["gas that costs a fortune", change(1, { maxFeePerGas: `${10n ** 13n}` })],
    ["nonces with a gap", change(1, { nonce: 7 })],
    ["a second action", (build) => change(0, build.transactions[1] ?? {})(build)],
    [
      "another contract that is approved already",
      (build) => {
        const one = { ...build, transactions: build.transactions.slice(1) }
        return change(0, { to: THIEF })(one)
      },
    ],
    [
      "a third transaction",
      (build) => {
        const [approve] = build.transactions
        if (!approve) return build
        const extra = { ...approve, nonce: 3, data: encode("approve", THIEF, three) }
        return change(9, {})({ ...build, transactions: [extra, ...build.transactions] })
      },
    ],
    ["another wallet", (build) => ({ ...build, calls: { ...build.calls, from: THIEF } })],
    [
      "a quote of more slippage than was asked for",
      (build) => {
        const out = build.quote.out.map((each) => ({ ...each, minAmount: "98" }))
        const quoted = { ...build, quote: { ...build.quote, out } }
        return change(1, { data: buy([three, 98n, [USDB, TIDE, TOKEN], false]) })(quoted)
      },
    ],
  ]

  test.each(lies)("%s", async (_, lie) => {
    const { atoll, sent } = createService(lie)
    await expect(
      createSigner({ account, limitsFile }).execute(atoll, purchase("3")),
    ).rejects.toMatchObject({ code: "UNEXPECTED_TRANSACTION" })
    expect(sent).toEqual([])
    expect(await new DailySpending(limitsFile).spentOn(new Date())).toBe(0n)
  })
})
