/** @module-tag long */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mnemonicToAccount } from "viem/accounts"
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest"
import { toAddress } from "@/lib/chain/browser"
import { priceFeedAbi } from "@/lib/chain/generated/PriceFeed"
import { type Asset, assets } from "@/lib/updown/assets"
import { FEEDER } from "@/scripts/local/accounts"
import { MNEMONIC } from "@/scripts/local/chain"
import { FEEDS, toPrice } from "@/scripts/local/feeder/assets"
import { keepPosting, openFeeds, passTime, randomStreams } from "@/scripts/local/feeder/feeder"
import { localClient } from "@/scripts/local/local-node"
import { bundleForTest } from "@/tests/helpers/bundle"
import { CHAIN_ID, freshExchange } from "../sample-chain"

let exchange: Awaited<ReturnType<typeof freshExchange>>

beforeAll(async () => {
  exchange = await freshExchange(Math.floor(Date.now() / 1_000) - 3_600)
})

afterAll(() => exchange.node.stop())

const NOW = 1_800_000_000

async function latest(asset: Asset) {
  const [roundId, answer, , updatedAt] = await exchange.client.readContract({
    address: toAddress(exchange.book.priceFeeds[asset]),
    abi: priceFeedAbi,
    functionName: "latestRoundData",
  })
  return { count: Number(roundId & 0xffff_ffff_ffff_ffffn), answer, time: Number(updatedAt) }
}

const open = (seed: string) =>
  openFeeds(localClient(exchange.node.url, CHAIN_ID), exchange.book, randomStreams(seed), NOW)

/** An hour of posts, second by second. */
async function hourOf(seed: string) {
  const feeds = await open(seed)
  return Array.from({ length: 3_600 }, (_, second) => passTime(feeds, 1, NOW + second)).flat()
}

/** Runs the feeder until it has posted to every feed. */
async function postOnce(seed: string) {
  const before = await Promise.all(assets.map(latest))
  const stop = new AbortController()
  const logged: string[] = []
  const running = keepPosting({
    rpcUrl: exchange.node.url,
    chainId: CHAIN_ID,
    book: exchange.book,
    account: mnemonicToAccount(MNEMONIC, { addressIndex: FEEDER }),
    seed,
    signal: stop.signal,
    log: (line) => logged.push(line),
  })
  await expect
    .poll(
      async () => {
        const now = await Promise.all(assets.map(latest))
        return now.every(({ count }, i) => count > (before[i]?.count ?? 0))
      },
      { timeout: 60_000, interval: 200 },
    )
    .toBe(true)
  stop.abort()
  await running
  return logged
}

it("has posted a price to each feed when the contracts are deployed", async () => {
  for (const { asset, startPrice } of FEEDS) {
    expect(toPrice((await latest(asset)).answer)).toBe(startPrice)
  }
})

it("makes the same posts from the same seed and answers", async () => {
  const [one, same, other] = [await hourOf("one"), await hourOf("one"), await hourOf("two")]
  expect(one.length).toBeGreaterThan(5 * 120)
  expect(one.length).toBeLessThan(5 * 600)
  expect(same).toEqual(one)
  expect(other).not.toEqual(one)
})

it("posts by heartbeat, and goes on from the last answers when it is started again", async () => {
  const before = await Promise.all(assets.map(latest))
  // The answers are older than a heartbeat: all are posted at once.
  expect(await postOnce("a start")).toEqual(["Posts the prices of 5 assets"])
  const after = await Promise.all(assets.map(latest))
  const changes = after.map(({ answer }, i) => Number(answer) / Number(before[i]?.answer) - 1)
  expect(changes.every((change) => change !== 0 && Math.abs(change) < 0.01)).toBe(true)

  const feeds = await open("another start")
  expect(feeds.map(({ last }) => last.price)).toEqual(after.map(({ answer }) => toPrice(answer)))
  const posts = passTime(feeds, 1, NOW)
  expect(posts).toHaveLength(5)
  for (const [i, { answer }] of posts.entries()) {
    expect(Math.abs(Number(answer) / Number(after[i]?.answer) - 1)).toBeLessThan(0.002)
  }
})

it("refuses a chain with another id", async () => {
  const posting = keepPosting({
    rpcUrl: exchange.node.url,
    chainId: 5,
    book: exchange.book,
    account: mnemonicToAccount(MNEMONIC, { addressIndex: FEEDER }),
    seed: "",
    signal: new AbortController().signal,
    log: () => {},
  })
  await expect(posting).rejects.toThrow("instead of 5")
})

it("as a process posts and ends cleanly on SIGTERM", async () => {
  const before = await latest("doge")
  const program = await bundleForTest("scripts/local/feeder.ts")
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      RPC_URL: exchange.node.url,
      CHAIN_ID: `${CHAIN_ID}`,
      CONTRACTS: JSON.stringify(exchange.book),
      FEEDER_SEED: "a process",
    },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const ended = once(child, "exit")
  onTestFinished(() => {
    child.kill("SIGKILL")
  })
  await expect
    .poll(async () => (await latest("doge")).count, { timeout: 60_000 })
    .toBeGreaterThan(before.count)
  child.kill("SIGTERM")
  expect(await ended).toEqual([0, null])
})
