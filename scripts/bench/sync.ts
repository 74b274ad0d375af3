import pg from "pg"
import { createRpc } from "@/lib/indexer/rpc"
import { rpc } from "@/scripts/local/rpc"
import { judgeAims } from "./aims"
import { createDatabase } from "./database"
import { indexVariables, readHashes } from "./indexed-chain"
import { formatRatio, median, percentile, printTable } from "./table"
import { startTradeGenerator } from "./trade-generator"

const TRANSACTIONS = 300
const WARM_UP = 40
const TRADES_PER_BLOCK = 4
/** Callers at once, and how often so many come. */
const CROWD = 50
const CROWDS = 8
/** The endpoint's own limit. */
const REQUESTS = 15

const MAX_TO_BARE = 2.5
const MAX_CROWD_P99_MS = 50

/**
 * Syncing one trade after the other, each beside one bare receipt plus one bare insert of the same trade, and many
 * trades by as many callers at once.
 */
async function main() {
  const generator = await startTradeGenerator()
  const database = await createDatabase("sync")
  try {
    Object.assign(process.env, indexVariables(generator, database.url))
    // The environment is read once, on first use: the modules are loaded when it is complete.
    const { POST } = await import("@/app/api/v1/sync/route")
    const { syncTransaction } = await import("@/lib/indexer/sync-transaction")
    const { pool } = await import("@/lib/db/client")
    const bare = await connectBaseline(generator.url, database.url)
    /** New trades, in the newest blocks: those of callers who report what they have just done. */
    const trade = async (count: number) => {
      await generator.emitTrades(Math.ceil(count / TRADES_PER_BLOCK), 1)
      return newestTrades(generator.url, count)
    }
    const taken = { bare: [] as number[], fresh: [] as number[], again: [] as number[] }
    for (let done = 0; done < WARM_UP + TRANSACTIONS; done += TRADES_PER_BLOCK) {
      const hashes = await trade(TRADES_PER_BLOCK)
      const bareMs = await measureEach(hashes, (hash) => bare.store(hash))
      const freshMs = await measureEach(hashes, (hash) => syncTransaction(hash))
      const againMs = await measureEach(hashes, (hash) => syncTransaction(hash))
      if (done < WARM_UP) continue
      taken.bare.push(...bareMs)
      taken.fresh.push(...freshMs)
      taken.again.push(...againMs)
    }
    const routed = await measureEach(await trade(REQUESTS), async (txHash) => {
      const body = JSON.stringify({ txHash })
      const headers = { "content-type": "application/json" }
      const request = new Request("http://localhost/api/v1/sync", { method: "POST", headers, body })
      const { status } = await POST(request, { params: Promise.resolve({}) })
      if (status !== 200) throw new Error(`The endpoint answered ${status}`)
    })
    const crowded: number[] = []
    for (let i = 0; i < CROWDS; i++) {
      const work = (hash: string) => measureMs(() => syncTransaction(hash))
      crowded.push(...(await Promise.all((await trade(CROWD)).map(work))))
    }
    await bare.end()
    await pool().end()
    const base = median(taken.bare)
    const row = (name: string, times: number[]) => [
      name,
      median(times).toFixed(2),
      percentile(times, 0.99).toFixed(2),
      formatRatio(median(times), base),
    ]
    printTable(
      `Sync of one trade of two pools, ${TRANSACTIONS} transactions`,
      ["what", "p50 ms", "p99 ms", "to bare"],
      [
        row("bare receipt + bare insert", taken.bare),
        row("sync, new", taken.fresh),
        row("sync, repeated", taken.again),
        row("POST /api/v1/sync, new", routed),
        row(`sync, new, ${CROWD} callers at once`, crowded),
      ],
    )
    judgeAims([
      { name: "sync to bare, p50", value: median(taken.fresh) / base, most: MAX_TO_BARE },
      {
        name: `p99 of ${CROWD} callers, ms`,
        value: percentile(crowded, 0.99),
        most: MAX_CROWD_P99_MS,
      },
    ])
  } finally {
    await database.drop()
    await generator.stop()
  }
}

/** Hashes of the newest transactions, in chain order. */
async function newestTrades(url: string, count: number): Promise<string[]> {
  const hashes: string[] = []
  for (let number = Number(await rpc(url, "eth_blockNumber")); number > 0; number--) {
    hashes.unshift(...(await readHashes(url, `0x${number.toString(16)}`)))
    if (hashes.length >= count) break
  }
  return hashes.slice(-count)
}

async function connectBaseline(url: string, connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query("create table bare (hash text primary key, body text)")
  const node = createRpc(url, { timeoutMs: 10_000 })
  return {
    store: async (hash: string) => {
      const receipt = await node.call("eth_getTransactionReceipt", [hash])
      await client.query("insert into bare values ($1, $2)", [hash, JSON.stringify(receipt)])
    },
    end: async () => {
      await client.query("drop table bare")
      await client.end()
    },
  }
}

async function measureMs(work: () => Promise<unknown>) {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function measureEach(hashes: string[], work: (hash: string) => Promise<unknown>) {
  const taken: number[] = []
  for (const hash of hashes) taken.push(await measureMs(() => work(hash)))
  return taken
}

await main()
