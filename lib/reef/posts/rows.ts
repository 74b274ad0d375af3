import type pg from "pg"
import { findAuthors } from "@/lib/profiles/authors"
import type { Section } from "@/lib/reef/constants"
import { encodeId } from "@/lib/reef/ids"
import type { ReefPost } from "./schema"

/** The columns of a post `p` as it is shown, its author aside. */
export const POST_COLUMNS = `p.id, p.wallet, p.section, p.title, p.body, p.score,
  p.comment_count as "commentCount", p.created_at as "timestamp", p.edited_at as "editedAt"`

/** Neither deleted nor hidden; the indexes of the feed hold exactly these. */
export const IS_VISIBLE = "p.deleted_at is null and p.hidden_at is null"

export type PostRow = {
  id: string
  wallet: string
  section: Section
  title: string
  body: string | null
  score: number
  commentCount: number
  timestamp: Date
  editedAt: Date | null
}

/** Posts with their authors as they are now. */
export async function withAuthors<R extends { id: string; wallet: string }>(rows: readonly R[]) {
  const authors = await findAuthors(rows.map(({ wallet }) => wallet))
  return rows.map((row) => {
    const author = authors.get(row.wallet)
    if (!author) throw new Error(`No author of ${row.wallet}`)
    return { ...row, id: encodeId(row.id), ...author }
  })
}

/** The posts with these ids, in the order of the ids. */
export async function findPostsByIds(pool: pg.Pool, ids: readonly string[]): Promise<ReefPost[]> {
  if (ids.length === 0) return []
  const { rows } = await pool.query<PostRow>(
    `select ${POST_COLUMNS} from unnest($1::bigint[]) with ordinality as wanted (id, place)
    join reef_post p on p.id = wanted.id order by wanted.place`,
    [ids],
  )
  return withAuthors(rows)
}
