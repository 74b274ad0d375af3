import { processSingleton } from "@/lib/async/process-singleton"
import { pool } from "@/lib/db/client"
import type { CountResult, Limiter, LimiterOptions } from "./memory-limiter"

/** Rows that every reader of the position adds up. Processes with equal slots wait for each other's batches, no more. */
const MAX_SLOTS = 64

/**
 * Counts the requests of a batch, each window under the lock of its row, by the clock of PostgreSQL. It is one
 * transaction, and it says so in `rate_batch`. Ordered, so that two batches never wait for each other in a circle.
 */
const COUNT = `
with batch as (
  insert into rate_batch as known (slot, batches) values ($5, 1)
  on conflict (slot) do update set batches = known.batches + 1
)
insert into rate_window as known (id, quota, window_ms, hits, counted, checked_at, expires_at)
select id, quota, window_ms, array_fill(now, array[least(wanted, quota)]), wanted, now,
  now + make_interval(secs => window_ms / 1000.0)
from (
  select *, clock_timestamp() as now
  from unnest($1::text[], $2::int[], $3::int[], $4::int[]) as asked (id, wanted, quota, window_ms)
  order by id
) asked
on conflict (id) do update set (quota, window_ms, hits, counted, checked_at, expires_at) = (
  select excluded.quota, excluded.window_ms, live || array_fill(now, array[added]), added, now,
    now + make_interval(secs => excluded.window_ms / 1000.0)
  from (
    select *, greatest(0, least(excluded.counted, excluded.quota - cardinality(live))) as added
    from (
      select now, array(
        select hit from unnest(known.hits) hit
        where hit > now - make_interval(secs => excluded.window_ms / 1000.0) order by hit
      ) as live
      from (select clock_timestamp() as now) clock
    ) windows
  ) counts
)
returning id, least(counted, quota), cardinality(hits),
  coalesce(extract(epoch from hits[1] - checked_at) * 1000, 0)::float8 + window_ms`

type CountRow = [id: string, counted: number, used: number, resetInMs: number]

type Waiting = { options: LimiterOptions; resolvers: Resolvers<CountResult>[] }

type Resolvers<T> = {
  promise: Promise<T>
  resolve: (value: T) => void
  reject: (error: unknown) => void
}

type Batches = { waiting: Map<string, Waiting>; isRunning: boolean; sweepAt: number }

const getBatches = () =>
  processSingleton(
    "rate-batches",
    (): Batches => ({ waiting: new Map(), isRunning: false, sweepAt: 0 }),
  )

/** A sliding log in PostgreSQL, for several processes: exact, and one statement for all requests of a moment. */
export function postgresLimiter(options: LimiterOptions): Limiter {
  return (id) => {
    const batches = getBatches()
    const key = `${options.policy}:${id}`
    const own = batches.waiting.get(key) ?? { options, resolvers: [] }
    batches.waiting.set(key, own)
    const result = createResolvers<CountResult>()
    own.resolvers.push(result)
    if (!batches.isRunning) runBatches(batches)
    return result.promise
  }
}

/** What is asked while a batch runs goes into the next one. */
async function runBatches(batches: Batches) {
  batches.isRunning = true
  // The requests that have arrived together.
  await new Promise((resolve) => setImmediate(resolve))
  while (batches.waiting.size > 0) {
    const batch = batches.waiting
    batches.waiting = new Map()
    await countBatch(batch).catch((error) => {
      for (const { resolvers } of batch.values()) for (const { reject } of resolvers) reject(error)
    })
  }
  batches.isRunning = false
  sweep(batches)
}

async function countBatch(batch: Map<string, Waiting>) {
  const ids = [...batch.keys()]
  const asked = [...batch.values()]
  const { rows } = await pool().query<CountRow>({
    name: "count rate windows",
    text: COUNT,
    values: [
      ids,
      asked.map(({ resolvers }) => resolvers.length),
      asked.map(({ options }) => options.quota),
      asked.map(({ options }) => options.windowMs),
      process.pid % MAX_SLOTS,
    ],
    rowMode: "array",
  })
  for (const row of rows) settle(batch.get(row[0]), row)
}

/** The first ones of a window are counted; each is told what is left after it. */
function settle(waiting: Waiting | undefined, [, counted, used, resetInMs]: CountRow) {
  if (!waiting) return
  const { options, resolvers } = waiting
  for (const [at, { resolve }] of resolvers.entries()) {
    const isCounted = at < counted
    const remaining = options.quota - used + (isCounted ? counted - at - 1 : 0)
    resolve({ isCounted, remaining, resetInMs })
  }
}

const SWEEP_MS = 60_000

/** Removes the windows of clients that have left. */
function sweep(batches: Batches) {
  if (performance.now() < batches.sweepAt) return
  batches.sweepAt = performance.now() + SWEEP_MS
  pool()
    .query("delete from rate_window where expires_at < clock_timestamp()")
    .catch((error: unknown) => console.error(`Old rate windows stay: ${error}`))
}

function createResolvers<T>(): Resolvers<T> {
  let resolve: Resolvers<T>["resolve"] = () => {}
  let reject: Resolvers<T>["reject"] = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
