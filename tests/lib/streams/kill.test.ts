/** @module-tag long */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { get, type IncomingMessage } from "node:http"
import { createServer } from "node:net"
import pg from "pg"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { lastRowIdOf } from "@/lib/db/row-ids"
import { syncTransaction } from "@/lib/indexer/sync-transaction"
import { findCandlesJson } from "@/lib/tokens/candles/queries"
import { findTradesJson } from "@/lib/tokens/trades/queries"
import { createApiKey } from "@/tests/helpers/auth"
import { bundleForTest } from "@/tests/helpers/bundle"
import {
  alice,
  bob,
  carol,
  configureChain,
  startChain,
  type TestChain,
} from "@/tests/helpers/chain"
import { runs } from "@/tests/helpers/deep"
import { RowKeeper, readEvents } from "@/tests/helpers/event-stream"
import { until } from "../indexer/following"

/** Clients that read while web servers, the follower and connections of the database are killed at random. */
const CLIENTS = runs(6, 100)
const KILLS = runs(5, 60)
const STREAMS_PER_KEY = 10
const RETRY_MS = 50
/** Two of every six groups of four are undone. */
const LEAST_TRADES = 24

let chain: TestChain
let token: string
const variables = { RATE_LIMIT_KEY: "1000000", RATE_LIMIT_IP: "1000000" }
const running = new Set<ChildProcess>()

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  await chain.buyMain(alice, "1000")
  token = (await chain.launch(alice)).token
  await chain.buy(bob, token, "100")
})
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL")
  await chain?.stop()
})

function start(file: string, more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...variables, ...more },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  })
  running.add(child)
  child.once("exit", () => running.delete(child))
  return child
}

/** A process that can be killed; another one takes its place at once. */
function keepAlive(launch: () => ChildProcess) {
  let child = launch()
  return {
    get child() {
      return child
    },
    async kill() {
      const exit = once(child, "exit")
      child.kill("SIGKILL")
      await exit
      child = launch()
    },
  }
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === "object" && address ? address.port : 0
}

type Client = ReturnType<typeof startClient>

/** Reads until it is told to stop, from any of the servers, and resumes where it was. */
function startClient(ports: readonly number[], topics: string, key: string) {
  const keeper = new RowKeeper()
  const state = {
    lastId: "",
    isReady: false,
    isStopped: false,
    connections: 0,
    refused: [] as string[],
  }
  let current: IncomingMessage | undefined

  async function connect() {
    const port = ports[Math.floor(Math.random() * ports.length)]
    const url = `http://127.0.0.1:${port}/api/v1/stream?topics=${encodeURIComponent(topics)}`
    const headers = { "X-API-Key": key, ...(state.lastId && { "Last-Event-ID": state.lastId }) }
    const request = get(url, { headers, agent: false })
    const [response] = (await once(request, "response")) as [IncomingMessage]
    current = response
    if (response.statusCode !== 200) {
      // The database may be away, and a place of the wallet not yet be free.
      if (![429, 500, 503].includes(response.statusCode ?? 0))
        state.refused.push(`${response.statusCode}`)
      response.resume()
      return
    }
    state.connections++
    for await (const event of readEvents(response, (id) => {
      state.lastId = id
    })) {
      keeper.take(event)
      state.isReady = true
    }
  }
  const done = (async () => {
    while (!state.isStopped) {
      await connect().catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  })()
  return {
    keeper,
    state,
    async stop() {
      state.isStopped = true
      current?.destroy()
      await done
    },
  }
}

async function admin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  // It is cut as others are.
  client.on("error", () => {})
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Some connections, or all of them. */
const cutConnections = (share: number) =>
  admin((client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and random() < $1`,
      [share],
    ),
  )

/** Whether the index stands on the node's newest block. */
async function isAtHead() {
  const head = (await chain.call("eth_getBlockByNumber", "latest", false)) as { hash: string }
  const find = (client: pg.Client) =>
    client.query(
      `select from block b join index_cursor c on c.indexed_block = b.number
        where b.hash = decode(substr($1, 3), 'hex')`,
      [head.hash],
    )
  return admin(find).then(
    ({ rowCount }) => rowCount === 1,
    () => false,
  )
}

/** Trades without an end, some of them reported at once, some of them undone by the chain. */
function startTrading() {
  const state = { isStopped: false, trades: 0, reorgs: 0 }
  const wallets = [alice, bob, carol]
  const work = async () => {
    while (!state.isStopped || state.trades < LEAST_TRADES) {
      const fork = state.trades % 12 === 4 ? await chain.snapshot() : null
      for (let i = 0; i < 4; i++) {
        const wallet = wallets[state.trades++ % wallets.length] ?? alice
        const { transactionHash } = await chain.buy(wallet, token, `${1 + (state.trades % 9)}`)
        if (state.trades % 3 === 0) await syncTransaction(transactionHash).catch(() => {})
        await new Promise((resolve) => setTimeout(resolve, 40))
      }
      if (!fork) continue
      // Nobody is told of a branch that was never read.
      if (state.reorgs === 0) await until(isAtHead)
      await chain.revert(fork)
      state.reorgs++
    }
  }
  const done = work()
  return {
    state,
    async stop() {
      state.isStopped = true
      await done
    },
  }
}

test("whatever is killed, every client ends with the rows of the tables, and was sent none twice", async () => {
  const ports = [await freePort(), await freePort()]
  const programs = {
    web: await bundleForTest("tests/lib/streams/stream-server.ts"),
    follower: await bundleForTest("scripts/indexer.ts"),
  }
  const web = ports.map((port) => keepAlive(() => start(programs.web, { PORT: `${port}` })))
  const follower = keepAlive(() => start(programs.follower))
  await until(isAtHead)
  const base = await chain.head()

  const keys = await Promise.all(
    Array.from({ length: Math.ceil(CLIENTS / STREAMS_PER_KEY) }, () => createApiKey()),
  )
  const topicSets = [
    `trades:${token},blocks`,
    `trades,candles:${token}:1m,blocks`,
    `wallet:${alice},candles:${token}:1h,blocks`,
  ]
  const clients: Client[] = Array.from({ length: CLIENTS }, (_, at) =>
    startClient(
      ports,
      topicSets[at % topicSets.length] ?? "",
      keys[Math.floor(at / STREAMS_PER_KEY)]?.key ?? "",
    ),
  )
  await until(async () => clients.every(({ state }) => state.isReady))

  const trading = startTrading()
  const attacks = [
    () => web[0]?.kill(),
    () => follower.kill(),
    () => cutConnections(0.5),
    () => web[1]?.kill(),
    () => cutConnections(1),
  ]
  for (let kill = 0; kill < KILLS; kill++) {
    await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 900))
    await attacks[kill % attacks.length]?.()
  }
  await trading.stop()
  expect(trading.state.reorgs).toBeGreaterThan(0)
  const end = await chain.head()
  await until(isAtHead)
  // The last that happened may be a reorganisation, which leaves its first blocks with the clients as they are.
  const options = { timeout: 40_000, interval: 200 }
  await vi.waitFor(() => expectRows(clients, { topicSets, base, end }), options)
  for (const client of clients) await client.stop()
}, 300_000)

type Trade = { id: number; user: string; contractAddress: string }

type Expected = { topicSets: readonly string[]; base: number; end: number }

async function expectRows(clients: readonly Client[], { topicSets, base, end }: Expected) {
  const trades = await readTrades(base)
  expect(trades.length).toBeGreaterThan(10)
  const isOfToken = ({ contractAddress }: Trade) => contractAddress === token
  const candles = await readCandles("1m")
  for (const [at, { keeper, state }] of clients.entries()) {
    const topics = topicSets[at % topicSets.length] ?? ""
    expect(state.refused).toEqual([])
    expect(keeper.repeated).toEqual([])
    expect(keeper.reorgs).toBeGreaterThan(0)
    const sent = [...keeper.of("trade").values()] as Trade[]
    const expected = topics.includes("wallet:")
      ? trades.filter(({ user }) => user === alice)
      : trades
    expect(byId(sent.filter(isOfToken))).toEqual(byId(expected))
    const blocks = [...keeper.of("block").keys()].map(Number).sort((one, other) => one - other)
    expect(blocks).toEqual(Array.from({ length: end - base }, (_, i) => base + 1 + i))
    if (!topics.includes(":1m")) continue
    for (const [time, candle] of keeper.of("candle"))
      expect([time, candle]).toEqual([time, candles.get(time)])
    expect(keeper.of("candle").size).toBeGreaterThan(0)
  }
  expect(Math.max(...clients.map(({ state }) => state.connections))).toBeGreaterThan(1)
}

const byId = <T extends { id: number }>(rows: readonly T[]) =>
  [...rows].sort((one, other) => one.id - other.id)

/** The token's trades above a block, as the list has them. */
async function readTrades(base: number): Promise<Trade[]> {
  const trades: Trade[] = []
  let cursor: string | undefined
  for (;;) {
    const { data, pagination } = JSON.parse(
      (await findTradesJson(token, { limit: 100, cursor })).text,
    )
    trades.push(...data.filter(({ id }: Trade) => id > lastRowIdOf(base)))
    if (pagination.nextCursor === null) return trades
    cursor = pagination.nextCursor
  }
}

async function readCandles(interval: "1m") {
  const range = { from: 0, to: 4e12, limit: 1_000, fill: false }
  const { data } = JSON.parse((await findCandlesJson(token, { interval, ...range })).text)
  return new Map<string, unknown>(
    data.map((candle: { time: number }) => [`${candle.time}`, candle]),
  )
}
