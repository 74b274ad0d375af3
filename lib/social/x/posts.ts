import { prisma } from "@/lib/db/client"
import { isUniqueViolation } from "@/lib/db/errors"
import { ApiError } from "@/lib/http/errors"
import { startComputationWithoutFollower } from "@/lib/profiles/points/background"
import { getXConfig } from "@/lib/social/config"
import { LISTED_POSTS } from "@/lib/social/constants"
import { assertNotBlocked } from "@/lib/wallets/blocks"
import { findXAccount } from "./account"
import { beginAttempt, endAttempt, takeBackAttempt } from "./attempts"
import { readPost, type XPost } from "./oembed"
import { hashPostText, hasMention } from "./post-text"
import type { XPostRef } from "./post-url"

/** POST /api/v1/social/verify-tweet. */
export async function submitXPost(wallet: string, ref: XPostRef) {
  await assertNotBlocked(wallet)
  const account = await findXAccount(wallet)
  if (!account) {
    throw new ApiError("SOCIAL_NOT_LINKED", "No X account is linked to this wallet")
  }
  if (await isAccepted({ tweetId: ref.id })) throw alreadySubmitted()
  const attempt = await beginAttempt(wallet, ref)
  const post = await readPostFor(attempt, ref)
  const { handle, text } = post
  try {
    return await acceptPost(attempt, ref, checkPost(post, account.handle))
  } catch (error) {
    // Another request with the same post was first.
    if (isAlreadySubmitted(error)) await takeBackAttempt(attempt)
    else await endAttempt(attempt, { username: handle, text })
    throw error
  }
}

/** An attempt ends here when the post is not public; when X cannot be asked, it was none. */
async function readPostFor(attempt: number, ref: XPostRef): Promise<XPost> {
  const post = await readPost(ref).catch(async (error: unknown) => {
    await takeBackAttempt(attempt)
    throw error
  })
  if (!("refused" in post)) return post
  await endAttempt(attempt)
  throw new ApiError("SOCIAL_POST_UNVERIFIABLE", "The post was not found or is not public")
}

function checkPost(post: XPost, linkedHandle: string): XPost {
  const { handle } = getXConfig()
  if (!hasMention(post.text, handle)) {
    throw new ApiError("TAG_MISSING", `The post does not mention @${handle}`)
  }
  if (post.handle.toLowerCase() !== linkedHandle.toLowerCase()) {
    throw new ApiError("SOCIAL_AUTHOR_MISMATCH", `The post is not by @${linkedHandle}`)
  }
  return post
}

/** Unique indexes decide between requests that come here at once. */
async function acceptPost(attempt: number, { id }: XPostRef, { handle, text }: XPost) {
  const textHash = hashPostText(text)
  const refuse = async (): Promise<never> => {
    // The same post has the same text: only of another post it is a copy.
    throw (await isAccepted({ tweetId: id })) ? alreadySubmitted() : copiedContent()
  }
  if (await isAccepted({ textHash })) await refuse()
  const activity = await prisma.socialPost
    .update({
      where: { id: attempt, leaseUntil: { not: null } },
      data: {
        ...{ accepted: true, verified: true, leaseUntil: null },
        ...{ username: handle, text, textHash, lastVerifiedAt: new Date() },
      },
      select: { id: true, tweetId: true, username: true, verified: true, createdAt: true },
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) return refuse()
      throw error
    })
  startComputationWithoutFollower()
  return activity
}

const alreadySubmitted = () =>
  new ApiError("ALREADY_SUBMITTED", "The post was submitted before, by this or another wallet")
const copiedContent = () => new ApiError("COPIED_CONTENT", "The same text was submitted before")

const isAlreadySubmitted = (error: unknown) =>
  error instanceof ApiError && error.code === "ALREADY_SUBMITTED"

async function isAccepted(post: { tweetId: string } | { textHash: Uint8Array<ArrayBuffer> }) {
  const accepted = await prisma.socialPost.findFirst({ where: { ...post, accepted: true } })
  return accepted !== null
}

/** GET /api/v1/social/verified-tweets: the wallet's last attempts. */
export async function findXPosts(wallet: string) {
  const posts = await prisma.socialPost.findMany({
    where: { wallet, leaseUntil: null, url: { not: "" } },
    select: {
      ...{ tweetId: true, url: true, username: true },
      ...{ text: true, verified: true, createdAt: true },
    },
    orderBy: { id: "desc" },
    take: LISTED_POSTS,
  })
  return posts.map(({ url, text, ...post }) => ({ ...post, tweetUrl: url, tweetText: text }))
}
