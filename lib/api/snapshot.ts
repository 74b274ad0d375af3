import { pool } from "@/lib/db/client"
import { coalesce } from "./coalesce"

type Row = { snapshot: string; indexed_block: number | null; head_block: number | null }

/** A state of the database, and how far the index is in it. */
export type IndexSnapshot = {
  /**
   * PostgreSQL's name of the set of transactions it has visible: as long as it reads the same, every
   * query without a clock in it gives the same rows, whichever process wrote last.
   */
  snapshot: string
  headers: [string, string][]
}

/**
 * The present position. It is to be read before the data it describes: then the data is at least as
 * fresh as claimed. Nothing is claimed while nothing is known.
 */
export function readSnapshot(): Promise<IndexSnapshot> {
  return coalesce("position", async () => {
    const { rows } = await pool().query<Row>(
      `select pg_current_snapshot()::text as snapshot, indexed_block, head_block
      from (values (1)) always (id) left join index_cursor using (id)`,
    )
    const [row] = rows
    if (!row) throw new Error("The position has no row")
    const { snapshot, indexed_block, head_block } = row
    if (indexed_block === null || head_block === null) return { snapshot, headers: [] }
    const headers: [string, string][] = [
      ["X-Indexed-Block", `${indexed_block}`],
      ["X-Chain-Head", `${head_block}`],
    ]
    return { snapshot, headers }
  })
}
