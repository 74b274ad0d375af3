/** A list of the service: one page, or all its rows in sequence. */
export type List<Query, Page, Row> = {
  /** One page; returns `data` and `pagination` as the service does. */
  page: (query?: Partial<Query>) => Promise<Page>
} & AsyncIterable<Row>

export type Pagination = {
  limit: number
  hasMore?: boolean
  nextCursor?: string | null
  page?: number
  offset?: number
  total?: number
}

type Paged<Row> = { data: readonly Row[]; pagination: Pagination }

/** A list that reads page after page while it is iterated. */
export const createList = <Query extends object, Page extends Paged<unknown>>(
  first: Query,
  read: (query: Query) => Promise<Page>,
): List<Query, Page, Page["data"][number]> => ({
  page: (query) => read({ ...first, ...query }),
  async *[Symbol.asyncIterator]() {
    const seen = new Set<string>()
    for (let query: Query | null = first; query !== null; ) {
      const page: Page = await read(query)
      yield* page.data.filter((row) => isNew(row, seen))
      const next = nextPage(page.pagination)
      query = next && { ...query, ...next }
    }
  },
})

/** Rows added at the front move others to the next page, where they appear again. */
function isNew(row: unknown, seen: Set<string>): boolean {
  const id = typeof row === "object" && row !== null && "id" in row ? `${row.id}` : null
  if (id === null) return true
  const isFirst = !seen.has(id)
  seen.add(id)
  return isFirst
}

/** The start of the next page, by cursor, number or offset; null after the last one. */
export function nextPage({ nextCursor, page, offset = 0, ...rest }: Pagination) {
  const { hasMore, total = 0, limit } = rest
  if (nextCursor !== undefined) return nextCursor === null ? null : { cursor: nextCursor }
  if (page !== undefined) return hasMore ? { page: page + 1 } : null
  return offset + limit < total && limit > 0 ? { offset: offset + limit } : null
}
