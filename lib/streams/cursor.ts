import { ApiError } from "@/lib/http/errors"

/**
 * A place in the log: after this event or, for an event with several messages, after that part of it. Ids of the log
 * stay far below 2^53.
 */
export type Cursor = { id: number; part: number }

/** Behind all parts of an event. */
export const ALL_PARTS = 99

export const toCursor = (id: number): Cursor => ({ id, part: ALL_PARTS })

export const formatCursor = ({ id, part }: Cursor) =>
  part === ALL_PARTS ? `${id}` : `${id}.${part}`

const CURSOR = /^(\d{1,15})(?:\.(\d))?$/

/** Throws for a text that is no cursor. */
export function parseCursor(text: string, path: string): Cursor {
  const [, id, part] = CURSOR.exec(text) ?? []
  if (id === undefined) throw invalidCursor(path)
  return { id: Number(id), part: part === undefined ? ALL_PARTS : Number(part) }
}

const NOT_ISSUED = "was not issued by this stream"

export const invalidCursor = (path: string) =>
  new ApiError("INVALID_CURSOR", `The cursor ${NOT_ISSUED}`, {
    details: [{ path, message: NOT_ISSUED }],
  })

export const expiredCursor = (path: string, oldest: number) =>
  new ApiError("CURSOR_EXPIRED", "What followed the cursor is no longer kept", {
    details: [{ path, message: `the oldest cursor is ${oldest}`, oldest: `${oldest}` }],
  })
