/** How the comments on the first level follow each other; replies always follow in the order of time. */
export const commentSorts = ["oldest", "newest", "top"] as const
export type CommentSort = (typeof commentSorts)[number]

/** `id`s rise with time and compare as texts. */
type ThreadComment = { id: string; parentId: string | null; score: number }

/** A place in a thread; `comment` is null for one that was deleted and has replies. */
export type CommentNode<C> = { id: string; comment: C | null; replies: CommentNode<C>[] }

/** A comment that was deleted, and what it answered. */
export type DeletedComment = { id: string; parentId: string | null }

/** Comments as a tree. Replies to a deleted comment stand below its empty place. */
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
    const found = nodes.get(id)
    if (found) return found
    const empty: CommentNode<C> = { id, comment: null, replies: [] }
    nodes.set(id, empty)
    attach(empty, parentIds.get(id) ?? null)
    return empty
  }
  for (const { id, parentId } of comments) attach(getNode(id), parentId)
  return roots
}

/** The first level in the wanted order; `comments` are given oldest first. */
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

/** The comments of a thread in the order in which they are read, every one after what it answers. */
export function flattenCommentTree<C>(nodes: readonly CommentNode<C>[]): C[] {
  const comments: C[] = []
  for (const { comment, replies } of nodes) {
    if (comment) comments.push(comment)
    comments.push(...flattenCommentTree(replies))
  }
  return comments
}

/** Some of the comments in reading order, and above them what the first of them answers, up to the first level. */
export function sliceThread<C extends ThreadComment>(
  comments: readonly C[],
  { from, shown, gone }: { from: number; shown: number; gone: readonly DeletedComment[] },
): C[] {
  const parentIds = new Map<string, string | null>(gone.map(({ id, parentId }) => [id, parentId]))
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

/** The branch of the first level in which a comment stands. */
export function findRootOf<C>(
  roots: readonly CommentNode<C>[],
  id: string,
): CommentNode<C> | undefined {
  return roots.find((root) => root.id === id || findRootOf(root.replies, id))
}

/** How many comments a branch holds below its own. */
export function countReplies<C>({ replies }: CommentNode<C>): number {
  return replies.reduce((sum, reply) => sum + (reply.comment ? 1 : 0) + countReplies(reply), 0)
}
