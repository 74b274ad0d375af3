/** A draft in local storage. */
export type StoredDraft<D> = {
  /** Identifies its transaction. */
  id: string
  draft: D
  /** Address that the transaction created; null until it is mined. */
  created: string | null
}

/** Reads a text field of a stored draft; `fallback` where it is missing or no text. */
export type ReadText<D> = (field: keyof D & string, fallback?: string) => string

export type DraftStore<D> = {
  empty: D
  create: () => StoredDraft<D>
  /** False when local storage is full or forbidden. */
  save: (kept: StoredDraft<D>) => boolean
  remove: () => void
  load: () => StoredDraft<D> | null
}

type Options<D> = {
  key: string
  empty: D
  /** Hand-written, as zod would add to the size of the page. */
  read: (text: ReadText<D>, raw: Readonly<Record<string, unknown>>) => D
}

export function createDraftStore<D>({ key, empty, read }: Options<D>): DraftStore<D> {
  return {
    empty,
    create: () => ({ id: crypto.randomUUID(), draft: empty, created: null }),
    save: (kept) => {
      try {
        localStorage.setItem(key, JSON.stringify(kept))
        return true
      } catch {
        return false
      }
    },
    remove: () => {
      try {
        localStorage.removeItem(key)
      } catch {
        // Storage is forbidden.
      }
    },
    load: () => {
      try {
        return parseStoredDraft(JSON.parse(localStorage.getItem(key) ?? "null"), read)
      } catch {
        return null
      }
    },
  }
}

/** Null for a value that is no draft; invalid fields get their empty values. */
export function parseStoredDraft<D>(
  value: unknown,
  read: Options<D>["read"],
): StoredDraft<D> | null {
  if (!isRecord(value) || typeof value.id !== "string" || !isRecord(value.draft)) return null
  const { draft } = value
  const text: ReadText<D> = (field, fallback = "") => {
    const value = draft[field]
    return typeof value === "string" ? value : fallback
  }
  return {
    id: value.id,
    created: typeof value.created === "string" ? value.created : null,
    draft: read(text, draft),
  }
}

/** A cropped picture as a data URL; null for anything else. */
export const parsePictureDataUrl = (text: string) =>
  /^data:image\/(webp|png|jpeg);base64,/.test(text) ? text : null

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null
