import { type Expression, expressionBuilder, sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import type { Database } from "@/lib/generated/database"
import { encodeId } from "@/lib/http/opaque-ids"
import { findAuthors } from "@/lib/profiles/authors"
import type { Section } from "@/lib/reef/constants"
import type { ReefPost } from "./schema"

/** Columns of a post in an answer, without the author's. */
export const POST_COLUMNS = [
  "post.id",
  "post.wallet",
  "post.section",
  "post.title",
  "post.body",
  "post.score",
  "post.comment_count as commentCount",
  "post.created_at as timestamp",
  "post.edited_at as editedAt",
] as const

/** Posts that are neither deleted nor hidden. The indexes of the feed hold exactly these rows. */
export const selectVisiblePosts = () =>
  db
    .selectFrom("reef_post as post")
    .where("post.deleted_at", "is", null)
    .where("post.hidden_at", "is", null)

const { cast, fn } = expressionBuilder<Database>()

/** Sections as the rows of table `section`, which has one column of this name. */
export const unnestSections = (sections: Expression<readonly string[]>) =>
  fn<{ section: Section }>("unnest", [sections]).as("section")

/** For `section = …`. */
export const anySection = (sections: Expression<readonly string[]>) =>
  fn<Section>("any", [sections])

export const countRows = cast<number>(fn.countAll(), "integer").as("total")

/** Adds the current authors, and replaces row ids by the ids of the API. */
export async function withAuthors<R extends { id: bigint | string; wallet: string }>(
  rows: readonly R[],
) {
  const authors = await findAuthors(rows.map(({ wallet }) => wallet))
  return rows.map((row) => {
    const author = authors.get(row.wallet)
    if (!author) throw new Error(`No author of ${row.wallet}`)
    return { ...row, id: encodeId(row.id), ...author }
  })
}

const selectPostsByIds = statement({ ids: "bigint[]" }, ({ ids }) =>
  db
    .selectFrom(
      sql<{ id: string; position: string }>`unnest(${ids}) with ordinality`.as<"wanted">(
        sql`wanted (id, position)`,
      ),
    )
    .innerJoin("reef_post as post", "post.id", "wanted.id")
    .select(POST_COLUMNS)
    .orderBy("wanted.position"),
)

/** The posts with these row ids, in the order of the ids. */
export async function findPostsByIds(ids: readonly string[]): Promise<ReefPost[]> {
  if (ids.length === 0) return []
  return withAuthors(await selectPostsByIds({ ids }))
}
