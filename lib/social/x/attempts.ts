import { prisma } from "@/lib/db/client"
import { ApiError } from "@/lib/http/errors"
import { X_ATTEMPTS_PER_DAY } from "@/lib/social/constants"
import { toPostUrl, type XPostRef } from "./post-url"

/** Reading a post takes a few seconds at most: an attempt that lasts longer died with its process. */
const LEASE_MS = 60_000

const DAY_MS = 86_400_000

/**
 * One of the wallet's attempts of this UTC day, or 429. The attempts are numbered and each is one row, so that no more
 * concurrent ones than the quota allows begin.
 */
export async function beginAttempt(wallet: string, ref: XPostRef): Promise<number> {
  await dropDeadAttempts(wallet)
  const now = Date.now()
  const attempt = {
    ...{ wallet, day: new Date(now - (now % DAY_MS)) },
    ...{ tweetId: ref.id, url: toPostUrl(ref), username: ref.handle },
    leaseUntil: new Date(now + LEASE_MS),
  }
  for (let ordinal = 1; ordinal <= X_ATTEMPTS_PER_DAY; ordinal++) {
    const [begun] = await prisma.socialPost.createManyAndReturn({
      data: { ...attempt, ordinal },
      skipDuplicates: true,
      select: { id: true },
    })
    if (begun) return begun.id
  }
  const message = `${X_ATTEMPTS_PER_DAY} posts a day can be submitted`
  const retryAfter = (DAY_MS - (now % DAY_MS)) / 1_000
  throw new ApiError("QUOTA_EXCEEDED", message, { retryAfter })
}

const dropDeadAttempts = (wallet: string) =>
  prisma.socialPost.deleteMany({ where: { wallet, leaseUntil: { lt: new Date() } } })

/** X could not be asked: this was no attempt. */
export const takeBackAttempt = (id: number) =>
  prisma.socialPost.deleteMany({ where: { id, accepted: false } })

/** Ends a refused attempt, with the known facts about the post. */
export const endAttempt = (id: number, post: { username?: string; text?: string } = {}) =>
  prisma.socialPost.updateMany({ where: { id }, data: { leaseUntil: null, ...post } })
