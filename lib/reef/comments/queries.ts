import { prisma } from "@/lib/db/client"
import { decodeId, encodeId } from "@/lib/http/opaque-ids"
import { withAuthors } from "@/lib/reef/posts/rows"
import type { ReefComment } from "./schema"
import type { DeletedComment } from "./tree"

/** The comments of a post that are not deleted, oldest first. */
export async function findComments(postId: bigint): Promise<ReefComment[]> {
  const rows = await prisma.reefComment.findMany({
    where: { postId, deletedAt: null },
    omit: { postId: true, depth: true, deletedAt: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  })
  return withAuthors(
    rows.map(({ createdAt, parentId, ...row }) => ({
      ...row,
      parentId: parentId === null ? null : encodeId(parentId),
      timestamp: createdAt,
    })),
  )
}

/** The deleted comments of a post that have replies: the replies keep their place in the tree. */
export async function findDeletedComments(id: string): Promise<DeletedComment[]> {
  const postId = decodeId(id)
  if (postId === null) return []
  const rows = await prisma.reefComment.findMany({
    where: { postId, deletedAt: { not: null }, replies: { some: {} } },
    select: { id: true, parentId: true },
  })
  return rows.map(({ id, parentId }) => ({
    id: encodeId(id),
    parentId: parentId === null ? null : encodeId(parentId),
  }))
}
