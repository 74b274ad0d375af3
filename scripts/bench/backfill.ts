import pg from "pg"
import { topics } from "@/lib/indexer/decode"
import { follow } from "@/lib/indexer/follower"
import { readLatestHeader } from "@/lib/indexer/node"
import { createRpc, type Rpc } from "@/lib/indexer/rpc"
import { buildLogCalls, parseLogs } from "@/lib/indexer/rpc-calls"
import { createDatabase } from "./database"
import { formatRatio, groupDigits, median, printTable } from "./table"
import { startTradeGenerator, type TradeGenerator } from "./trade-generator"

const SMALL = 20_000
const LARGE = 200_000
const ROUNDS_PER_TRANSACTION = 6
const BLOCKS_AT_ONCE = 25
const RUNS = 3
const MIN_RATIO = 60_000
/** Blocks of one request of the baseline; about what the follower settles on. */
const BASELINE_RANGE = 12

/** Reading a whole chain of real trades into an empty database, against fetching its logs alone. */
async function main() {
  const generator = await startTradeGenerator()
  // The follower computes points, which exclude the platform's own contracts.
  process.env.CHAIN_ID = `${generator.book.chainId}`
  process.env.CONTRACTS = JSON.stringify(generator.book)
  try {
    const small = await measure(generator, SMALL)
    const large = await measure(generator, LARGE)
    const rows = [small, large].map(({ events, blocks, rate, fetched }) => [
      groupDigits(events),
      groupDigits(blocks),
      groupDigits(rate),
      groupDigits(fetched),
      formatRatio(rate, fetched),
    ])
    printTable(
      `Backfill, median of ${RUNS}; aim: ${groupDigits(MIN_RATIO)} events/s, growth 1.00`,
      ["events", "blocks", "events/s", "getLogs + parse alone /s", "to alone"],
      rows,
    )
    console.log(
      `Events/s at ${groupDigits(LARGE)} to ${groupDigits(SMALL)}: ${formatRatio(large.rate, small.rate)}`,
    )
  } finally {
    await generator.stop()
  }
}

async function measure(generator: TradeGenerator, wanted: number) {
  const { url } = generator
  const before = await countEvents(generator)
  await generator.emitTrades(BLOCKS_AT_ONCE, ROUNDS_PER_TRANSACTION)
  const perBlock = ((await countEvents(generator)) - before) / BLOCKS_AT_ONCE
  const missing = wanted - before - perBlock * BLOCKS_AT_ONCE
  await generator.emitTrades(Math.max(0, Math.ceil(missing / perBlock)), ROUNDS_PER_TRANSACTION)
  const events = await countEvents(generator)
  const blocks = (await readLatestHeader(createRpc(url, { timeoutMs: 60_000 }))).number
  const rates: number[] = []
  const fetched: number[] = []
  for (let run = 0; run < RUNS; run++) {
    fetched.push(events / (await measureSeconds(() => fetchAll(generator))))
    rates.push(events / (await backfill(generator, events)))
  }
  return { events, blocks, rate: median(rates), fetched: median(fetched) }
}

const emittingContracts = ({ book }: TradeGenerator) => [book.factory, book.usdb, book.mainToken]

/** Rows an index of the chain holds, by indexing it: tokens are discovered on the way. */
async function countEvents(generator: TradeGenerator): Promise<number> {
  const database = await createDatabase("count")
  try {
    return await runFollower(database.url, generator)
  } finally {
    await database.drop()
  }
}

/** Seconds from an empty database to the head. */
async function backfill(generator: TradeGenerator, events: number): Promise<number> {
  const database = await createDatabase("backfill")
  try {
    let stored = 0
    const seconds = await measureSeconds(async () => {
      stored = await runFollower(database.url, generator)
    })
    if (stored !== events) throw new Error(`${stored} of ${events} events were stored`)
    return seconds
  } finally {
    await database.drop()
  }
}

async function runFollower(
  connectionString: string,
  { url, book }: TradeGenerator,
): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  let stored = 0
  const { signal } = new AbortController()
  const onProgress = ({ events }: { events: number }) => {
    stored = events
  }
  await follow(client, { book, rpcUrl: url, signal, onProgress }, { untilCaughtUp: true })
  await client.end()
  return stored
}

/** The same logs in ranges of like size, parsed and thrown away. */
async function fetchAll(generator: TradeGenerator): Promise<void> {
  const rpc = createRpc(generator.url, { timeoutMs: 60_000 })
  const { number: head } = await readLatestHeader(rpc)
  const tokens = await createdTokensOf(generator)
  for (let from = 0; from <= head; from += BASELINE_RANGE) {
    const to = Math.min(head, from + BASELINE_RANGE - 1)
    await logsOf(rpc, { from, to }, [...emittingContracts(generator), ...tokens])
  }
}

async function createdTokensOf({ url, book }: TradeGenerator) {
  const rpc = createRpc(url, { timeoutMs: 60_000 })
  const { number: head } = await readLatestHeader(rpc)
  const logs = await logsOf(rpc, { from: 0, to: Math.min(head, 40) }, [book.factory])
  return logs.map(({ topics }) => `0x${topics[1]?.slice(26)}`)
}

async function logsOf(rpc: Rpc, range: { from: number; to: number }, emitters: string[]) {
  return (await rpc.batch(buildLogCalls(range, { emitters, topics }))).flatMap(parseLogs)
}

async function measureSeconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

await main()
