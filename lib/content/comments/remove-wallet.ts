import { dbOn, readClock, type Transaction } from "@/lib/db/client"
import { logChange } from "@/lib/stream-log/change"

/** Empties the comments of an author. Each still uses its trade, so the rows stay. */
export async function removeComments(tx: Transaction, author: string): Promise<number> {
  const deletedAt = await readClock(tx)
  const listed = await tx.comment.updateManyAndReturn({
    where: { author, deletedAt: null, suppressedAt: null },
    data: { deletedAt },
    select: { projectId: true },
  })
  const counts = new Map<number, number>()
  for (const { projectId } of listed) counts.set(projectId, (counts.get(projectId) ?? 0) + 1)
  const topics: string[] = []
  // In the order of their numbers, so that no two removals wait for each other.
  for (const [id, count] of [...counts].sort(([one], [other]) => one - other)) {
    const { address } = await tx.project.update({
      where: { id },
      data: { commentCount: { decrement: count } },
      select: { address: true },
    })
    topics.push(address)
  }
  await tx.comment.updateMany({ where: { author, deletedAt: null }, data: { deletedAt } })
  const { count } = await tx.comment.updateMany({ where: { author }, data: { content: "" } })
  if (topics.length > 0) await logChange(dbOn(tx), { topics })
  return count
}
