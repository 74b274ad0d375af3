import { topics } from "@/lib/indexer/decode"
import { readLatestHeader } from "@/lib/indexer/node"
import { createRpc, type Rpc } from "@/lib/indexer/rpc"
import { buildLogCalls, parseLogs } from "@/lib/indexer/rpc-calls"
import { judgeAims } from "./aims"
import { type BackfillResult, runBackfill } from "./backfill-process"
import { createDatabase } from "./database"
import { indexVariables } from "./indexed-chain"
import { formatRatio, groupDigits, median, printTable } from "./table"
import { startTradeGenerator, type TradeGenerator } from "./trade-generator"

/** Events of the chain, and how often it is read: the median counts. */
const SIZES = [
  { wanted: 20_000, runs: 3 },
  { wanted: 200_000, runs: 3 },
  { wanted: 2_000_000, runs: 1 },
]
const ROUNDS_PER_TRANSACTION = 6
const BLOCKS_AT_ONCE = 25
/** Blocks of one request of the baseline; about what the follower settles on. */
const BASELINE_RANGE = 12

/** Events a second, from AIM_FROM events on, and the memory of the process. */
const MIN_RATE = 110_000
const AIM_FROM = 200_000
const MAX_MEGABYTES = 500

/** Reading a whole chain of real trades into an empty database, against fetching its logs alone. */
async function main() {
  const generator = await startTradeGenerator()
  const measured: Measured[] = []
  try {
    for (const size of SIZES) {
      const found = await measure(generator, size)
      console.log(`${groupDigits(found.events)} events: ${groupDigits(found.rate)} a second`)
      measured.push(found)
    }
  } finally {
    await generator.stop()
  }
  printTable(
    `Backfill; aim: ${groupDigits(MIN_RATE)} events/s from ${groupDigits(AIM_FROM)} events on`,
    ["events", "blocks", "events/s", "getLogs + parse alone /s", "to alone", "most MB"],
    measured.map(({ events, blocks, rate, fetched, megabytes }) => [
      ...[groupDigits(events), groupDigits(blocks), groupDigits(rate), groupDigits(fetched)],
      ...[formatRatio(rate, fetched), megabytes.toFixed(0)],
    ]),
  )
  judgeAims(
    measured.flatMap(({ events, rate, megabytes }) => {
      const name = `${groupDigits(events)} events`
      const memory = { name: `${name}, MB`, value: megabytes, most: MAX_MEGABYTES }
      if (events < AIM_FROM) return [memory]
      return [memory, { name: `${name}, events a second`, value: rate, least: MIN_RATE }]
    }),
  )
}

type Measured = {
  events: number
  blocks: number
  rate: number
  fetched: number
  megabytes: number
}

async function measure(
  generator: TradeGenerator,
  { wanted, runs }: (typeof SIZES)[number],
): Promise<Measured> {
  const { url } = generator
  const before = await countEvents(generator)
  await generator.emitTrades(BLOCKS_AT_ONCE, ROUNDS_PER_TRANSACTION)
  const perBlock = ((await countEvents(generator)) - before) / BLOCKS_AT_ONCE
  const missing = wanted - before - perBlock * BLOCKS_AT_ONCE
  await generator.emitTrades(Math.max(0, Math.ceil(missing / perBlock)), ROUNDS_PER_TRANSACTION)
  const blocks = (await readLatestHeader(createRpc(url, { timeoutMs: 60_000 }))).number
  const fetchSeconds: number[] = []
  const done: BackfillResult[] = []
  for (let run = 0; run < runs; run++) {
    fetchSeconds.push(await measureSeconds(() => fetchAll(generator)))
    done.push(await backfill(generator))
  }
  const events = done[0]?.events ?? 0
  if (events < wanted || done.some((run) => run.events !== events)) {
    throw new Error(`Of ${wanted} events ${done.map((run) => run.events)} were stored`)
  }
  return {
    ...{ events, blocks },
    rate: events / median(done.map(({ seconds }) => seconds)),
    fetched: events / median(fetchSeconds),
    megabytes: Math.max(...done.map((run) => run.megabytes)),
  }
}

const emittingContracts = ({ book }: TradeGenerator) => [book.factory, book.usdb, book.mainToken]

/** Rows an index of the chain holds, by indexing it: tokens are discovered on the way. */
const countEvents = async (generator: TradeGenerator) => (await backfill(generator)).events

/** Reads the chain into an empty database. */
async function backfill(generator: TradeGenerator): Promise<BackfillResult> {
  const database = await createDatabase("backfill")
  try {
    return await runBackfill(indexVariables(generator, database.url))
  } finally {
    await database.drop()
  }
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
  return (
    await rpc.batch(buildLogCalls(range, { emitters, topics }, rpc.limits.addresses))
  ).flatMap(parseLogs)
}

async function measureSeconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

await main()
