type Waiting<K, V> = { key: K; resolve: (value: V | Promise<V>) => void }

/** Answers all requests of one turn of the event loop with one call of `load`. */
export function gather<K, V>(load: (keys: readonly K[]) => Promise<V>): (key: K) => Promise<V> {
  let waiting: Waiting<K, V>[] = []
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
