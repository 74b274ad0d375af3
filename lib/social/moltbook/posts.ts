import { prisma, type Transaction } from "@/lib/db/client"
import { ApiError } from "@/lib/http/errors"
import { startComputationWithoutFollower } from "@/lib/profiles/points/background"
import { getMoltbookConfig } from "@/lib/social/config"
import { LISTED_POSTS, MOLTBOOK_POSTS_PER_DAY } from "@/lib/social/constants"
import { assertNotBlocked } from "@/lib/wallets/blocks"
import { authorMismatch, findChallenge, findMoltbookAccount } from "./account"
import { type MoltbookPost, mentionsPlatform, readMoltbookPost, toMoltbookUrl } from "./api"

/** POST /api/v1/social/verify-moltbook-post. */
export async function submitMoltbookPost(wallet: string, postId: string) {
  await assertNotBlocked(wallet)
  const account = await findMoltbookAccount(wallet)
  if (!account) {
    throw new ApiError("MOLTBOOK_NOT_LINKED", "No Moltbook account is linked to this wallet")
  }
  await assertNotAccepted(postId)
  await assertQuota(prisma, wallet)
  const post = await readMoltbookPost(postId)
  if (!post) {
    throw new ApiError("MOLTBOOK_POST_UNVERIFIABLE", "There is no such Moltbook post")
  }
  if (post.author.toLowerCase() !== account.nameKey) {
    throw authorMismatch(`The post is not by ${account.name}`)
  }
  if (!isOnTopic(post)) {
    const { forum } = getMoltbookConfig()
    throw new ApiError("OFF_TOPIC", `The post is neither in m/${forum} nor mentions Atoll`)
  }
  const stored = await storePost(wallet, postId, post)
  startComputationWithoutFollower()
  return toAnswer(stored)
}

function isOnTopic({ submolt, text }: MoltbookPost) {
  const { forum } = getMoltbookConfig()
  return submolt.toLowerCase() === forum.toLowerCase() || mentionsPlatform(text)
}

async function assertNotAccepted(postId: string) {
  if (await prisma.moltbookPost.findUnique({ where: { postId } })) throw alreadySubmitted()
}

const alreadySubmitted = () =>
  new ApiError("ALREADY_SUBMITTED", "The post was submitted before, by this or another wallet")

const DAY_MS = 86_400_000

async function assertQuota(tx: Transaction, wallet: string) {
  const sinceMidnight = Date.now() % DAY_MS
  const midnight = new Date(Date.now() - sinceMidnight)
  const accepted = await tx.moltbookPost.count({
    where: { wallet, isChallenge: false, createdAt: { gte: midnight } },
  })
  if (accepted < MOLTBOOK_POSTS_PER_DAY) return
  const message = `${MOLTBOOK_POSTS_PER_DAY} Moltbook posts a day are accepted`
  const retryAfter = (DAY_MS - sinceMidnight) / 1_000
  throw new ApiError("QUOTA_EXCEEDED", message, { retryAfter })
}

/** Counts again while the wallet's other requests wait: so many at once are not more than the quota. */
function storePost(wallet: string, postId: string, post: MoltbookPost) {
  return prisma.$transaction(async (tx) => {
    // In SQL, as Prisma locks no rows.
    await tx.$executeRaw`select 1 from moltbook_account where wallet = ${wallet} for update`
    await assertQuota(tx, wallet)
    const [stored] = await tx.moltbookPost.createManyAndReturn({
      data: {
        ...{ wallet, postId, karma: post.karma, submolt: post.submolt },
        mentionsPlatform: mentionsPlatform(post.text),
      },
      skipDuplicates: true,
      select: answered,
    })
    if (!stored) throw alreadySubmitted()
    return stored
  })
}

/** The columns of a post in answers. */
const answered = {
  postId: true,
  karma: true,
  submolt: true,
  mentionsPlatform: true,
  createdAt: true,
} as const

const toAnswer = <P extends { postId: string }>({ postId, ...post }: P) => ({
  ...post,
  id: postId,
  postUrl: toMoltbookUrl(postId),
})

/** GET /api/v1/social/verified-moltbook-posts. */
export async function findMoltbookPosts(wallet: string) {
  const posts = await prisma.moltbookPost.findMany({
    where: { wallet },
    select: { ...answered, verified: true, lastVerifiedAt: true },
    orderBy: { id: "desc" },
    take: LISTED_POSTS,
  })
  return posts.map(toAnswer)
}

/** GET /api/moltbook/status. */
export async function findMoltbookStatus(wallet: string) {
  const [account, challenge, verified] = await Promise.all([
    findMoltbookAccount(wallet),
    findChallenge(wallet),
    prisma.moltbookPost.aggregate({
      where: { wallet, verified: true },
      _count: true,
      _sum: { karma: true },
    }),
  ])
  return {
    linked: account !== null,
    moltbookName: account?.name ?? null,
    verified: account !== null,
    postCount: verified._count,
    totalKarma: verified._sum.karma ?? 0,
    pendingChallenge: !account && challenge ? { challenge: challenge.code } : null,
  }
}
