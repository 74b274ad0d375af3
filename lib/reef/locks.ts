import { db, dbOn, type Transaction } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { decodeId } from "@/lib/http/opaque-ids"

/**
 * Locks the row of a wallet, which is inserted when it is missing: an update that changes nothing takes the lock. `now`
 * is read when the lock is held.
 */
export const lockMemberRow = statement({ wallet: "text" }, ({ wallet }) =>
  db
    .with("member", (queries) =>
      queries
        .insertInto("reef_member")
        .values({ wallet })
        .onConflict((conflict) =>
          conflict.column("wallet").doUpdateSet(({ ref }) => ({ wallet: ref("excluded.wallet") })),
        )
        .returningAll(),
    )
    .selectFrom("member")
    .select([
      "last_post_at as lastPostAt",
      "warnings",
      "muted_until as mutedUntil",
      "banned_at as bannedAt",
      "quota_day as quotaDay",
      "votes_set as votesSet",
      "reports_made as reportsMade",
      "edits_made as editsMade",
      "recent_edits as recentEdits",
    ])
    .select(({ exists, fn, selectFrom }) => [
      fn<Date>("clock_timestamp").as("now"),
      exists(selectFrom("agent").select("agent.wallet").where("agent.wallet", "=", wallet))
        .$castTo<boolean>()
        .as("isAgent"),
    ]),
)

export type LockedPost = NonNullable<Awaited<ReturnType<typeof lockPost>>>

/** Locks a post that is not deleted; null when there is none. */
export async function lockPost(tx: Transaction, id: string) {
  const rowId = decodeId(id)
  return rowId === null ? null : lockPostByRowId(tx, rowId)
}

export async function lockPostByRowId(tx: Transaction, rowId: bigint) {
  const [post] = await lockPostRow({ id: `${rowId}` }, tx)
  return post ? { id: rowId, ...post } : null
}

const lockPostRow = statement({ id: "bigint" }, ({ id }) =>
  db
    .selectFrom("reef_post")
    .select([
      "wallet",
      "section",
      "title",
      "body",
      "content_hash as contentHash",
      "hidden_at as hiddenAt",
      "hidden_by as hiddenBy",
      "report_count as reportCount",
      "is_flagged as isFlagged",
    ])
    // When the current text was written.
    .select(({ fn }) => fn.coalesce("edited_at", "created_at").as("writtenAt"))
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate(),
)

/** Like `lockPost`, without hidden posts. */
export async function lockVisiblePost(tx: Transaction, id: string) {
  const post = await lockPost(tx, id)
  return post?.hiddenBy === null ? post : null
}

/** Locks a comment that is not deleted, of a post that is not deleted; null when there is none. */
export async function lockComment(
  tx: Transaction,
  id: string,
  { inHidden }: { inHidden: boolean },
) {
  const rowId = decodeId(id)
  if (rowId === null) return null
  const comment = await dbOn(tx)
    .selectFrom("reef_comment as c")
    .innerJoin("reef_post as post", "post.id", "c.post_id")
    .select(["c.post_id as postId", "c.wallet"])
    .where("c.id", "=", `${rowId}`)
    .where("c.deleted_at", "is", null)
    .where("post.deleted_at", "is", null)
    .$if(!inHidden, (query) => query.where("post.hidden_at", "is", null))
    .forNoKeyUpdate("c")
    .executeTakeFirst()
  return comment ? { id: rowId, wallet: comment.wallet, postId: BigInt(comment.postId) } : null
}

/**
 * Locks the rows that removing a wallet's content changes, always in the same order: posts that it wrote, commented
 * on, voted on or reported, then such comments. Returns the posts.
 */
export async function lockTouched(tx: Transaction, wallet: string): Promise<bigint[]> {
  const queries = dbOn(tx)
  const ofWallet = (table: "reef_comment" | "reef_post_vote" | "reef_report") =>
    queries.selectFrom(table).select("post_id as id").where("wallet", "=", wallet)
  const ids = queries
    .selectFrom("reef_post")
    .select("id")
    .where("wallet", "=", wallet)
    .union(ofWallet("reef_comment"))
    .union(ofWallet("reef_post_vote"))
    .union(ofWallet("reef_report"))
  const posts = await queries
    .selectFrom("reef_post")
    .select("id")
    .where("id", "in", ids)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute()
  const votes = queries
    .selectFrom("reef_comment_vote")
    .select("comment_id")
    .where("wallet", "=", wallet)
  await queries
    .selectFrom("reef_comment")
    .select("id")
    .where(({ or, eb }) => or([eb("wallet", "=", wallet), eb("id", "in", votes)]))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute()
  return posts.map(({ id }) => BigInt(id))
}
