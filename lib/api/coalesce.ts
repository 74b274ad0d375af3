/** Work that takes longer holds nobody else back: a lost connection may keep it for seconds. */
const MAX_WAIT_MS = 1_000

/** Goes on when the work has ended, or has taken so long that nobody should wait for it. */
function whenSettled(work: Promise<unknown>, onSettled: () => void, waitMs = MAX_WAIT_MS) {
  const timer = setTimeout(onSettled, waitMs)
  const end = () => {
    clearTimeout(timer)
    onSettled()
  }
  work.then(end, end)
}

/** The same as a promise, which never fails. */
export function waitUntilSettled(work: Promise<unknown>, waitMs = MAX_WAIT_MS): Promise<void> {
  return new Promise((resolve) => whenSettled(work, resolve, waitMs))
}

type RunState = { current: Promise<unknown>; next: Promise<unknown> | undefined }

const runs = new Map<string, RunState>()

/**
 * Runs equal work once for callers that wait together. A call never joins a run that began before
 * it: arrivals during a run share the next one, so every caller sees what was true after it asked.
 * The next one begins when the run has ended, or after a second when it has not.
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
    // With a next run waiting, that run takes the flight over.
    if (flight.current === current && !flight.next) runs.delete(key)
  }
  current.then(finish, finish)
  return current
}

/**
 * Loads many keys with one query: keys asked for while a query runs are gathered for the next one,
 * which waits a second for it at most. As with `coalesce`, an answer is never older than its question.
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
    const { found } = waiting
    if (!running) {
      const group = waiting
      waiting = undefined
      start(group)
    }
    return (await found).get(key)
  }
}

type PendingBatch<K, V> = {
  keys: Set<K>
  found: Promise<Map<K, V>>
  resolve: (found: Map<K, V>) => void
  reject: (error: unknown) => void
}

function createPendingBatch<K, V>(): PendingBatch<K, V> {
  const { promise, resolve, reject } = defer<Map<K, V>>()
  return { keys: new Set(), found: promise, resolve, reject }
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
