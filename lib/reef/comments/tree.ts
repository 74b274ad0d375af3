/** Order of the top-level comments; replies are always in the order of time. */
export const commentSorts = ["oldest", "newest", "top"] as const
export type CommentSort = (typeof commentSorts)[number]

/** Ids rise with time and compare as text. */
type ThreadComment = { id: string; parentId: string | null; score: number }

/** `comment` is null for a deleted comment with replies. */
export type CommentNode<C> = { id: string; comment: C | null; replies: CommentNode<C>[] }

/** A deleted comment and its parent. */
export type DeletedComment = { id: string; parentId: string | null }

/** Comments as a tree. A deleted comment with replies is an empty node. */
export function buildCommentTree<C extends ThreadComment>(
  comments: readonly C[],
  deleted: readonly DeletedComment[] = [],
): CommentNode<C>[] {
  const nodes = new Map<string, CommentNode<C>>()
  for (const comment of comments) {
    nodes.set(comment.id, { id: comment.id, comment, replies: [] })
  }
  const parentIds = new Map(deleted.map(({ id, parentId }) => [id, parentId]))
  const roots: CommentNode<C>[] = []
  const attach = (node: CommentNode<C>, parentId: string | null) => {
    if (parentId === null) roots.push(node)
    else getNode(parentId).replies.push(node)
  }
  const getNode = (id: string): CommentNode<C> => {
    const existing = nodes.get(id)
    if (existing) return existing
    const empty: CommentNode<C> = { id, comment: null, replies: [] }
    nodes.set(id, empty)
    attach(empty, parentIds.get(id) ?? null)
    return empty
  }
  for (const { id, parentId } of comments) attach(getNode(id), parentId)
  return roots
}

/** The tree with its top level in the given order; `comments` must be oldest first. */
export function sortCommentTree<C extends ThreadComment>(
  comments: readonly C[],
  sort: CommentSort,
  deleted: readonly DeletedComment[] = [],
) {
  const roots = buildCommentTree(comments, deleted)
  if (sort === "newest") return roots.reverse()
  if (sort === "oldest") return roots
  const score = ({ comment }: CommentNode<C>) => comment?.score ?? 0
  return roots.sort((a, b) => score(b) - score(a))
}

/** The comments in depth-first order: each after its parent. */
export function flattenCommentTree<C>(nodes: readonly CommentNode<C>[]): C[] {
  const comments: C[] = []
  for (const { comment, replies } of nodes) {
    if (comment) comments.push(comment)
    comments.push(...flattenCommentTree(replies))
  }
  return comments
}

/** A slice of the comments in depth-first order, preceded by the ancestors of its first comment. */
export function sliceThread<C extends ThreadComment>(
  comments: readonly C[],
  { from, shown, deleted }: { from: number; shown: number; deleted: readonly DeletedComment[] },
): C[] {
  const parentIds = new Map<string, string | null>(
    deleted.map(({ id, parentId }) => [id, parentId]),
  )
  const byId = new Map(comments.map((comment) => [comment.id, comment]))
  const ancestors: C[] = []
  let ancestorId = comments[from]?.parentId ?? null
  while (ancestorId !== null) {
    const comment = byId.get(ancestorId)
    if (comment) ancestors.unshift(comment)
    ancestorId = (comment ? comment.parentId : parentIds.get(ancestorId)) ?? null
  }
  return [...ancestors, ...comments.slice(from, from + shown)]
}

/** The top-level node above a comment. */
export function findRootOf<C>(
  roots: readonly CommentNode<C>[],
  id: string,
): CommentNode<C> | undefined {
  return roots.find((root) => root.id === id || findRootOf(root.replies, id))
}

/** Number of comments below a node. */
export function countReplies<C>({ replies }: CommentNode<C>): number {
  return replies.reduce((sum, reply) => sum + (reply.comment ? 1 : 0) + countReplies(reply), 0)
}
