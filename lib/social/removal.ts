import type { Transaction } from "@/lib/db/client"
import { lockAccounts } from "./account-lock"
import { removeMoltbookAccountWith } from "./moltbook/account"
import { removeXAccountWith } from "./x/account"

export type RemovedSocials = { socials: number; posts: number }

/**
 * Removes the stored data of the wallet's accounts at other networks, within the caller's transaction. Some data stays
 * to keep others, and the wallet itself, from using a post or an account twice: number and hash of accepted posts,
 * which no longer count, and unlinked accounts for 30 days. The caller marks the wallet's points as due.
 */
export async function removeSocialData(tx: Transaction, wallet: string): Promise<RemovedSocials> {
  const own = { where: { wallet } }
  await lockAccounts(tx)
  const hadX = await removeXAccountWith(tx, wallet)
  const hadMoltbook = await removeMoltbookAccountWith(tx, wallet)
  const others = await tx.socialLink.deleteMany(own)
  await tx.socialChallenge.deleteMany(own)
  await tx.moltbookChallenge.deleteMany(own)
  await tx.oauthState.deleteMany(own)
  return {
    socials: Number(hadX) + Number(hadMoltbook) + others.count,
    posts: (await removeXPosts(tx, wallet)) + (await removeMoltbookPosts(tx, wallet)),
  }
}

const DAY_MS = 86_400_000

/** Refused attempts of today stay until tomorrow without their content: they count against the quota. */
async function removeXPosts(tx: Transaction, wallet: string) {
  const today = new Date(Date.now() - (Date.now() % DAY_MS))
  await tx.socialPost.deleteMany({ where: { wallet, accepted: false, day: { lt: today } } })
  const { count } = await tx.socialPost.updateMany({
    where: { wallet },
    data: { url: "", username: "", text: null, verified: false },
  })
  return count
}

async function removeMoltbookPosts(tx: Transaction, wallet: string) {
  const { count } = await tx.moltbookPost.updateMany({
    where: { wallet },
    data: { submolt: "", karma: 0, mentionsPlatform: false, verified: false },
  })
  return count
}
