import { useSyncExternalStore } from "react"

type Change<T> = Partial<T> | ((now: T) => Partial<T>)

/** A value outside of React which several trees of components share. */
export type ExternalStore<T> = {
  get: () => T
  set: (change: Change<T>) => void
  subscribe: (listener: () => void) => () => void
}

export function createStore<T extends object>(initial: T): ExternalStore<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(change) {
      value = { ...value, ...(typeof change === "function" ? change(value) : change) }
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** `server` is what a page shows before it knows the browser. */
export function useStore<T extends object>({ subscribe, get }: ExternalStore<T>, server: T): T {
  return useSyncExternalStore(subscribe, get, () => server)
}
