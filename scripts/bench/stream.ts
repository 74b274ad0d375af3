import { sleep } from "@/lib/indexer/backoff"
import { judgeAims } from "./aims"
import { createDatabase } from "./database"
import { indexVariables, newestTransaction, readHashes, startScript } from "./indexed-chain"
import { openStream, openStreams, startStreamServer } from "./stream-readers"
import { formatRatio, median, percentile, printTable } from "./table"
import { startTradeGenerator, type TradeGenerator } from "./trade-generator"

const STREAMS = 1_000
const STREAMS_PER_KEY = 10
const MAX_MEGABYTES = 50

/** Requests of one measurement, and how often both are measured in turn. */
const REQUESTS = 300
const ROUNDS = 2
const MAX_LATENCY_RATIO = 1.1

const BLOCKS = 60
const PATIENCE_MS = 20_000
const MAX_EVENT_MS = 1_000

/** Transactions that are synced with the log, and as many without. */
const SYNCS = 300
const MAX_SYNC_RATIO = 1.1
/** A block that is never reached: nothing up to it is logged. */
const NEVER = 2_000_000_000

/**
 * What 1,000 idle streams cost their server in memory and its other answers in time; how long an event takes from its
 * block; and what the log costs a transaction that is synced.
 */
async function main() {
  const generator = await startTradeGenerator()
  const database = await createDatabase("stream")
  const variables = {
    ...indexVariables(generator, database.url),
    RATE_LIMIT_KEY: "100000000",
  }
  Object.assign(process.env, variables)
  // The environment is read once, on first use: the modules are loaded when it is complete.
  const { pool } = await import("@/lib/db/client")
  try {
    await generator.emitTrades(5, 1)
    const syncs = await measureSync(generator)
    const follower = startScript("scripts/indexer.ts", variables)
    const server = await startStreamServer(variables)
    const other = await startStreamServer(variables)
    const keys = await createKeys()
    const idle = await measureIdle([server, other], keys, generator.book.mainToken)
    const events = await measureEvents(generator, server.url, keys[0] ?? "")
    await server.stop()
    await other.stop()
    await follower.stop()
    printTable(
      `${STREAMS} idle streams`,
      ["what", "p50 ms", "p99 ms"],
      [
        ["trades of a token, without streams", ...quantiles(idle.without)],
        ["trades of a token, with streams", ...quantiles(idle.with)],
        [`block to event, ${BLOCKS} blocks`, ...quantiles(events)],
        ["sync of a trade, not logged", ...quantiles(syncs.without)],
        ["sync of a trade, logged", ...quantiles(syncs.with)],
      ],
    )
    console.log(
      `With streams to without: ${formatRatio(median(idle.with), median(idle.without))}, logged to not: ${formatRatio(median(syncs.with), median(syncs.without))}`,
    )
    judgeAims([
      { name: `memory of ${STREAMS} idle streams, MB`, value: idle.megabytes, most: MAX_MEGABYTES },
      {
        name: "other answers, with streams to without",
        value: median(idle.with) / median(idle.without),
        most: MAX_LATENCY_RATIO,
      },
      { name: "block to event, p50 ms", value: median(events), most: MAX_EVENT_MS },
      {
        name: "sync, logged to not logged",
        value: median(syncs.with) / median(syncs.without),
        most: MAX_SYNC_RATIO,
      },
    ])
  } finally {
    await pool().end()
    await database.drop()
    await generator.stop()
  }
}

const quantiles = (times: readonly number[]) => [
  median(times).toFixed(2),
  percentile(times, 0.99).toFixed(2),
]

async function createKeys(): Promise<string[]> {
  const { createKey } = await import("@/lib/auth/api-keys")
  const keys: string[] = []
  for (let i = 0; i <= STREAMS / STREAMS_PER_KEY; i++) {
    keys.push((await createKey(`0x${i.toString(16).padStart(40, "b")}`, null)).key)
  }
  return keys
}

type Server = Awaited<ReturnType<typeof startStreamServer>>

/**
 * Other answers of two servers, asked in turn, of which one has the streams, then the other; and the memory that the
 * streams take on the first.
 */
async function measureIdle(servers: readonly [Server, Server], keys: string[], token: string) {
  const [own = "", ...others] = keys
  const taken = { without: [] as number[], with: [] as number[] }
  const ask = async ({ url }: Server) => {
    const started = performance.now()
    const response = await fetch(`${url}/api/v1/tokens/${token}/trades`, {
      headers: { "X-API-Key": own },
    })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`The trades answered ${response.status}`)
    return performance.now() - started
  }
  const wanted = Array.from({ length: STREAMS }, (_, at) => {
    const digits = at.toString(16)
    const topics = `wallet:0x${digits.padStart(40, "c")},trades:0x${digits.padStart(40, "d")}`
    return { topics, key: others[Math.floor(at / STREAMS_PER_KEY)] ?? "" }
  })
  const [first] = servers
  while (!(await tryAsk(() => ask(first)))) await sleep(100)
  for (const server of servers) {
    for (let i = 0; i < REQUESTS; i++) await ask(server)
    for (const stream of await openStreams(server.url, wanted.slice(0, 50))) stream.close()
  }
  await sleep(500)
  const grown: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const server of servers) {
      const before = await server.measureMemory()
      const streams = await openStreams(server.url, wanted)
      await sleep(1_000)
      const after = await server.measureMemory()
      grown.push(Math.max(after.process - before.process, after.used - before.used) / 1_000_000)
      for (let i = 0; i < REQUESTS; i++) {
        for (const each of servers) {
          taken[each === server ? "with" : "without"].push(await ask(each))
        }
      }
      for (const stream of streams) stream.close()
      await sleep(1_000)
    }
  }
  return { ...taken, megabytes: Math.max(...grown) }
}

/** False while the follower has not listed the token. */
const tryAsk = (ask: () => Promise<number>) =>
  ask().then(
    () => true,
    () => false,
  )

/** Milliseconds from a block to the event of one of its trades. */
async function measureEvents(generator: TradeGenerator, url: string, key: string) {
  const heard = new Map<string, () => void>()
  let text = ""
  const stream = await openStream(url, { topics: "trades", key }, (part) => {
    text = (text + part).slice(-100_000)
    for (const [hash, notify] of heard) if (text.includes(hash)) notify()
  })
  const taken: number[] = []
  for (let block = 0; block < BLOCKS; block++) {
    await generator.emitTrades(1, 1)
    const mined = performance.now()
    const hash = await newestTransaction(generator.url)
    if (!text.includes(hash)) await waitFor(heard, hash)
    taken.push(performance.now() - mined)
    // Blocks come at any time between two reads of the head.
    await sleep(200 + Math.random() * 200)
  }
  stream.close()
  return taken
}

function waitFor(heard: Map<string, () => void>, hash: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("No event was sent")), PATIENCE_MS)
    heard.set(hash, () => {
      clearTimeout(timer)
      heard.delete(hash)
      resolve()
    })
  })
}

/** Milliseconds of each sync: of the transactions of a block, every other one is logged. */
async function measureSync(generator: TradeGenerator) {
  const { syncTransaction } = await import("@/lib/indexer/sync-transaction")
  const { pool } = await import("@/lib/db/client")
  const taken = { with: [] as number[], without: [] as number[] }
  const WARM_UP = 40
  for (let done = 0; taken.with.length < SYNCS + WARM_UP; ) {
    await generator.emitTrades(1, 1)
    for (const hash of await readHashes(generator.url)) {
      const isLogged = done++ % 2 === 0
      await pool().query("update stream_state set told_to = $1", [isLogged ? null : NEVER])
      const started = performance.now()
      await syncTransaction(hash)
      taken[isLogged ? "with" : "without"].push(performance.now() - started)
    }
  }
  await pool().query("update stream_state set told_to = null")
  return { with: taken.with.slice(WARM_UP), without: taken.without.slice(WARM_UP) }
}

await main()
