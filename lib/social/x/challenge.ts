import { randomBytes } from "node:crypto"
import { prisma, type Transaction } from "@/lib/db/client"
import { ApiError } from "@/lib/http/errors"
import { getXConfig } from "@/lib/social/config"
import { CHALLENGE_SECONDS, MAX_CHALLENGE_ATTEMPTS } from "@/lib/social/constants"
import { assertNotLinked, linkXAccount } from "./account"
import { readPost, type XPost } from "./oembed"
import type { XPostRef } from "./post-url"

/** POST /api/auth/social/challenge. A new challenge replaces the open one. */
export async function createChallenge(wallet: string) {
  await assertNotLinked(wallet)
  const { handle } = getXConfig()
  const code = `atoll_verify_${randomBytes(6).toString("hex")}`
  const expiresAt = new Date(Date.now() + CHALLENGE_SECONDS * 1_000)
  const challenge = { code, attempts: 0, expiresAt }
  await prisma.socialChallenge.upsert({
    where: { wallet },
    create: { wallet, ...challenge },
    update: challenge,
  })
  const tweetTemplate = `Verifying my identity on @${handle} ${code}`
  return { code, expiresAt, expiresIn: CHALLENGE_SECONDS, tweetTemplate }
}

/** POST /api/auth/social/verify-tweet. Each attempt counts before X is asked, so that many at once are not more. */
export async function verifyChallenge(wallet: string, ref: XPostRef) {
  await assertNotLinked(wallet)
  const code = await beginAttempt(wallet)
  const post = await readPost(ref).catch(async (error: unknown) => {
    // This is nobody's fault, so it does not count as an attempt.
    await takeBackAttempt(wallet, code)
    throw error
  })
  if ("refused" in post) {
    throw new ApiError("SOCIAL_POST_UNVERIFIABLE", "The post was not found or is not public")
  }
  if (!post.text.includes(code)) {
    throw new ApiError("CODE_NOT_FOUND", "The post does not contain the code")
  }
  return linkAuthor(wallet, post, { code, id: ref.id })
}

async function linkAuthor(wallet: string, post: XPost, { code, id }: { code: string; id: string }) {
  const { handle, displayName } = post
  const account = { id: null, handle, displayName, picture: null }
  await linkXAccount(wallet, account, (tx) => consumeChallenge(tx, wallet, code))
  return {
    success: true as const,
    method: "tweet-verification" as const,
    username: handle,
    displayName,
    tweetId: id,
  }
}

/** The wallet's code, while it is valid and has attempts left. */
async function beginAttempt(wallet: string): Promise<string> {
  const [challenge] = await prisma.socialChallenge.updateManyAndReturn({
    where: { wallet, expiresAt: { gt: new Date() }, attempts: { lt: MAX_CHALLENGE_ATTEMPTS } },
    data: { attempts: { increment: 1 } },
    select: { code: true },
  })
  if (!challenge) throw noActiveChallenge()
  return challenge.code
}

const takeBackAttempt = (wallet: string, code: string) =>
  prisma.socialChallenge.updateMany({
    where: { wallet, code, attempts: { gt: 0 } },
    data: { attempts: { decrement: 1 } },
  })

async function consumeChallenge(tx: Transaction, wallet: string, code: string) {
  const { count } = await tx.socialChallenge.deleteMany({ where: { wallet, code } })
  if (count === 0) throw noActiveChallenge()
}

const noActiveChallenge = () =>
  new ApiError("NO_ACTIVE_CHALLENGE", "This wallet has no challenge, or it expired; ask for one")
