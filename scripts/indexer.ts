// The follower: reads every block of the chain into the database, until it is told to stop.
import pg from "pg"
import { deployment } from "@/lib/chain/deployment"
import { env } from "@/lib/env"
import { backoff, pause } from "@/lib/indexer/backoff"
import { follow, type Options } from "@/lib/indexer/follower"
import { awaitTurn } from "@/lib/indexer/lock"
import { Refused } from "@/lib/indexer/position"

const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"])
/** How long a range takes at least before progress is worth a line. */
const REPORT_EVERY_MS = 5_000

const stop = new AbortController()
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort())

try {
  await run(stop.signal)
} catch (error) {
  console.error(error instanceof Refused ? error.message : error)
  process.exitCode = 1
}

async function run(signal: AbortSignal) {
  const { RPC_URL, INDEX_FOLLOWER } = env()
  if (!INDEX_FOLLOWER) throw new Refused("The follower is switched off by INDEX_FOLLOWER")
  if (!RPC_URL) throw new Refused("RPC_URL is needed to follow a chain")
  const isLocal = LOCAL_HOSTS.has(new URL(RPC_URL).hostname)
  const options = {
    book: deployment(),
    rpcUrl: RPC_URL,
    pollMs: isLocal ? 250 : 1_000,
    signal,
    onProgress: reporter(),
  }
  const retries = backoff()
  while (!signal.aborted) {
    try {
      await withConnection(options, retries.succeed)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof Refused) throw error
      const delay = retries.fail()
      const reason = error instanceof Error ? error.message : error
      console.error(
        `The follower lost its database, next try in ${Math.round(delay)} ms: ${reason}`,
      )
      await pause(delay, signal)
    }
  }
}

/** The turn and all writing belong to one connection: with it a broken follower loses both. */
async function withConnection(options: Options, connected: () => void) {
  const client = new pg.Client({ connectionString: env().DATABASE_URL, keepAlive: true })
  // A loss shows in the next query.
  client.on("error", () => {})
  const interrupt = () => client.end()
  try {
    await client.connect()
    // Told to stop meanwhile: nothing would interrupt the wait any more.
    if (options.signal.aborted) return
    options.signal.addEventListener("abort", interrupt)
    await awaitTurn(client)
    options.signal.removeEventListener("abort", interrupt)
    connected()
    await follow(client, options)
  } finally {
    options.signal.removeEventListener("abort", interrupt)
    await client.end().catch(() => {})
  }
}

function reporter(): Options["onProgress"] {
  const started = Date.now()
  let reported = started
  let isCaughtUp = false
  return ({ block, head, events }) => {
    const now = Date.now()
    const seconds = Math.max(1, (now - started) / 1000)
    if (block < head && now - reported > REPORT_EVERY_MS) {
      reported = now
      isCaughtUp = false
      console.log(`Indexed block ${block} of ${head}, ${Math.round(events / seconds)} events/s`)
    }
    if (block >= head && !isCaughtUp) {
      isCaughtUp = true
      console.log(`Indexed up to the head, block ${head}`)
    }
  }
}
