// The keeper: liquidates expired loans and settles price rounds until it is stopped. One process works, the others wait
// for its lock.

import { createBackoff, sleep } from "@/lib/async/backoff"
import { awaitSessionLock, connectLockHolder } from "@/lib/db/session-lock"
import { ConfigError } from "@/lib/indexer/errors"
import { Keeper } from "@/lib/keeper/keeper"

/** Advisory lock of the one keeper that works. */
const KEEPER_LOCK = 7_320_003
const ROUND_MS = 2_000

const stop = new AbortController()
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort())

try {
  await run(stop.signal)
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
// The pool keeps idle connections open.
process.exit()

async function run(signal: AbortSignal) {
  const keeper = new Keeper((line) => console.log(`${new Date().toISOString()} ${line}`))
  const retries = createBackoff()
  while (!signal.aborted) {
    try {
      await keepSettling(keeper, signal, retries.succeed)
    } catch (error) {
      const delay = retries.fail()
      const reason = error instanceof Error ? error.message : error
      console.error(`A round failed, next try in ${Math.round(delay)} ms: ${reason}`)
      await sleep(delay, signal)
    }
  }
}

async function keepSettling(keeper: Keeper, signal: AbortSignal, onRound: () => void) {
  const holder = await connectLockHolder()
  try {
    if (!(await awaitSessionLock(holder, KEEPER_LOCK, signal))) return
    while (!signal.aborted) {
      // Fails when the connection is lost, and with it the lock.
      await holder.query("select 1")
      await keeper.run()
      onRound()
      await sleep(ROUND_MS, signal)
    }
  } finally {
    await holder.end()
  }
}
