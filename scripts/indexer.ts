// The follower: reads every block of the chain into the database, runs the daily jobs and settles the faucet's payouts,
// until it is stopped.
import { stopBackground } from "@/lib/async/background"
import { createBackoff, sleep } from "@/lib/async/backoff"
import { getDeployment } from "@/lib/chain/deployment"
import { dailyJobs } from "@/lib/daily-jobs"
import { isLeaseLost } from "@/lib/db/errors"
import { awaitLease } from "@/lib/db/lease"
import { awaitDatabase } from "@/lib/db/schema-version"
import { env } from "@/lib/env"
import { keepSettlingPayouts } from "@/lib/faucet/settler"
import { registerObservers } from "@/lib/index-observers"
import { ConfigError } from "@/lib/indexer/errors"
import type { FollowOptions } from "@/lib/indexer/follower"
import { FOLLOWER, followUnder } from "@/lib/indexer/follower-lease"
import { keepRunningJobs } from "@/lib/jobs/daily"
import { isThisMachine } from "@/lib/loopback"
import { startMonitoring } from "@/lib/monitoring/start"
import { log } from "@/lib/telemetry/logger"
import { endTracing } from "@/lib/telemetry/signals"

/** Least duration of a range whose progress is logged. */
const REPORT_EVERY_MS = 5_000

await startMonitoring("follower")
registerObservers()
const stop = new AbortController()
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort())

const missing = await awaitDatabase(stop.signal)
if (missing) {
  log.fatal(missing)
  process.exit(1)
}
const background = Promise.all([
  keepRunningJobs(dailyJobs, stop.signal),
  keepSettlingPayouts(stop.signal),
])
try {
  await run(stop.signal)
} catch (error) {
  if (error instanceof ConfigError) log.fatal(error.message)
  else log.fatal({ err: error }, "The follower ended")
  process.exitCode = 1
} finally {
  stop.abort()
  await background
  await stopBackground()
}
await endTracing()
// The pool keeps idle connections open.
process.exit()

async function run(signal: AbortSignal) {
  const { RPC_URL, INDEX_FOLLOWER } = env()
  if (!INDEX_FOLLOWER) throw new ConfigError("The follower is switched off by INDEX_FOLLOWER")
  if (!RPC_URL) throw new ConfigError("RPC_URL is needed to follow a chain")
  const isLocal = isThisMachine(RPC_URL)
  const options = {
    book: getDeployment(),
    rpcUrl: RPC_URL,
    // A local node may be polled freely; other nodes count their requests.
    pollMs: isLocal ? 50 : 1_000,
    idleMs: isLocal ? 250 : 1_000,
    signal,
  }
  const retries = createBackoff()
  const report = createProgressLog()
  while (!signal.aborted) {
    try {
      // Only progress shows that a failure is over: the database may answer and still fail on its content.
      const lease = await awaitLease(FOLLOWER, signal)
      if (!lease) return
      await followUnder(lease, {
        ...options,
        onCaughtUp: retries.succeed,
        onProgress: (progress) => {
          retries.succeed()
          report(progress)
        },
      })
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ConfigError) throw error
      if (isLeaseLost(error)) {
        log.warn("The follower stalled and lost its lease: it waits as a standby")
        continue
      }
      const delay = retries.fail()
      const reason = error instanceof Error ? error.message : error
      log.error(`The follower lost its database, next try in ${Math.round(delay)} ms: ${reason}`)
      await sleep(delay, signal)
    }
  }
}

function createProgressLog(): NonNullable<FollowOptions["onProgress"]> {
  const started = Date.now()
  let reported = started
  let isCaughtUp = false
  return ({ block, head, events }) => {
    const now = Date.now()
    const seconds = Math.max(1, (now - started) / 1000)
    if (block < head && now - reported > REPORT_EVERY_MS) {
      reported = now
      isCaughtUp = false
      log.info(`Indexed block ${block} of ${head}, ${Math.round(events / seconds)} events/s`)
    }
    if (block >= head && !isCaughtUp) {
      isCaughtUp = true
      log.info(`Indexed up to the head, block ${head}`)
    }
  }
}
