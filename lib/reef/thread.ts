/** How the comments on the first level follow each other; replies always follow in the order of time. */
export const commentSorts = ["oldest", "newest", "top"] as const
export type CommentSort = (typeof commentSorts)[number]

/** `id`s rise with time and compare as texts. */
type Said = { id: string; parentId: string | null; score: number }

/** A place in a thread; `comment` is null for one that was deleted and has replies. */
export type Branch<C> = { id: string; comment: C | null; replies: Branch<C>[] }

/** A comment that was deleted, and what it answered. */
export type Gone = { id: string; parentId: string | null }

/** Comments as a tree. Replies to a deleted comment stand below its empty place. */
export function branchesOf<C extends Said>(
  comments: readonly C[],
  gone: readonly Gone[] = [],
): Branch<C>[] {
  const branches = new Map<string, Branch<C>>()
  for (const comment of comments) {
    branches.set(comment.id, { id: comment.id, comment, replies: [] })
  }
  const answered = new Map(gone.map(({ id, parentId }) => [id, parentId]))
  const roots: Branch<C>[] = []
  const place = (branch: Branch<C>, parentId: string | null) => {
    if (parentId === null) roots.push(branch)
    else branchOf(parentId).replies.push(branch)
  }
  const branchOf = (id: string): Branch<C> => {
    const found = branches.get(id)
    if (found) return found
    const empty: Branch<C> = { id, comment: null, replies: [] }
    branches.set(id, empty)
    place(empty, answered.get(id) ?? null)
    return empty
  }
  for (const { id, parentId } of comments) place(branchOf(id), parentId)
  return roots
}

/** The first level in the wanted order; `comments` are given oldest first. */
export function sortedBranches<C extends Said>(
  comments: readonly C[],
  sort: CommentSort,
  gone: readonly Gone[] = [],
) {
  const branches = branchesOf(comments, gone)
  if (sort === "newest") return branches.reverse()
  if (sort === "oldest") return branches
  const score = ({ comment }: Branch<C>) => comment?.score ?? 0
  return branches.sort((a, b) => score(b) - score(a))
}

/** The comments of a thread in the order in which they are read, every one after what it answers. */
export function inReadingOrder<C>(branches: readonly Branch<C>[]): C[] {
  const found: C[] = []
  for (const { comment, replies } of branches) {
    if (comment) found.push(comment)
    found.push(...inReadingOrder(replies))
  }
  return found
}

/** Some of the comments in reading order, and above them what the first of them answers, up to the first level. */
export function windowOf<C extends Said>(
  comments: readonly C[],
  { from, shown, gone }: { from: number; shown: number; gone: readonly Gone[] },
): C[] {
  const answered = new Map<string, string | null>(gone.map(({ id, parentId }) => [id, parentId]))
  const byId = new Map(comments.map((comment) => [comment.id, comment]))
  const above: C[] = []
  let up = comments[from]?.parentId ?? null
  while (up !== null) {
    const comment = byId.get(up)
    if (comment) above.unshift(comment)
    up = (comment ? comment.parentId : answered.get(up)) ?? null
  }
  return [...above, ...comments.slice(from, from + shown)]
}

/** The branch of the first level in which a comment stands. */
export function branchWith<C>(branches: readonly Branch<C>[], id: string): Branch<C> | undefined {
  return branches.find((branch) => branch.id === id || branchWith(branch.replies, id))
}

/** How many comments a branch holds below its own. */
export function countReplies<C>({ replies }: Branch<C>): number {
  return replies.reduce((sum, reply) => sum + (reply.comment ? 1 : 0) + countReplies(reply), 0)
}
