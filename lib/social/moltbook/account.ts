import { randomBytes } from "node:crypto"
import { prisma, type Transaction } from "@/lib/db/client"
import { ApiError } from "@/lib/http/errors"
import { startComputationWithoutFollower } from "@/lib/profiles/points/background"
import { withAccountLock } from "@/lib/social/account-lock"
import { getMoltbookConfig } from "@/lib/social/config"
import { CHALLENGE_SECONDS, reservedSince } from "@/lib/social/constants"
import { type MoltbookPost, mentionsPlatform, readMoltbookPost } from "./api"

export const findMoltbookAccount = (wallet: string, tx: Transaction = prisma) =>
  tx.moltbookAccount.findUnique({ where: { wallet }, select: { name: true, nameKey: true } })

/** POST /api/moltbook/link. A new challenge replaces the open one. */
export async function createChallenge(wallet: string, name: string) {
  await assertLinkable(prisma, wallet, name)
  const { forum } = getMoltbookConfig()
  const code = `atoll_molt_${randomBytes(6).toString("hex")}`
  const expiresAt = new Date(Date.now() + CHALLENGE_SECONDS * 1_000)
  const challenge = { name, code, expiresAt }
  await prisma.moltbookChallenge.upsert({
    where: { wallet },
    create: { wallet, ...challenge },
    update: challenge,
  })
  const instructions =
    `As ${name}, post on Moltbook (best in m/${forum}) with ${code} in the title or the text. ` +
    "Then verify with the id of the post, within 30 minutes."
  return { challenge: code, instructions }
}

/** 409 when the wallet has an account, or the account another wallet, now or within the last 30 days. */
async function assertLinkable(tx: Transaction, wallet: string, name: string) {
  if (await findMoltbookAccount(wallet, tx)) {
    throw new ApiError("WALLET_ALREADY_LINKED", "A Moltbook account is linked to this wallet")
  }
  const key = name.toLowerCase()
  const linked = await tx.moltbookAccount.findUnique({ where: { nameKey: key } })
  const released = await tx.releasedAccount.findFirst({
    where: {
      ...{ network: "moltbook", accountHandle: key },
      ...{ wallet: { not: wallet }, releasedAt: { gt: reservedSince() } },
    },
  })
  if (linked ?? released) {
    throw new ApiError("ACCOUNT_ALREADY_LINKED", "The Moltbook account belongs to another wallet")
  }
}

/** The wallet's valid challenge. */
export const findChallenge = (wallet: string) =>
  prisma.moltbookChallenge.findUnique({
    where: { wallet, expiresAt: { gt: new Date() } },
    select: { name: true, code: true },
  })

/** POST /api/moltbook/verify. */
export async function verifyChallenge(wallet: string, name: string, postId: string) {
  await assertLinkable(prisma, wallet, name)
  const challenge = await findChallenge(wallet)
  if (!challenge) throw noActiveChallenge()
  if (challenge.name.toLowerCase() !== name.toLowerCase()) {
    throw authorMismatch(`The challenge is for the account ${challenge.name}`)
  }
  const post = await readMoltbookPost(postId)
  if (!post) throw new ApiError("MOLTBOOK_POST_NOT_FOUND", "There is no such Moltbook post")
  if (post.author.toLowerCase() !== name.toLowerCase()) {
    throw authorMismatch(`The post is not by ${name}`)
  }
  if (!post.text.includes(challenge.code)) {
    throw new ApiError("CODE_NOT_FOUND", "The post does not contain the code")
  }
  await linkAuthor(wallet, challenge.code, { id: postId, post })
  const message = `Linked to the Moltbook account ${post.author}.`
  return { success: true as const, moltbookName: post.author, message }
}

const noActiveChallenge = () =>
  new ApiError("NO_ACTIVE_CHALLENGE", "This wallet has no challenge, or it expired; ask for one")

export const authorMismatch = (message: string) => new ApiError("MOLTBOOK_AUTHOR_MISMATCH", message)

type ProvenPost = { id: string; post: MoltbookPost }

async function linkAuthor(wallet: string, code: string, { id, post }: ProvenPost) {
  await withAccountLock(async (tx) => {
    await assertLinkable(tx, wallet, post.author)
    const { count } = await tx.moltbookChallenge.deleteMany({ where: { wallet, code } })
    if (count === 0) throw noActiveChallenge()
    await tx.moltbookAccount.create({
      data: { wallet, name: post.author, nameKey: post.author.toLowerCase() },
    })
    await storeChallengePost(tx, wallet, { id, post })
  })
  startComputationWithoutFollower()
}

/** The first verified post; it takes nothing from the quota of the day. */
async function storeChallengePost(tx: Transaction, wallet: string, { id, post }: ProvenPost) {
  await tx.moltbookPost.createMany({
    data: {
      ...{ wallet, postId: id, karma: post.karma, submolt: post.submolt },
      mentionsPlatform: mentionsPlatform(post.text),
      isChallenge: true,
    },
    skipDuplicates: true,
  })
}

/**
 * Unlinks the wallet's account, within a transaction of `withAccountLock`; it stays reserved for this
 * wallet. False when there was none.
 */
export async function removeMoltbookAccountWith(tx: Transaction, wallet: string): Promise<boolean> {
  const account = await findMoltbookAccount(wallet, tx)
  if (!account) return false
  await tx.moltbookAccount.deleteMany({ where: { wallet } })
  await tx.releasedAccount.create({
    data: { network: "moltbook", wallet, accountHandle: account.nameKey },
  })
  return true
}
