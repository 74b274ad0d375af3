/** One instance per process. Routes, pages and instrumentation are bundled separately and share no modules. */
export function processSingleton<T>(name: string, create: () => T): T {
  const store = globalThis as Record<symbol, unknown>
  const key = Symbol.for(`atoll.${name}`)
  store[key] ??= create()
  return store[key] as T
}
