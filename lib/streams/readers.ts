import { processSingleton } from "@/lib/async/process-singleton"

/** Streams of a process that read the past at once: they use the connections of requests. */
const MAX_READERS = 2

type Readers = { running: number; waiting: (() => void)[] }

const getReaders = () =>
  processSingleton<Readers>("stream-readers", () => ({ running: 0, waiting: [] }))

/** Runs `read` when fewer than the most are running. */
export async function limitReaders<T>(read: () => Promise<T>): Promise<T> {
  const readers = getReaders()
  if (readers.running >= MAX_READERS) {
    await new Promise<void>((resolve) => readers.waiting.push(resolve))
  } else readers.running++
  try {
    return await read()
  } finally {
    const next = readers.waiting.shift()
    if (next) next()
    else readers.running--
  }
}
