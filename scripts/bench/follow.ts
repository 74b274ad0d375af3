import { sleep } from "@/lib/indexer/backoff"
import { judgeAims } from "./aims"
import { createDatabase } from "./database"
import { indexVariables, newestTransaction, startScript } from "./indexed-chain"
import { median, percentile, printTable } from "./table"
import { startTradeGenerator } from "./trade-generator"

const BLOCKS = 60
const PATIENCE_MS = 20_000
const MAX_MEDIAN_MS = 300

/** An open page waits this long on average before it reads again, so that not all pages read at once. */
const MEAN_JITTER_MS = 100

/**
 * From a block to the row that an open page shows: the follower runs as it does in production, the stream of the page
 * is subscribed to, and when it tells of a change the newest trades are read as pages do.
 */
async function main() {
  const generator = await startTradeGenerator()
  const database = await createDatabase("follow")
  const variables = indexVariables(generator, database.url)
  Object.assign(process.env, variables)
  const follower = startScript("scripts/indexer.ts", variables)
  // The environment is read once, on first use: the modules are loaded when it is complete.
  const { subscribe, closeFeed } = await import("@/lib/live/feed")
  const { pool } = await import("@/lib/db/client")
  try {
    await generator.emitTrades(5, 1)
    const token = generator.book.mainToken
    const changes = new Set<() => void>()
    const topics = new Set([token])
    const send = (text: string) => {
      if (text.includes("change")) for (const notify of changes) notify()
    }
    subscribe({ ip: "127.0.0.1", topics, send, close: () => {} })
    const { findLatestTrades } = await import("@/lib/tokens/trades/queries")
    const isShown = async (hash: string) =>
      (await findLatestTrades(10)).some(({ txHash }) => txHash === hash)
    const taken = { noticed: [] as number[], shown: [] as number[] }
    for (let block = 0; block < BLOCKS; block++) {
      const change = nextOf(changes)
      await generator.emitTrades(1, 1)
      const mined = performance.now()
      const hash = await newestTransaction(generator.url)
      await change
      taken.noticed.push(performance.now() - mined)
      // Other changes are told of as well.
      while (!(await isShown(hash))) await sleep(5)
      taken.shown.push(performance.now() - mined)
      // Blocks come at any time between two reads of the head.
      await sleep(300 + Math.random() * 300)
    }
    const row = (name: string, times: number[], more = 0) => [
      name,
      (median(times) + more).toFixed(0),
      (percentile(times, 0.99) + more).toFixed(0),
    ]
    printTable(
      `From a block to an open page, ${BLOCKS} blocks`,
      ["what", "p50 ms", "p99 ms"],
      [
        row("the page's stream tells of a change", taken.noticed),
        row("its rows are read as a page reads them", taken.shown),
        row("with the page's pause before it reads", taken.shown, MEAN_JITTER_MS),
      ],
    )
    const figure = median(taken.shown) + MEAN_JITTER_MS
    judgeAims([{ name: "block to page, p50 ms", value: figure, most: MAX_MEDIAN_MS }])
  } finally {
    await follower.stop()
    closeFeed()
    await pool().end()
    await database.drop()
    await generator.stop()
  }
}

/** Resolves with the next change, of which there has to be one in time. */
function nextOf(changes: Set<() => void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("No change was told")), PATIENCE_MS)
    const notify = () => {
      clearTimeout(timer)
      changes.delete(notify)
      resolve()
    }
    changes.add(notify)
  })
}

await main()
