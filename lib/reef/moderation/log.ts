import { z } from "zod"
import { prisma, type Transaction } from "@/lib/db/client"
import type { Prisma } from "@/lib/generated/prisma/client"
import { decodeId, encodeId, reefId } from "@/lib/http/opaque-ids"
import { feedPage, feedQuery } from "@/lib/http/pagination"
import { isoDate } from "@/lib/http/wire"
import { futureOrNull } from "@/lib/reef/permissions"

const logEntry = z.object({
  id: z.string(),
  /** An action of the API, or `delete_post` and `delete_comment`. */
  action: z.string(),
  admin: z.string(),
  wallet: z.string().nullable().describe("the wallet concerned"),
  muteMinutes: z.int().nullable(),
  reason: z.string().nullable(),
  createdAt: isoDate,
  post: z
    .object({ id: reefId, title: z.string(), isHidden: z.boolean(), isDeleted: z.boolean() })
    .nullable(),
})

export const moderationLogQuery = feedQuery
export const moderationLogPage = feedPage(logEntry)

export const recordModerationAction = (tx: Transaction, data: Prisma.ReefActionCreateInput) =>
  tx.reefAction.create({ data, select: { id: true } })

/** Actions of moderators, the newest first. */
export async function findModerationLog({ limit, offset }: z.output<typeof moderationLogQuery>) {
  const [rows, total] = await Promise.all([
    prisma.reefAction.findMany({ orderBy: { id: "desc" }, take: limit, skip: offset }),
    prisma.reefAction.count(),
  ])
  const posts = await prisma.reefPost.findMany({
    where: { id: { in: rows.flatMap(({ postId }) => postId ?? []) } },
    select: { id: true, title: true, hiddenAt: true, deletedAt: true },
  })
  const byId = new Map(
    posts.map(({ id, title, hiddenAt, deletedAt }) => [
      id,
      { id: encodeId(id), title, isHidden: hiddenAt !== null, isDeleted: deletedAt !== null },
    ]),
  )
  const data = rows.map(({ id, postId, ...entry }) => ({
    ...entry,
    id: `${id}`,
    post: (postId !== null && byId.get(postId)) || null,
  }))
  return { data, pagination: { total, limit, offset } }
}

const postVersion = z.object({
  title: z.string(),
  body: z.string().nullable(),
  replacedAt: isoDate,
})

/** Context for a moderator before an action on a post. */
export const moderationContext = z.object({
  versions: z.array(postVersion).describe("texts before edits, the latest first"),
  author: z.object({
    warnings: z.int(),
    mutedUntil: isoDate.nullable(),
    isBanned: z.boolean(),
  }),
})

/** Versions shown of one post. */
const MAX_VERSIONS = 50

export async function findModerationContext(
  id: string,
): Promise<z.output<typeof moderationContext> | null> {
  const postId = decodeId(id)
  if (postId === null) return null
  const post = await prisma.reefPost.findUnique({
    where: { id: postId },
    select: {
      wallet: true,
      versions: {
        select: { title: true, body: true, replacedAt: true },
        orderBy: { id: "desc" },
        take: MAX_VERSIONS,
      },
    },
  })
  if (!post) return null
  const member = await prisma.reefMember.findUnique({ where: { wallet: post.wallet } })
  const author = {
    warnings: member?.warnings ?? 0,
    mutedUntil: futureOrNull(member?.mutedUntil),
    isBanned: member?.bannedAt != null,
  }
  return { author, versions: post.versions }
}
