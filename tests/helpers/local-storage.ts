import { vi } from "vitest"

/** One browser's storage, shared by its tabs. */
export class FakeStorage {
  readonly #items = new Map<string, string>()

  constructor(readonly onChange: (key: string) => void = () => {}) {}

  getItem(key: string) {
    return this.#items.get(key) ?? null
  }

  setItem(key: string, value: string) {
    this.#items.set(key, value)
    this.#show()
    this.onChange(key)
  }

  removeItem(key: string) {
    this.#items.delete(key)
    this.#show()
    this.onChange(key)
  }

  /** Storage lists its keys as its own properties. */
  #show() {
    for (const key of Object.keys(this))
      if (key.startsWith("atoll.")) Reflect.deleteProperty(this, key)
    for (const [key, value] of this.#items) {
      Object.defineProperty(this, key, { value, enumerable: true, configurable: true })
    }
  }
}

/** What modules of the page find around them: a window that hears of other tabs, and the storage. */
export function openTab(storage: FakeStorage) {
  const window = new EventTarget()
  vi.stubGlobal("window", window)
  vi.stubGlobal("localStorage", storage)
  return {
    /** Another tab wrote this key. */
    hear: (key: string | null) =>
      window.dispatchEvent(Object.assign(new Event("storage"), { key })),
  }
}
