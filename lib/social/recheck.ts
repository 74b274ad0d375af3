import { prisma } from "@/lib/db/client"
import type { DailyJob, JobContext } from "@/lib/jobs/daily"
import { startComputationWithoutFollower } from "@/lib/profiles/points/background"
import { getMoltbookConfig, getXConfig, isConfigured } from "./config"
import { RECHECK_DAYS, reservedSince } from "./constants"
import { readMoltbookPost } from "./moltbook/api"
import { readPost } from "./x/oembed"
import { parsePostUrl } from "./x/post-url"

/** After so many failures in a row the network is away; the job is tried again later. */
const MAX_FAILURES_IN_A_ROW = 5

/** Answers of X for a post that was deleted, or is no longer public. */
const GONE = new Set([401, 403, 404, 410])

/** Accepted X posts are read again each day for 7 days; one that has disappeared takes its points with it. */
export const recheckXPosts: DailyJob = {
  name: "x-posts",
  async run(context) {
    if (!isConfigured(getXConfig)) return
    const findDue = (due: Due) => prisma.socialPost.findMany(due)
    await recheckAll(context, findDue, async ({ id, url }) => {
      const post = parsePostUrl(url)
      if (!post) throw new Error(`The X post ${id} has no URL of X`)
      const read = await readPost(post)
      const isGone = "refused" in read
      if (isGone && !GONE.has(read.refused)) throw new Error(`X answered ${read.refused}`)
      await prisma.socialPost.updateMany({
        where: { id },
        data: { lastVerifiedAt: new Date(), ...(isGone && { verified: false }) },
      })
    })
  },
}

/** Accepted Moltbook posts are read again in the same way, with their new karma. */
export const recheckMoltbookPosts: DailyJob = {
  name: "moltbook-posts",
  async run(context) {
    if (!isConfigured(getMoltbookConfig)) return
    const findDue = (due: Due) => prisma.moltbookPost.findMany(due)
    await recheckAll(context, findDue, async ({ id, postId }) => {
      const post = await readMoltbookPost(postId)
      await prisma.moltbookPost.updateMany({
        where: { id },
        data: {
          lastVerifiedAt: new Date(),
          ...(post ? { karma: post.karma } : { verified: false }),
        },
      })
    })
  },
}

type Due = ReturnType<typeof selectDue>

/** Posts that this day has not read yet, in sequence; a failure leaves the post to the next attempt. */
async function recheckAll<P extends { id: number }>(
  { day, signal }: JobContext,
  findDue: (due: Due) => Promise<P[]>,
  check: (post: P) => Promise<void>,
) {
  let after = 0
  let failures = 0
  let failuresInARow = 0
  for (;;) {
    const posts = await findDue(selectDue(day, after))
    if (posts.length === 0) break
    for (const post of posts) {
      signal.throwIfAborted()
      after = post.id
      try {
        await check(post)
        failuresInARow = 0
      } catch (error) {
        failures++
        if (++failuresInARow >= MAX_FAILURES_IN_A_ROW) throw error
      }
    }
  }
  startComputationWithoutFollower()
  if (failures > 0) throw new Error(`${failures} posts could not be read`)
}

const BATCH = 100

const DAY_MS = 86_400_000

/** Accepted posts after this id. */
const selectDue = (day: string, after: number) =>
  ({
    where: {
      id: { gt: after },
      verified: true,
      createdAt: { gt: new Date(Date.now() - RECHECK_DAYS * DAY_MS) },
      lastVerifiedAt: { lt: new Date(day) },
    },
    orderBy: { id: "asc" },
    take: BATCH,
  }) as const

/** Expired rows have no further use. */
export const removeExpired: DailyJob = {
  name: "expired-challenges",
  async run() {
    const expired = { where: { expiresAt: { lt: new Date() } } }
    await prisma.socialChallenge.deleteMany(expired)
    await prisma.moltbookChallenge.deleteMany(expired)
    await prisma.oauthState.deleteMany(expired)
    await prisma.releasedAccount.deleteMany({ where: { releasedAt: { lt: reservedSince() } } })
  },
}
