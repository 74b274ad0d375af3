import { processSingleton } from "@/lib/async/process-singleton"
import type { IndexNotice } from "@/lib/stream-log/notice"
import { listen } from "./listener"

type OnNotice = (notice: IndexNotice | null) => void

type SharedListener = {
  handlers: Set<OnNotice>
  /** The connection listens: who comes now is not told so by it. */
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
 * Listens to the index on the one connection of the process, which is opened by the first and closed with the last of
 * those who listen. Each of them hears of a gap at first. Answers the way to end it.
 */
export function listenTogether(onNotice: OnNotice): () => Promise<void> {
  const shared = getShared()
  shared.handlers.add(onNotice)
  if (!shared.stop) {
    const stop = listen({
      onNotice: (notice) => {
        // What arrives while a connection is being closed is not for those who opened another one.
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
