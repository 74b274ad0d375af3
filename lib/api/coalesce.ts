/** Work that takes longer holds nobody else back: a lost connection may keep it for seconds. */
const WAIT_MS = 1_000

/** Goes on when the work has ended, or has taken so long that nobody should wait for it. */
function onEnd(work: Promise<unknown>, goOn: () => void, waitMs = WAIT_MS) {
  const timer = setTimeout(goOn, waitMs)
  const end = () => {
    clearTimeout(timer)
    goOn()
  }
  work.then(end, end)
}

/** The same as a promise, which never fails. */
export function endOf(work: Promise<unknown>, waitMs = WAIT_MS): Promise<void> {
  return new Promise((resolve) => onEnd(work, resolve, waitMs))
}

type Flight = { current: Promise<unknown>; next: Promise<unknown> | undefined }

const flights = new Map<string, Flight>()

/**
 * Runs equal work once for callers that wait together. A call never joins a run that began before
 * it: arrivals during a run share the next one, so every caller sees what was true after it asked.
 * The next one begins when the run has ended, or after a second when it has not.
 */
export function coalesce<T>(key: string, run: () => Promise<T>): Promise<T> {
  const flight = flights.get(key)
  if (!flight) return launch(key, { current: Promise.resolve(), next: undefined }, run)
  flight.next ??= new Promise((resolve) => {
    let begun: Promise<T> | undefined
    onEnd(flight.current, () => {
      begun ??= launch(key, flight, run)
      resolve(begun)
    })
  })
  return flight.next as Promise<T>
}

function launch<T>(key: string, flight: Flight, run: () => Promise<T>): Promise<T> {
  flights.set(key, flight)
  flight.next = undefined
  const current = run()
  flight.current = current
  const land = () => {
    // With a next run waiting, that run takes the flight over.
    if (flight.current === current && !flight.next) flights.delete(key)
  }
  current.then(land, land)
  return current
}

/**
 * Loads many keys with one query: keys asked for while a query runs are gathered for the next one,
 * which waits a second for it at most. As with `coalesce`, an answer is never older than its question.
 */
export function batch<K, V>(load: (keys: readonly K[]) => Promise<Map<K, V>>) {
  let running = false
  let waiting: Waiting<K, V> | undefined

  const start = async (group: Waiting<K, V>) => {
    running = true
    const loaded = load([...group.keys])
    loaded.then(group.resolve, group.reject)
    await endOf(loaded)
    running = false
    const next = waiting
    waiting = undefined
    if (next) start(next)
  }

  return async (key: K): Promise<V | undefined> => {
    waiting ??= gather()
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

type Waiting<K, V> = {
  keys: Set<K>
  found: Promise<Map<K, V>>
  resolve: (found: Map<K, V>) => void
  reject: (error: unknown) => void
}

function gather<K, V>(): Waiting<K, V> {
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
