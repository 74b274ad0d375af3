/**
 * Data of every event of the stream: `change` (read again), `beat` (still there), and at its beginning
 * `current` (still there, and nothing has changed since the page was read).
 */
export type LiveEvent = {
  /** Highest block fully indexed and highest block seen; null while the index is empty. */
  block: number | null
  head: number | null
}

export const EMPTY_EVENT: LiveEvent = { block: null, head: null }

/** Parses an event; nothing for a foreign one. Written by hand because it is part of every page. */
export function parseLiveEvent(text: string): LiveEvent {
  try {
    const data: unknown = JSON.parse(text)
    if (typeof data !== "object" || data === null) return EMPTY_EVENT
    return {
      block: "block" in data ? blockNumber(data.block) : null,
      head: "head" in data ? blockNumber(data.head) : null,
    }
  } catch {
    return EMPTY_EVENT
  }
}

function blockNumber(value: unknown) {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null
}
