/** @module-tag long */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { pool, writers } from "@/lib/db/client"
import { dropEvents, rebuildProjections } from "@/lib/indexer/reindex"
import { syncTransaction } from "@/lib/indexer/sync-transaction"
import { findLoanEventsJson } from "@/lib/loans/queries"
import { findLiquidityJson } from "@/lib/markets/liquidity-queries"
import { findOrdersJson } from "@/lib/markets/orders/queries"
import { findMarketEventsJson } from "@/lib/markets/resolution-events-queries"
import { getHub } from "@/lib/streams/hub"
import { findCandlesJson } from "@/lib/tokens/candles/queries"
import { findTokensJson } from "@/lib/tokens/queries"
import { findTradesJson } from "@/lib/tokens/trades/queries"
import { WAD } from "@/lib/units"
import { findRoundsJson } from "@/lib/updown/queries"
import { findVaultEventsJson } from "@/lib/vault/queries"
import { findVestingEventsJson } from "@/lib/vesting/queries"
import { createApiKey } from "@/tests/helpers/auth"
import {
  alice,
  bob,
  carol,
  configureChain,
  dave,
  startChain,
  type TestChain,
} from "@/tests/helpers/chain"
import { RowKeeper } from "@/tests/helpers/event-stream"
import { roundActions } from "@/tests/helpers/updown"
import { catchUp, startFollower, until } from "../indexer/following"
import { playHistory } from "../indexer/history"
import { emptyIndex } from "../indexer/tables"
import { type Follower, follow } from "./stream-client"

process.env.RATE_LIMIT_KEY = "100000"

let chain: TestChain
let tokens: Awaited<ReturnType<typeof playHistory>>
let key: string
const opened: Follower[] = []

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  tokens = await playHistory(chain)
  await catchUp(chain)
  key = (await createApiKey()).key
})
afterEach(async () => {
  for (const stream of opened.splice(0)) await stream.close()
})
afterAll(async () => {
  getHub().close()
  await chain?.stop()
})

async function start(options: { topics: string; after?: string; lastEventId?: string }) {
  const stream = await follow({ key, ...options })
  opened.push(stream)
  return stream
}

const logged = async () =>
  Number(
    (await pool().query("select count(*) from stream_event where kind <> 'change'")).rows[0]?.count,
  )

/** Everything that is known by REST of these kinds. */
const page = { page: 1, limit: 100 }

async function rest(text: { text: string }) {
  const { data, rounds } = JSON.parse(text.text)
  return (data ?? rounds) as Record<string, unknown>[]
}

/** Until the stream has sent what was logged up to now. */
async function caughtUp(stream: Follower) {
  const { rows } = await pool().query(
    "select max(id) as id from stream_event where kind <> 'change'",
  )
  await until(async () => {
    getHub()
    const last = stream.events.at(-1)?.id ?? "0"
    return Number.parseInt(last, 10) >= Number(rows[0]?.id)
  }, 10_000)
}

const topicsOfAll = () => {
  const { kelp, open } = tokens
  const wallets = [alice, bob, carol].map((wallet) => `wallet:${wallet}`)
  const market = [`market:${open.token}`, `orders:${open.token}`]
  return ["trades", `candles:${kelp}:1m`, ...market, ...wallets, "updown:btc:1h", "blocks"].join()
}

/** Some transactions of all kinds. */
async function trade() {
  const { kelp, markets, lending, open } = tokens
  await chain.buy(alice, kelp, "11")
  await chain.sell(alice, kelp, 5n)
  await markets.buyShares(bob, open, 2, "13")
  await markets.listShares(bob, open, 2, 2n * WAD, "0.9")
  await markets.propose(bob, open, 1).catch(() => {})
  await lending.send(alice, lending.vault.wrap(3n * WAD))
  await lending.send(carol, lending.vesting.extend(2n, 3)).catch(() => {})
  await lending.send(bob, lending.hub.sellPart(3n, 20)).catch(() => {})
}

describe("a stream", () => {
  test("nothing is logged of what was there before the index began", async () => {
    expect(await logged()).toBe(0)
  })

  test("begins with `ready`, and sends rows as their lists have them", async () => {
    const follower = await startFollower(chain)
    await follower.settle()
    const stream = await start({ topics: topicsOfAll() })
    await until(async () => stream.events.length > 0)
    expect(stream.events[0]).toMatchObject({ event: "ready", id: expect.any(String) })
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8")
    expect(stream.response.headers.get("cache-control")).toBe("no-store, no-transform")
    await trade()
    await follower.settle()
    await follower.stop()
    await until(async () => stream.events.at(-1)?.event === "block")
    await caughtUp(stream)
    const keeper = new RowKeeper()
    for (const event of stream.events) keeper.take(event)
    expect(keeper.repeated).toEqual([])
    const sent = (kind: string) => [...keeper.of(kind).values()]
    const { kelp } = tokens
    const market = tokens.open.token.toLowerCase()
    const lists = {
      trade: await rest(await findTradesJson(kelp, { limit: 100 })),
      liquidity: await rest(await findLiquidityJson(market, { limit: 100 })),
      order: await rest(await findOrdersJson(market, page)),
      vaultEvent: await rest(await findVaultEventsJson(alice, page)),
      marketEvent: await rest(await findMarketEventsJson(bob, page)),
      vestingEvent: await rest(await findVestingEventsJson(carol, page)),
      loanEvent: await rest(await findLoanEventsJson(bob, page)),
      market: await rest(await findTokensJson({ ...page, search: market, sort: "newest" })),
      candle: await rest(
        await findCandlesJson(kelp, {
          ...{ interval: "1m", from: 0, to: 4e12, limit: 1_000, fill: false },
        }),
      ),
    }
    for (const [kind, rows] of Object.entries(lists)) {
      const sentRows = sent(kind).filter(
        (row) => kind !== "trade" || (row as { contractAddress: string }).contractAddress === kelp,
      )
      // What may be refused by the chain's present state is not required.
      if (["trade", "liquidity", "order", "vaultEvent", "candle"].includes(kind))
        expect([kind, sentRows.length]).not.toEqual([kind, 0])
      for (const row of sentRows) expect(rows).toContainEqual(row)
    }
    expect(sent("trade")).toContainEqual(expect.objectContaining({ contractAddress: kelp }))
    const numbers = sent("block").map((block) => (block as { number: number }).number)
    expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at))
  })

  test("resumes behind any event, with all that followed and nothing twice", async () => {
    const all = await start({ topics: topicsOfAll(), after: "0" })
    await caughtUp(all)
    const events = all.events.slice(1)
    expect(events.length).toBeGreaterThan(10)
    for (const at of [0, 1, Math.floor(events.length / 2), events.length - 1]) {
      const cursor = events[at]?.id ?? ""
      const rest = await start({ topics: topicsOfAll(), lastEventId: cursor, after: "1" })
      await until(async () => rest.events.length > events.length - at - 1)
      expect(rest.events[0]).toMatchObject({ event: "ready", id: cursor })
      expect(rest.events.slice(1)).toEqual(events.slice(at + 1))
      await rest.close()
    }
  })

  test("a transaction that was reported alone is told at once, and not again by the follower", async () => {
    const stream = await start({ topics: "trades" })
    const { transactionHash } = await chain.buy(bob, tokens.kelp, "3")
    await syncTransaction(transactionHash)
    await until(async () => stream.events.length > 2, 5_000)
    await catchUp(chain)
    await caughtUpBlocks()
    const trades = stream.events.filter(({ event }) => event === "trade")
    expect(trades.map(({ data }) => (data as { txHash: string }).txHash)).toEqual([
      transactionHash,
      transactionHash,
    ])
  })

  test("every block is told, also when the follower comes back after a pause", async () => {
    await catchUp(chain)
    const stream = await start({ topics: "blocks" })
    await until(async () => stream.events.length > 0)
    const head = await chain.head()
    await chain.mine(300)
    await catchUp(chain)
    await until(async () => stream.events.length > 300)
    const numbers = stream.events.slice(1).map(({ data }) => (data as { number: number }).number)
    expect(numbers).toEqual(Array.from({ length: 300 }, (_, at) => head + 1 + at))
  })

  test("a price round is told whenever it changes, to its topic and to who bets", async () => {
    const rounds = roundActions(chain)
    const stream = await start({ topics: "updown:btc:5m" })
    const own = await start({ topics: `wallet:${carol}` })
    await until(async () => stream.events.length + own.events.length === 2)
    await rounds.cancel(dave, "btc", 0)
    await rounds.setPrice("btc", 95_000)
    await rounds.startRound(dave, "btc", 0)
    await rounds.bet(carol, "btc", 0, "bull", "7")
    await catchUp(chain)
    await until(async () => stream.events.length > 2 && own.events.length > 1)
    const query = { token: "btc" as const, tf: 0, limit: 100 }
    const list = await rest(await findRoundsJson(query))
    const sentRounds = stream.events.slice(1).map(({ data }) => data)
    for (const round of sentRounds) expect(list).toContainEqual(round)
    expect(sentRounds).toContainEqual(expect.objectContaining({ outcome: "canceled" }))
    expect(own.events.at(-1)?.data).toMatchObject({ bullPoolUsdb: `${7n * WAD}` })
  })
})

const idOf = (row: unknown) => (row as { id: number } | undefined)?.id

const caughtUpBlocks = async () => {
  const probe = await start({ topics: "blocks", after: "0" })
  await caughtUp(probe)
}

describe("a reorganisation", () => {
  test("is told with the ids of what was removed, then the rows of the new branch", async () => {
    const follower = await startFollower(chain)
    await follower.settle()
    const keeper = new RowKeeper()
    const topics = `trades:${tokens.kelp},wallet:${alice},orders:${tokens.open.token},blocks`
    const stream = await start({ topics })
    await until(async () => stream.events.length > 0)
    const ready = stream.events[0]?.id ?? ""
    const before = await findTradesJson(tokens.kelp, { limit: 100 })
    const fork = await chain.snapshot()
    await chain.buy(alice, tokens.kelp, "21")
    await tokens.lending.send(alice, tokens.lending.vault.wrap(2n * WAD))
    await tokens.markets.listShares(alice, tokens.open, 2, 2n * WAD, "0.8").catch(() => {})
    await follower.settle()
    await caughtUp(stream)
    const lost = stream.events.filter(({ event }) => event === "trade").at(-1)
    await chain.revert(fork)
    await chain.buy(alice, tokens.kelp, "22")
    await chain.buy(bob, tokens.kelp, "23")
    await chain.mine(3)
    await follower.settle()
    await follower.stop()
    await caughtUp(stream)

    const reorg = stream.events.find(({ event }) => event === "reorg")
    expect(reorg?.data).toMatchObject({
      fromBlock: expect.any(Number),
      removedIds: { trade: expect.arrayContaining([idOf(lost?.data)]) },
    })
    expect(reorg?.data).toHaveProperty("removedIds.vaultEvent")
    for (const event of stream.events) keeper.take(event)
    expect(keeper.repeated).toEqual([])
    const trades = [...keeper.of("trade").values()]
    const now = await rest(await findTradesJson(tokens.kelp, { limit: 100 }))
    const old = new Set((await rest(before)).map(({ id }) => id))
    const fresh = now.filter(({ id }) => !old.has(id))
    expect(
      trades.filter((row) => fresh.some(({ id }) => id === (row as { id: number }).id)),
    ).toHaveLength(fresh.length)
    for (const row of fresh) expect(trades).toContainEqual(row)

    // From the cursor of the row that was removed, and from before it: never a row of the lost branch.
    for (const after of [lost?.id ?? "", ready]) {
      const resumed = await start({ topics, after })
      await caughtUp(resumed)
      const [, first] = resumed.events
      expect(first?.event).toBe("reorg")
      const again = new RowKeeper()
      for (const event of resumed.events) again.take(event)
      for (const row of fresh) expect([...again.of("trade").values()]).toContainEqual(row)
    }
  })

  test("of a single transaction that moved to another block tells both", async () => {
    const stream = await start({ topics: `trades:${tokens.kelp}` })
    await until(async () => stream.events.length > 0)
    const fork = await chain.snapshot()
    const first = await chain.buy(alice, tokens.kelp, "31")
    await syncTransaction(first.transactionHash)
    await until(async () => stream.events.length > 1)
    await chain.revert(fork)
    await chain.mine(1)
    const second = await chain.buy(alice, tokens.kelp, "31")
    await syncTransaction(second.transactionHash)
    await catchUp(chain)
    await caughtUpBlocks()
    const keeper = new RowKeeper()
    for (const event of stream.events) keeper.take(event)
    expect(keeper.reorgs).toBeGreaterThan(0)
    const now = await rest(await findTradesJson(tokens.kelp, { limit: 100 }))
    for (const row of keeper.of("trade").values()) expect(now).toContainEqual(row)
    expect(keeper.of("trade").size).toBe(1)
  })
})

describe("the beginning of the log", () => {
  test("nothing is told of earlier blocks, unless they are replaced", async () => {
    await catchUp(chain)
    const stream = await start({ topics: `trades:${tokens.kelp}` })
    await until(async () => stream.events.length > 0)
    const head = await chain.head()
    await pool().query("update stream_state set told_to = $1", [head + 5])
    const fork = await chain.snapshot()
    const { transactionHash } = await chain.buy(alice, tokens.kelp, "41")
    await syncTransaction(transactionHash)
    await chain.revert(fork)
    const other = await chain.buy(alice, tokens.kelp, "42")
    await syncTransaction(other.transactionHash)
    await until(async () => stream.events.at(-1)?.event === "trade")
    expect(stream.events.map(({ event }) => event)).toEqual(["ready", "reorg", "trade"])
    expect(stream.events.at(-1)?.data).toMatchObject({ txHash: other.transactionHash })
    await catchUp(chain)
  })
})

describe("nothing is told again", () => {
  const connected = async (work: Parameters<typeof withClient>[0]) => withClient(work)

  test("when projections are rebuilt", async () => {
    const before = await logged()
    await connected((client) => rebuildProjections(client, chain.book))
    expect(await logged()).toBe(before)
  })

  test("when the same chain is read from its beginning, but what follows is", async () => {
    const { rows } = await pool().query(
      "select max(id) as id from stream_event where kind <> 'change'",
    )
    await connected(dropEvents)
    await catchUp(chain)
    const stream = await start({ topics: `trades:${tokens.kelp}`, after: rows[0]?.id })
    await chain.buy(bob, tokens.kelp, "5")
    await catchUp(chain)
    await until(async () => stream.events.length > 1)
    expect(stream.events.slice(1).map(({ event }) => event)).toEqual(["trade"])
  })

  test("when another chain begins, cursors of the old one have expired and streams end", async () => {
    const stream = await start({ topics: "blocks" })
    await until(async () => stream.events.length > 0)
    const other = await startChain()
    await chain.stop()
    chain = other
    await catchUp(other)
    await until(async () => stream.state.ended)
    await expect(start({ topics: "blocks", after: stream.state.lastId })).rejects.toThrow(
      /^410: .*CURSOR_EXPIRED/,
    )
    await emptyIndex(pool())
  })
})

async function withClient<T>(work: (client: import("pg").PoolClient) => Promise<T>): Promise<T> {
  const client = await writers().connect()
  return work(client).finally(() => client.release())
}
