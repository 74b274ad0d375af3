import { pool } from "@/lib/db/client"
import { decodeId } from "@/lib/reef/ids"
import type { Votes, VotesQuery } from "./schema"

/** GET /api/reef/votes: those of the given posts and comments for which the wallet has voted. */
export async function findVotes(
  wallet: string,
  { postIds, commentIds }: VotesQuery,
): Promise<Votes> {
  const [posts, comments] = [indexByRowId(postIds), indexByRowId(commentIds)]
  const { rows } = await pool().query<{ posts: string[]; comments: string[] }>(
    `select array(select post_id::text from reef_post_vote
        where wallet = $1 and post_id = any($2)) as posts,
      array(select comment_id::text from reef_comment_vote
        where wallet = $1 and comment_id = any($3)) as comments`,
    [wallet, [...posts.keys()], [...comments.keys()]],
  )
  const [found] = rows
  return {
    votedPostIds: pickVotedIds(posts, found?.posts),
    votedCommentIds: pickVotedIds(comments, found?.comments),
  }
}

/** Row → id as it was asked for; what is no id of ours is left out. */
function indexByRowId(ids: readonly string[]) {
  return new Map(
    ids.flatMap((id): [string, string][] => {
      const row = decodeId(id)
      return row === null ? [] : [[`${row}`, id]]
    }),
  )
}

/** In the order in which they were asked for. */
function pickVotedIds(idsByRow: ReadonlyMap<string, string>, votedRows: readonly string[] = []) {
  const voted = new Set(votedRows)
  return [...idsByRow].flatMap(([row, id]) => (voted.has(row) ? [id] : []))
}
