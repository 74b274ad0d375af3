import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { decodeId } from "@/lib/http/opaque-ids"
import type { Votes, VotesQuery } from "./schema"

/** GET /api/reef/votes: the given posts and comments for which the wallet has voted. */
export async function findVotes(
  wallet: string,
  { postIds, commentIds }: VotesQuery,
): Promise<Votes> {
  const [posts, comments] = [indexByRowId(postIds), indexByRowId(commentIds)]
  const { postVotes, commentVotes } = await db
    .selectNoFrom(({ selectFrom }) => {
      const votedPosts = selectFrom("reef_post_vote")
        .select(({ cast }) => cast<string>("post_id", "text").as("id"))
        .where("wallet", "=", wallet)
        .where("post_id", "=", anyOf(posts))
      const votedComments = selectFrom("reef_comment_vote")
        .select(({ cast }) => cast<string>("comment_id", "text").as("id"))
        .where("wallet", "=", wallet)
        .where("comment_id", "=", anyOf(comments))
      return [
        sql<string[]>`array(${votedPosts})`.as("postVotes"),
        sql<string[]>`array(${votedComments})`.as("commentVotes"),
      ]
    })
    .executeTakeFirstOrThrow()
  return {
    votedPostIds: pickVotedIds(posts, postVotes),
    votedCommentIds: pickVotedIds(comments, commentVotes),
  }
}

const anyOf = (idsByRow: ReadonlyMap<string, string>) =>
  sql<string>`any(${[...idsByRow.keys()]}::bigint[])`

/** Row id → id as it was given; what is no id of the Reef is left out. */
function indexByRowId(ids: readonly string[]) {
  return new Map(
    ids.flatMap((id): [string, string][] => {
      const rowId = decodeId(id)
      return rowId === null ? [] : [[`${rowId}`, id]]
    }),
  )
}

/** In the order of the request. */
function pickVotedIds(
  idsByRow: ReadonlyMap<string, string>,
  votedRowIds: readonly string[],
): string[] {
  const voted = new Set(votedRowIds)
  return [...idsByRow].flatMap(([rowId, id]) => (voted.has(rowId) ? [id] : []))
}
