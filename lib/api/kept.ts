/** One instance per process: routes, pages and instrumentation are bundled apart and share no modules. */
export function kept<T>(name: string, make: () => T): T {
  const store = globalThis as Record<symbol, unknown>
  const key = Symbol.for(`atoll.${name}`)
  store[key] ??= make()
  return store[key] as T
}
