import { spawn } from "node:child_process"
import { once } from "node:events"
import { parseAbi } from "viem"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { WAD } from "@/lib/units"
import { OPERATOR } from "@/scripts/local/accounts"
import { keepTrading } from "@/scripts/local/activity/bot"
import { openExchange } from "@/scripts/local/activity/exchange"
import { actOnLoans } from "@/scripts/local/activity/loans"
import { actOnMarkets, advanceResolutions } from "@/scripts/local/activity/markets"
import { actOnRounds } from "@/scripts/local/activity/rounds"
import { TOKEN_TEMPLATES } from "@/scripts/local/activity/token-templates"
import { type Anvil, freePort, startAnvil } from "@/scripts/local/anvil"
import { rpc } from "@/scripts/local/rpc"
import { ACTORS } from "@/scripts/local/sample/actors"
import { randomStream } from "@/scripts/local/sample/random"
import { replayMiniSample } from "@/scripts/local/sample/replay"
import { bundleForTest } from "@/tests/helpers/bundle"
import { isDeep } from "@/tests/helpers/deep"
import { CHAIN_ID, freshExchange } from "./sample-chain"
import { marketsOf, statusOf } from "./sample-markets"

const [TRADED, CREATED] = parseAbi([
  "event TokensTraded(uint256 amountToken, uint256 amountUSDC, address indexed user, uint256 price, uint8 tradeType)",
  "event TokenCreated(address indexed tokenAddress, string name, string symbol, address creator)",
])

let exchange: Awaited<ReturnType<typeof freshExchange>>

beforeAll(async () => {
  exchange = await freshExchange()
  await replayMiniSample(exchange.options)
})

afterAll(() => exchange.node.stop())

async function tradesAfter(block: bigint) {
  const logs = await exchange.client.getLogs({ event: TRADED, fromBlock: block + 1n })
  return new Set(logs.map((log) => log.transactionHash)).size
}

/** Runs the bot until it has logged so many lines. */
async function runFor(lines: number, options: Partial<Parameters<typeof keepTrading>[0]> = {}) {
  const stop = new AbortController()
  const logged: string[] = []
  await keepTrading({
    ...exchange.options,
    signal: stop.signal,
    pace: 0.001,
    random: randomStream("a test of the bot"),
    log(line) {
      logged.push(line)
      if (logged.length === lines) stop.abort()
    },
    ...options,
  })
  return logged
}

async function chainTime() {
  const { timestamp } = await exchange.client.getBlock()
  return new Date(Number(timestamp) * 1000)
}

async function revive(port: number, state: unknown) {
  const node = await startAnvil({ port, chainId: CHAIN_ID, args: ["--no-request-size-limit"] })
  await rpc(node.url, "anvil_loadState", [state])
  return node
}

// Without --deep its shortest journeys: each kind of action has one of its own.
describe("the activity bot", () => {
  it("sells what it has bought", async () => {
    const first = <T>(items: readonly T[]) => items[0]
    const random = { ...randomStream("one wallet, one token"), weighted: first }
    const bought = await runFor(1, { random: { ...random, chance: () => false } })
    expect(bought).toEqual([expect.stringMatching(/^Ingrid pays .* TIDE$/)])
    const likely = (probability: number) => probability > 0.4
    const sold = await runFor(1, { random: { ...random, chance: likely } })
    expect(sold).toEqual([expect.stringMatching(/^Ingrid sells .* USDB$/)])
  })

  it("trades on and on without a failure", async () => {
    const before = await exchange.client.getBlockNumber()
    const lines = await runFor(15)
    expect(lines.filter((line) => line.startsWith("failed"))).toEqual([])
    const trades = lines.filter((line) => / (pays|sells) /.test(line)).length
    expect(trades).toBeGreaterThan(4)
    // Leverage and the vault trade, too.
    expect(await tradesAfter(before)).toBeGreaterThanOrEqual(trades)
  })

  it.runIf(isDeep)("buys, lists, takes and withdraws shares, and opens markets", async () => {
    const venue = openExchange(exchange.options)
    const random = randomStream("a test of the bot on markets")
    const before = await marketsOf(exchange)
    const actions = [/ backs .* USDB$/, / lists /, / takes /, / withdraws /, / asks: /]
    const done: string[] = []
    const isMissing = (action: RegExp) => !done.some((line) => action.test(line))
    while (actions.some(isMissing) && done.length < 500) {
      done.push((await actOnMarkets(venue, random)) ?? "nothing")
    }
    expect(actions.filter(isMissing)).toEqual([])
    expect((await marketsOf(exchange)).length).toBeGreaterThan(before.length)
  })

  it.runIf(isDeep)(
    "bets small sums on prices, on one side of a round, and claims what rounds owe",
    async () => {
      const venue = openExchange(exchange.options)
      const random = randomStream("a test of the bot and prices")
      const actions = [
        / bets \d+ USDB on \w+ up in /,
        / bets .* down in /,
        / claims \d+ rounds of /,
      ]
      const done: string[] = []
      const isMissing = (action: RegExp) => !done.some((line) => action.test(line))
      const owed = async () => {
        const all = await Promise.all(ACTORS.map(({ index }) => venue.rounds.owed(index)))
        return all.flat().length
      }
      const before = await owed()
      const acted = () => done.filter((line) => line !== "nothing").length
      while ((actions.some(isMissing) || acted() <= 20) && done.length < 300) {
        done.push((await actOnRounds(venue, random)) ?? "nothing")
      }
      expect(actions.filter(isMissing)).toEqual([])
      expect(await owed()).toBeLessThan(before)
      expect(acted()).toBeGreaterThan(20)
      const stakes = done.flatMap((line) => / bets (\d+) USDB/.exec(line)?.[1] ?? [])
      expect(Math.max(...stakes.map(Number))).toBeLessThanOrEqual(120)
    },
  )

  it.runIf(isDeep)(
    "borrows, repays, leverages, wraps and vests small sums, each wallet one loan at a time",
    async () => {
      const venue = openExchange(exchange.options)
      const random = randomStream("a test of the bot and loans")
      const actions = [
        ...[/ borrows on /, / repays a loan /, / with leverage /, / closes .* position$/],
        ...[/ wraps /, / unwraps /, / vests /, / claims vested /],
      ]
      const done: string[] = []
      const isMissing = (action: RegExp) => !done.some((line) => action.test(line))
      for (const { index } of ACTORS.slice(10)) {
        await venue.send(OPERATOR, { kind: "mint", to: index, amount: 2_000n * WAD })
        await venue.send(index, { kind: "approve", symbol: "USDB", spender: "swap" })
        const amount = 400n * WAD
        await venue.send(index, { kind: "buy", symbol: "TIDE", amount, minOut: 0n })
      }
      for (let i = 0; i < 400 && actions.some(isMissing); i++) {
        done.push((await actOnLoans(venue, random)) ?? "nothing")
        if (i % 50 === 49) await rpc(exchange.node.url, "evm_increaseTime", [4_000])
      }
      expect(actions.filter(isMissing)).toEqual([])
      const open = await Promise.all(
        ACTORS.map(async ({ index }) => [
          (await venue.loans.ofHub(index)).length,
          (await venue.loans.positions(index)).length,
        ]),
      )
      expect(Math.max(...open.flat())).toBe(1)
      const amounts = done.flatMap((line) => / (\d+) TIDE/.exec(line)?.[1] ?? [])
      expect(Math.max(...amounts.map(Number))).toBeLessThanOrEqual(60)
    },
  )

  it.runIf(isDeep)(
    "brings the cast's markets to their end, and leaves those of others alone",
    async () => {
      const venue = openExchange(exchange.options)
      const random = randomStream("a test of the bot and outcomes")
      const stranger = 60
      const foreign = await openForeign(stranger)
      const decided = async () => {
        const now = await chainTime()
        const all = await marketsOf(exchange)
        const found = await Promise.all(all.map((market) => statusOf(exchange, market, now)))
        return found.filter((status) => status === "resolved" || status === "invalidated").length
      }
      const before = await decided()
      for (let round = 0; round < 12 && (await decided()) === before; round++) {
        const scene = { exchange: venue, random, markets: await venue.markets.all() }
        for (let i = 0; i < 6; i++) await advanceResolutions(scene)
        await rpc(exchange.node.url, "evm_increaseTime", [3_700])
        await rpc(exchange.node.url, "evm_mine")
      }
      expect(await decided()).toBeGreaterThan(before)
      expect(await statusOf(exchange, foreign, await chainTime())).toBe("proposed_closed")

      /** A proposed market of a wallet outside the cast. */
      async function openForeign(index: number) {
        const terms = { isPrivate: false, isEvent: false, seed: 50, options: ["Yes", "No"] }
        await venue.send(OPERATOR, { kind: "mint", to: index, amount: 10n ** 21n })
        await venue.send(index, { kind: "approve", symbol: "USDB", spender: "marketTrading" })
        await venue.send(index, { kind: "approve", symbol: "USDB", spender: "resolver" })
        const question = { ...terms, symbol: "MINE", name: "Mine to decide?" }
        await venue.send(index, { kind: "openMarket", question, endTime: 0 })
        const market = (await marketsOf(exchange)).at(-1)
        if (!market) throw new Error("The market is missing")
        const ref = { symbol: market.token, isPrivate: false }
        await venue.send(index, { kind: "propose", market: ref, outcome: 0 })
        return market
      }
    },
  )

  it.runIf(isDeep)("launches each token of its list once", async () => {
    const always = { ...randomStream("launches"), chance: () => true }
    await runFor(TOKEN_TEMPLATES.length + 3, { random: always })
    const created = await exchange.client.getLogs({ event: CREATED, fromBlock: 0n, strict: true })
    const symbols = created.map(({ args }) => args.symbol)
    for (const { symbol } of TOKEN_TEMPLATES) {
      expect(symbols.filter((one) => one === symbol)).toHaveLength(1)
    }
  })

  it("goes on when the node is back", async () => {
    const state = await rpc(exchange.node.url, "anvil_dumpState")
    const port = await freePort()
    const stop = new AbortController()
    const logged: string[] = []
    let revived: Promise<Anvil> | undefined
    await keepTrading({
      ...exchange.options,
      rpcUrl: `http://127.0.0.1:${port}`,
      signal: stop.signal,
      pace: 0.001,
      log(line) {
        logged.push(line)
        if (line.startsWith("failed")) revived ??= revive(port, state)
        else stop.abort()
      },
    })
    await (await revived)?.stop()
    expect(logged[0]).toMatch(/^failed/)
    expect(logged.at(-1)).not.toMatch(/^failed/)
  })

  it("refuses a chain with another id", async () => {
    await expect(runFor(1, { chainId: 5 })).rejects.toThrow("instead of 5")
  })

  it("as a process acts and ends cleanly on SIGTERM", async () => {
    const before = await exchange.client.getBlockNumber()
    const program = await bundleForTest("scripts/local/activity.ts")
    const child = spawn(process.execPath, [program], {
      env: {
        ...process.env,
        RPC_URL: exchange.node.url,
        CHAIN_ID: `${CHAIN_ID}`,
        CONTRACTS: JSON.stringify(exchange.book),
      },
      stdio: ["ignore", "pipe", "inherit"],
    })
    const ended = once(child, "exit")
    onTestFinished(() => {
      child.kill("SIGKILL")
    })
    await expect
      .poll(() => exchange.client.getBlockNumber(), { timeout: 60_000 })
      .toBeGreaterThan(before)
    child.kill("SIGTERM")
    expect(await ended).toEqual([0, null])
  })
})
