/** Work that takes longer no longer blocks others, because a lost connection may stall it for seconds. */
const MAX_WAIT_MS = 1_000

/** Calls back when the work has settled, or after `waitMs` at the latest. */
function whenSettled(work: Promise<unknown>, onSettled: () => void, waitMs = MAX_WAIT_MS) {
  const timer = setTimeout(onSettled, waitMs)
  const end = () => {
    clearTimeout(timer)
    onSettled()
  }
  work.then(end, end)
}

/** Resolves when the work has settled, or after `waitMs` at the latest; never rejects. */
export function waitUntilSettled(work: Promise<unknown>, waitMs = MAX_WAIT_MS): Promise<void> {
  return new Promise((resolve) => whenSettled(work, resolve, waitMs))
}

type RunState = { current: Promise<unknown>; next: Promise<unknown> | undefined }

const runs = new Map<string, RunState>()

/**
 * Runs the work of a key once for concurrent callers. A call never joins a run that started before it: calls during
 * a run share the next one, so every caller gets a result computed after its call. The next run starts when the
 * current one has settled, or after a second.
 */
export function coalesce<T>(key: string, run: () => Promise<T>): Promise<T> {
  const flight = runs.get(key)
  if (!flight) return startRun(key, { current: Promise.resolve(), next: undefined }, run)
  flight.next ??= new Promise((resolve) => {
    let begun: Promise<T> | undefined
    whenSettled(flight.current, () => {
      begun ??= startRun(key, flight, run)
      resolve(begun)
    })
  })
  return flight.next as Promise<T>
}

function startRun<T>(key: string, flight: RunState, run: () => Promise<T>): Promise<T> {
  runs.set(key, flight)
  flight.next = undefined
  const current = run()
  flight.current = current
  const finish = () => {
    // A waiting next run reuses the entry.
    if (flight.current === current && !flight.next) runs.delete(key)
  }
  current.then(finish, finish)
  return current
}

/**
 * Loads keys in batches: keys requested while a query runs go into the next query, which starts when the current one
 * has settled, or after a second. As with `coalesce`, a result is never older than its request.
 */
export function createBatchLoader<K, V>(load: (keys: readonly K[]) => Promise<Map<K, V>>) {
  let running = false
  let waiting: PendingBatch<K, V> | undefined

  const start = async (group: PendingBatch<K, V>) => {
    running = true
    const loaded = load([...group.keys])
    loaded.then(group.resolve, group.reject)
    await waitUntilSettled(loaded)
    running = false
    const next = waiting
    waiting = undefined
    if (next) start(next)
  }

  return async (key: K): Promise<V | undefined> => {
    waiting ??= createPendingBatch()
    waiting.keys.add(key)
    const { values } = waiting
    if (!running) {
      const group = waiting
      waiting = undefined
      start(group)
    }
    return (await values).get(key)
  }
}

type PendingBatch<K, V> = {
  keys: Set<K>
  values: Promise<Map<K, V>>
  resolve: (values: Map<K, V>) => void
  reject: (error: unknown) => void
}

function createPendingBatch<K, V>(): PendingBatch<K, V> {
  const { promise, resolve, reject } = defer<Map<K, V>>()
  return { keys: new Set(), values: promise, resolve, reject }
}

function defer<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

type GatheredCall<K, V> = { key: K; resolve: (value: V | Promise<V>) => void }

/** Answers all requests of one turn of the event loop with one call of `load`. */
export function gather<K, V>(load: (keys: readonly K[]) => Promise<V>): (key: K) => Promise<V> {
  let waiting: GatheredCall<K, V>[] = []
  const run = () => {
    const all = waiting
    waiting = []
    const loaded = load(all.map(({ key }) => key))
    for (const { resolve } of all) resolve(loaded)
  }
  return (key) =>
    new Promise((resolve) => {
      if (waiting.push({ key, resolve }) === 1) setImmediate(run)
    })
}
