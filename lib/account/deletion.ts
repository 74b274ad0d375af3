import { signOutEverywhere } from "@/lib/auth/session"
import { removeComments } from "@/lib/content/comments/service"
import {
  deletePictures,
  listPictures,
  pictureOf,
  removeUploads,
} from "@/lib/content/remove-pictures"
import { prisma, readClock, type Transaction } from "@/lib/db/client"
import { markWalletsDue } from "@/lib/profiles/points/due"
import { removeReefContent } from "@/lib/reef/remove-wallet"
import { removeSocialData } from "@/lib/social/removal"
import type { DataDeletion } from "./data-schema"
import { keptData } from "./kept-data"

/**
 * DELETE /api/v1/me/data: removes everything that the wallet gave to Atoll outside the chain, in one transaction. Its
 * pictures are deleted afterwards: a crash in between leaves files that no row names.
 */
export async function deleteWalletData(wallet: string): Promise<DataDeletion> {
  const { pictures, ...removed } = await prisma.$transaction(async (tx) => {
    const reef = await removeReefContent(tx, wallet)
    const uploads = await listPictures(tx, wallet)
    const { profile, pictures } = await removeProfile(tx, wallet)
    await removeUploads(tx, wallet)
    const accounts = await removeSocialData(tx, wallet)
    // Posts on other networks no longer count, whatever their day.
    if (accounts.posts > 0) await markWalletsDue(tx, [{ wallet, day: 0 }])
    const removed = {
      profile,
      socials: accounts.socials,
      socialPosts: accounts.posts,
      apiKeys: await removeKeys(tx, wallet),
      posts: reef.posts,
      postComments: reef.comments,
      votes: reef.votes,
      reports: reef.reports,
      comments: await removeComments(tx, wallet),
      bugReports: await removeBugReports(tx, wallet),
    }
    await tx.agentText.deleteMany({ where: { wallet } })
    await signOutEverywhere(tx, wallet)
    return { ...removed, pictures: [...uploads, ...pictures] }
  })
  return {
    success: true,
    wallet,
    removed: { ...removed, pictures: await deletePictures(wallet, pictures) },
    kept: [...keptData],
  }
}

async function removeProfile(tx: Transaction, wallet: string) {
  const own = { where: { wallet } }
  const row = await tx.profile.findUnique({ ...own, select: { avatarUrl: true } })
  const { count } = await tx.profile.deleteMany(own)
  return { profile: count, pictures: pictureOf(row?.avatarUrl ?? null) }
}

async function removeKeys(tx: Transaction, wallet: string) {
  await tx.nonce.deleteMany({ where: { address: wallet } })
  const { count } = await tx.apiKey.deleteMany({ where: { wallet } })
  return count
}

/** The verdicts stay and count against the quota of their day. */
async function removeBugReports(tx: Transaction, wallet: string) {
  const emptied = { title: "", description: "", evidence: null, updatedAt: await readClock(tx) }
  const { count } = await tx.bugReport.updateMany({ where: { wallet }, data: emptied })
  return count
}
