import { z } from "zod"
import { ApiError } from "./errors"
import { integer } from "./wire"

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100

/** `limit` from 1; values above the maximum are clamped, and the response contains the applied value. */
export function limitParam({ fallback = DEFAULT_LIMIT, max = MAX_LIMIT } = {}) {
  const clamped = z.codec(integer({ min: 1 }), z.int(), {
    decode: (limit) => Math.min(limit, max),
    encode: (limit) => limit,
  })
  return clamped
    .default(fallback)
    .meta({ type: "integer", minimum: 1, maximum: max, default: fallback })
}

const pageParam = integer({ min: 1 }).default(1).meta({ type: "integer", minimum: 1, default: 1 })

/** `page` and `limit` of an offset list; extend it with filters. */
export const offsetQuery = z.object({ page: pageParam, limit: limitParam() })

/** `cursor` and `limit` of a cursor list; `cursor` is the id of the last row of the previous page. */
export const cursorQuery = z.object({
  cursor: z.string().optional().describe("nextCursor of the previous answer"),
  limit: limitParam(),
})

export const feedQuery = z.object({
  offset: integer().default(0).meta({ type: "integer", minimum: 0, default: 0 }),
  limit: limitParam(),
})

export const offsetPagination = z
  .object({ total: z.int(), page: z.int(), limit: z.int(), hasMore: z.boolean() })
  .meta({ id: "OffsetPagination" })

export const cursorPagination = z
  .object({ limit: z.int(), hasMore: z.boolean(), nextCursor: z.string().nullable() })
  .meta({ id: "CursorPagination" })

export const feedPagination = z
  .object({ total: z.int(), limit: z.int(), offset: z.int() })
  .meta({ id: "FeedPagination" })

export const offsetPage = <T extends z.ZodType>(row: T) =>
  z.object({ data: z.array(row), pagination: offsetPagination })

export const cursorPage = <T extends z.ZodType>(row: T) =>
  z.object({ data: z.array(row), pagination: cursorPagination })

export const feedPage = <T extends z.ZodType>(row: T) =>
  z.object({ data: z.array(row), pagination: feedPagination })

type OffsetQuery = { page: number; limit: number }

/** Rows to skip and take. The product may pass 2^31, so it stays a number (PostgreSQL's OFFSET is a bigint). */
export const skipTake = ({ page, limit }: OffsetQuery) => ({
  skip: (page - 1) * limit,
  take: limit,
})

export function toOffsetPage<T>(data: T[], total: number, { page, limit }: OffsetQuery) {
  return { data, pagination: { total, page, limit, hasMore: page * limit < total } }
}

const BIGINT_MAX = 2n ** 63n - 1n

/** The row id of a cursor; null for the first page. */
export function cursorId(cursor: string | undefined): bigint | null {
  if (cursor === undefined) return null
  const id = /^[0-9]{1,19}$/.test(cursor) ? BigInt(cursor) : null
  if (id === null || id > BIGINT_MAX) {
    throw new ApiError("INVALID_CURSOR", "cursor was not issued by this list", {
      details: [{ path: "cursor", message: "was not issued by this list" }],
    })
  }
  return id
}
