import { pool } from "@/lib/db/client"
import { positionSql } from "@/lib/db/position"
import { coalesce } from "./coalesce"

type Row = { snapshot: string; indexed_block: number | null; head_block: number | null }

/** A PostgreSQL snapshot and the progress of the index in it. */
export type IndexSnapshot = {
  /**
   * The position of the data (see `lib/db/position`): while it is equal, every query that does not depend on the
   * clock returns the same rows, whichever process wrote last.
   */
  snapshot: string
  headers: [string, string][]
}

/** Prepared: planning it takes three times as long as running it. */
const POSITION = {
  name: "position",
  text: `select ${positionSql} as snapshot, indexed_block, head_block
    from (values (1)) always (id) left join index_cursor using (id)`,
}

/**
 * Reads the current snapshot. Call it before reading the data it describes: then the data is at least as recent as the
 * headers say. No headers before the first block is indexed.
 */
export function readSnapshot(): Promise<IndexSnapshot> {
  return coalesce("position", async () => {
    const { rows } = await pool().query<Row>(POSITION)
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
