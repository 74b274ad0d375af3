/** One instance per process: routes, pages and instrumentation are bundled apart and share no modules. */
export function processSingleton<T>(name: string, create: () => T): T {
  const store = globalThis as Record<symbol, unknown>
  const key = Symbol.for(`atoll.${name}`)
  store[key] ??= create()
  return store[key] as T
}
