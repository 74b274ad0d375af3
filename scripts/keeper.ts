// The keeper: liquidates expired loans and settles price rounds until it is stopped. One process works, the others wait
// for its lease.

import { createBackoff, sleep } from "@/lib/async/backoff"
import { isLeaseLost } from "@/lib/db/errors"
import { awaitLease } from "@/lib/db/lease"
import type { DatabaseClient } from "@/lib/db/pool"
import { awaitDatabase } from "@/lib/db/schema-version"
import { awaitSharedLock, connectLockHolder } from "@/lib/db/session-lock"
import { ConfigError } from "@/lib/indexer/errors"
import { Keeper } from "@/lib/keeper/keeper"
import { startMonitoring } from "@/lib/monitoring/start"
import { log } from "@/lib/telemetry/logger"
import { endTracing, inSpan } from "@/lib/telemetry/signals"

/** Advisory lock that a keeper of the last release without leases holds alone. */
const FORMER_LOCK = 7_320_003
const ROUND_MS = 2_000

await startMonitoring("keeper")
const stop = new AbortController()
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort())

try {
  await run(stop.signal)
} catch (error) {
  if (error instanceof ConfigError) log.fatal(error.message)
  else log.fatal({ err: error }, "The keeper ended")
  process.exitCode = 1
}
await endTracing()
// The pool keeps idle connections open.
process.exit()

async function run(signal: AbortSignal) {
  const missing = await awaitDatabase(signal)
  if (missing) throw new ConfigError(missing)
  const retries = createBackoff()
  while (!signal.aborted) {
    try {
      await keepSettling(signal, retries.succeed)
    } catch (error) {
      if (error instanceof ConfigError) throw error
      if (isLeaseLost(error)) {
        log.warn("The keeper stalled and lost its lease: it waits as a standby")
        continue
      }
      const delay = retries.fail()
      const reason = error instanceof Error ? error.message : error
      log.error(`A round failed, next try in ${Math.round(delay)} ms: ${reason}`)
      await sleep(delay, signal)
    }
  }
}

async function keepSettling(signal: AbortSignal, onRound: () => void) {
  const lease = await awaitLease("keeper", signal)
  if (!lease) return
  let holder: DatabaseClient | undefined
  try {
    const either = AbortSignal.any([signal, lease.lost])
    const keeper = new Keeper((line) => log.info(line), { lease })
    holder = await connectLockHolder()
    if (!(await awaitSharedLock(holder, FORMER_LOCK, either))) return
    while (!signal.aborted) {
      await lease.check()
      // Fails when the connection is lost, and with it the lock.
      await holder.query("select 1")
      await inSpan(
        () => ({ name: "keeper round" }),
        () => keeper.run(),
      )
      onRound()
      await sleep(ROUND_MS, either)
    }
  } finally {
    await Promise.allSettled([lease.release(), holder?.end()])
  }
}
