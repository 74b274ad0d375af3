import { prisma } from "@/lib/db/client"
import { decodeId } from "@/lib/http/opaque-ids"
import type { Votes, VotesQuery } from "./schema"

/** GET /api/reef/votes: the given posts and comments for which the wallet has voted. */
export async function findVotes(
  wallet: string,
  { postIds, commentIds }: VotesQuery,
): Promise<Votes> {
  const [posts, comments] = [indexByRowId(postIds), indexByRowId(commentIds)]
  const [postVotes, commentVotes] = await Promise.all([
    prisma.reefPostVote.findMany({
      where: { wallet, postId: { in: [...posts.keys()] } },
      select: { postId: true },
    }),
    prisma.reefCommentVote.findMany({
      where: { wallet, commentId: { in: [...comments.keys()] } },
      select: { commentId: true },
    }),
  ])
  return {
    votedPostIds: pickVotedIds(
      posts,
      postVotes.map(({ postId }) => postId),
    ),
    votedCommentIds: pickVotedIds(
      comments,
      commentVotes.map(({ commentId }) => commentId),
    ),
  }
}

/** Row id → given id; invalid ids are left out. */
function indexByRowId(ids: readonly string[]) {
  return new Map(
    ids.flatMap((id): [bigint, string][] => {
      const rowId = decodeId(id)
      return rowId === null ? [] : [[rowId, id]]
    }),
  )
}

/** In the order of the request. */
function pickVotedIds(
  idsByRow: ReadonlyMap<bigint, string>,
  votedRowIds: readonly bigint[],
): string[] {
  const voted = new Set(votedRowIds)
  return [...idsByRow].flatMap(([rowId, id]) => (voted.has(rowId) ? [id] : []))
}
