// The follower: reads every block of the chain into the database, until it is told to stop.
import { deployment } from "@/lib/chain/deployment"
import { env, isThisMachine } from "@/lib/env"
import { backoff, pause } from "@/lib/indexer/backoff"
import { follow, type Options } from "@/lib/indexer/follower"
import { awaitTurn, connectFollower } from "@/lib/indexer/lock"
import { Refused } from "@/lib/indexer/position"

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
  const isLocal = isThisMachine(RPC_URL)
  const options = {
    book: deployment(),
    rpcUrl: RPC_URL,
    pollMs: isLocal ? 250 : 1_000,
    signal,
  }
  const retries = backoff()
  const report = reporter()
  while (!signal.aborted) {
    try {
      // Only progress shows that a failure is over: the database may be there, and what it holds may fail.
      await withConnection({
        ...options,
        onRest: retries.succeed,
        onProgress: (progress) => {
          retries.succeed()
          report(progress)
        },
      })
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
async function withConnection(options: Options) {
  const client = await connectFollower()
  try {
    if (!(await awaitTurn(client, options.signal))) return
    await follow(client, options)
  } finally {
    await client.end()
  }
}

function reporter(): NonNullable<Options["onProgress"]> {
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
