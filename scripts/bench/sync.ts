import pg from "pg"
import { createRpc } from "@/lib/indexer/rpc"
import { rpc as call } from "@/scripts/local/rpc"
import { createDatabase } from "./database"
import { formatRatio, median, percentile, printTable } from "./table"
import { startTradeGenerator } from "./trade-generator"

const TRANSACTIONS = 300

/** Syncing one trade after the other, against one bare receipt plus one bare insert each. */
async function main() {
  const generator = await startTradeGenerator()
  const database = await createDatabase("sync")
  try {
    process.env.DATABASE_URL = database.url
    process.env.RPC_URL = generator.url
    process.env.CHAIN_ID = `${generator.book.chainId}`
    process.env.CONTRACTS = JSON.stringify(generator.book)
    // The environment is read once, on first use: the modules are loaded when it is complete.
    const { POST } = await import("@/app/api/v1/sync/route")
    const { syncTransaction } = await import("@/lib/indexer/sync-transaction")
    const { pool } = await import("@/lib/db/client")
    await generator.emitTrades(TRANSACTIONS / 4 + 5, 1)
    const hashes = await newestTrades(generator.url, 2 * TRANSACTIONS)
    const [warm, measured] = [hashes.slice(TRANSACTIONS), hashes.slice(0, TRANSACTIONS)]
    for (const hash of warm.slice(0, 20)) await syncTransaction(hash)

    const bare = await measureBaseline(generator.url, database.url, measured)
    const direct = await measureEach(measured, (hash) => syncTransaction(hash))
    const again = await measureEach(measured, (hash) => syncTransaction(hash))
    const routed = await measureEach(measured.slice(0, 15), async (txHash) => {
      const body = JSON.stringify({ txHash })
      const headers = { "content-type": "application/json" }
      const request = new Request("http://localhost/api/v1/sync", { method: "POST", headers, body })
      const { status } = await POST(request, { params: Promise.resolve({}) })
      if (status !== 200) throw new Error(`The endpoint answered ${status}`)
    })
    await pool().end()
    const base = median(bare)
    const row = (name: string, taken: number[]) => [
      name,
      median(taken).toFixed(2),
      percentile(taken, 0.99).toFixed(2),
      formatRatio(median(taken), base),
    ]
    printTable(
      `Sync of one trade of two pools, ${TRANSACTIONS} transactions`,
      ["what", "p50 ms", "p99 ms", "to bare"],
      [
        row("bare receipt + bare insert", bare),
        row("sync, new", direct),
        row("sync, repeated", again),
        row("POST /api/v1/sync, repeated", routed),
      ],
    )
  } finally {
    await database.drop()
    await generator.stop()
  }
}

/** Hashes of the newest transactions, in chain order. */
async function newestTrades(url: string, count: number): Promise<string[]> {
  const hashes: string[] = []
  for (let number = Number(await call(url, "eth_blockNumber")); number > 0; number--) {
    const block = await call(url, "eth_getBlockByNumber", [`0x${number.toString(16)}`, false])
    const { transactions } = block as { transactions: string[] }
    if (transactions.length > 0 && transactions.length < 4) break
    hashes.unshift(...transactions)
    if (hashes.length >= count) break
  }
  return hashes
}

async function measureBaseline(url: string, connectionString: string, hashes: string[]) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query("create table bare (hash text primary key, body text)")
  const rpc = createRpc(url, { timeoutMs: 10_000 })
  const taken = await measureEach(hashes, async (hash) => {
    const receipt = await rpc.call("eth_getTransactionReceipt", [hash])
    await client.query("insert into bare values ($1, $2)", [hash, JSON.stringify(receipt)])
  })
  await client.query("drop table bare")
  await client.end()
  return taken
}

async function measureEach(hashes: string[], work: (hash: string) => Promise<unknown>) {
  const taken: number[] = []
  for (const hash of hashes) {
    const started = performance.now()
    await work(hash)
    taken.push(performance.now() - started)
  }
  return taken
}

await main()
