/** A draft as this browser keeps it until all of it is stored. */
export type StoredDraft<D> = {
  /** Names its transaction, so that it is found again. */
  id: string
  draft: D
  /** What the transaction has made, once it is known to exist. */
  created: string | null
}

/** Reads a field of a stored draft as text; `fallback` for whatever is not ours. */
export type ReadText<D> = (field: keyof D & string, fallback?: string) => string

export type DraftStore<D> = {
  empty: D
  create: () => StoredDraft<D>
  /** False where the browser has no room: then the draft lives as long as the page. */
  save: (kept: StoredDraft<D>) => boolean
  remove: () => void
  load: () => StoredDraft<D> | null
}

type Options<D> = {
  key: string
  empty: D
  /** By hand, because the page needs it at once: no validator is loaded for it. */
  read: (text: ReadText<D>, raw: Readonly<Record<string, unknown>>) => D
}

/** Drafts of one kind in the browser's own storage. */
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
        // There was none to drop.
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

/** Null for what is no draft; within one, whatever is not ours becomes what an empty draft has. */
export function parseStoredDraft<D>(
  value: unknown,
  read: Options<D>["read"],
): StoredDraft<D> | null {
  if (!isRecord(value) || typeof value.id !== "string" || !isRecord(value.draft)) return null
  const { draft } = value
  const text: ReadText<D> = (field, fallback = "") => {
    const found = draft[field]
    return typeof found === "string" ? found : fallback
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
