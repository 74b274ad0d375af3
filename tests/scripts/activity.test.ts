/** @module-tag long */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { parseAbi } from "viem"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { keepTrading } from "@/scripts/local/activity/bot"
import { openExchange } from "@/scripts/local/activity/exchange"
import { buyShares } from "@/scripts/local/activity/markets"
import { betOnPrice } from "@/scripts/local/activity/rounds"
import { type Anvil, freePort, startAnvil } from "@/scripts/local/anvil"
import { rpc } from "@/scripts/local/rpc"
import { randomStream } from "@/scripts/local/sample/random"
import { replayMiniSample } from "@/scripts/local/sample/replay"
import { bundleForTest } from "@/tests/helpers/bundle"
import { CHAIN_ID, freshExchange } from "./sample-chain"

const [TRADED, SHARES_TRADED] = parseAbi([
  "event TokensTraded(uint256 amountToken, uint256 amountUSDC, address indexed user, uint256 price, uint8 tradeType)",
  "event SharesTraded(address indexed marketToken, address indexed buyer, uint8 indexed outcomeId, uint256 shares, uint256 usdcSpent, uint8 tradeType, uint256 newReserve, uint256 newTotalReserve)",
])

let exchange: Awaited<ReturnType<typeof freshExchange>>

beforeAll(async () => {
  exchange = await freshExchange()
  await replayMiniSample(exchange.options)
})

afterAll(() => exchange.node.stop())

async function tradesAfter(block: bigint, event: typeof TRADED | typeof SHARES_TRADED = TRADED) {
  const logs = await exchange.client.getLogs({ event, fromBlock: block + 1n })
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

async function revive(port: number, state: unknown) {
  const node = await startAnvil({ port, chainId: CHAIN_ID, args: ["--no-request-size-limit"] })
  await rpc(node.url, "anvil_loadState", [state])
  return node
}

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
    expect(await tradesAfter(before)).toBeGreaterThanOrEqual(trades)
  })

  it("buys shares in the markets, and bets small sums on one side of a round", async () => {
    const venue = openExchange(exchange.options)
    const random = randomStream("a test of the bot on markets and prices")
    const before = await exchange.client.getBlockNumber()
    const lines: (string | null)[] = []
    for (let i = 0; i < 12; i++) {
      lines.push(await buyShares(venue, random), await betOnPrice(venue, random))
    }
    const purchases = lines.filter((line) => / backs .* with \d+ USDB$/.test(line ?? ""))
    expect(purchases.length).toBeGreaterThan(2)
    expect(await tradesAfter(before, SHARES_TRADED)).toBe(purchases.length)
    const stakes = lines.flatMap(
      (line) => / bets (\d+) USDB on \w+ (up|down) in /.exec(line ?? "")?.[1] ?? [],
    )
    expect(stakes.length).toBeGreaterThan(2)
    expect(Math.max(...stakes.map(Number))).toBeLessThanOrEqual(120)
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
