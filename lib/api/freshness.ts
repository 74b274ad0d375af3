import { db } from "@/lib/db"
import { coalesce } from "./coalesce"

type Row = { indexed_block: number; head_block: number }

/**
 * How far the index is, as headers. It is to be read before the data it describes: then the data is
 * at least as fresh as claimed. Nothing is claimed while nothing is known.
 */
export function freshness(): Promise<[string, string][]> {
  return coalesce("freshness", async () => {
    const { rows } = await db().pool.query<Row>(
      "select indexed_block, head_block from index_cursor where id = 1",
    )
    const [row] = rows
    if (!row) return []
    return [
      ["X-Indexed-Block", `${row.indexed_block}`],
      ["X-Chain-Head", `${row.head_block}`],
    ]
  })
}
