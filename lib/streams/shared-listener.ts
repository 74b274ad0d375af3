import { processSingleton } from "@/lib/async/process-singleton"
import type { IndexNotice } from "@/lib/stream-log/notice"
import { listen } from "./listener"

type OnNotice = (notice: IndexNotice | null) => void

type SharedListener = {
  handlers: Set<OnNotice>
  /** The connection already listens, so later listeners receive their first gap from here, not from it. */
  isListening: boolean
  stop: (() => Promise<void>) | undefined
}

const getShared = () =>
  processSingleton<SharedListener>("listener", () => ({
    handlers: new Set(),
    isListening: false,
    stop: undefined,
  }))

/**
 * Listens to the index on the process's one connection, which the first listener opens and the last one closes. Each
 * listener first receives a gap. Returns a function that ends it.
 */
export function listenTogether(onNotice: OnNotice): () => Promise<void> {
  const shared = getShared()
  shared.handlers.add(onNotice)
  if (!shared.stop) {
    const stop = listen({
      onNotice: (notice) => {
        // Notices that arrive while a connection is being closed are not for those who opened another one.
        if (shared.stop !== stop) return
        shared.isListening = true
        for (const handle of [...shared.handlers]) handle(notice)
      },
    })
    shared.stop = stop
  } else if (shared.isListening) {
    setImmediate(() => {
      if (shared.handlers.has(onNotice)) onNotice(null)
    })
  }
  return async () => {
    shared.handlers.delete(onNotice)
    if (shared.handlers.size > 0) return
    const { stop } = shared
    shared.stop = undefined
    shared.isListening = false
    await stop?.()
  }
}
