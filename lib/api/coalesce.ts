type Flight = { current: Promise<unknown>; next: Promise<unknown> | undefined }

const flights = new Map<string, Flight>()

/**
 * Runs equal work once for callers that wait together. A call never joins a run that began before
 * it: arrivals during a run share the next one, so every caller sees what was true after it asked.
 */
export function coalesce<T>(key: string, run: () => Promise<T>): Promise<T> {
  const flight = flights.get(key)
  if (!flight) return launch(key, { current: Promise.resolve(), next: undefined }, run)
  flight.next ??= flight.current.then(
    () => launch(key, flight, run),
    () => launch(key, flight, run),
  )
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
 * Loads many keys with one query: keys asked for while a query runs are gathered for the next one.
 * As with `coalesce`, an answer is never older than its question.
 */
export function batch<K, V>(load: (keys: readonly K[]) => Promise<Map<K, V>>) {
  let running = false
  let waiting: Waiting<K, V> | undefined

  const start = async (group: Waiting<K, V>) => {
    running = true
    await load([...group.keys])
      .then(group.resolve, group.reject)
      .finally(() => {
        running = false
        const next = waiting
        waiting = undefined
        if (next) start(next)
      })
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
