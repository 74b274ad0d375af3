import { sql } from "kysely"
import { signOutEverywhere } from "@/lib/auth/session"
import { removeComments } from "@/lib/content/comments/remove-wallet"
import {
  deletePictures,
  listPictures,
  pictureOf,
  removeUploads,
} from "@/lib/content/remove-pictures"
import { dbOn, type Queries, transaction } from "@/lib/db/client"
import { markWalletsDue } from "@/lib/profiles/points/due"
import { removeReefContent } from "@/lib/reef/remove-wallet"
import { removeSocialData } from "@/lib/social/removal"
import type { DataDeletion } from "./data-schema"
import { keptData } from "./kept-data"

/**
 * DELETE /api/v1/me/data: removes what the wallet gave to Atoll beside the chain, in one transaction. Its pictures
 * follow: a crash before them leaves files that nothing names.
 */
export async function deleteWalletData(wallet: string): Promise<DataDeletion> {
  const { pictures, ...removed } = await transaction(async (client) => {
    const queries = dbOn(client)
    const reef = await removeReefContent(client, wallet)
    const uploads = await listPictures(queries, wallet)
    const { profile, pictures } = await removeProfile(queries, wallet)
    await removeUploads(queries, wallet)
    const accounts = await removeSocialData(queries, wallet)
    // Posts on other networks count no more, whatever their day.
    if (accounts.posts > 0) await markWalletsDue(client, [{ wallet, day: 0 }])
    const removed = {
      profile,
      socials: accounts.socials,
      socialPosts: accounts.posts,
      apiKeys: await removeKeys(queries, wallet),
      posts: reef.posts,
      postComments: reef.comments,
      votes: reef.votes,
      reports: reef.reports,
      comments: await removeComments(queries, wallet),
      bugReports: await removeBugReports(queries, wallet),
    }
    await queries.deleteFrom("agent_text").where("wallet", "=", wallet).execute()
    await signOutEverywhere(queries, wallet)
    return { ...removed, pictures: [...uploads, ...pictures] }
  })
  return {
    success: true,
    wallet,
    removed: { ...removed, pictures: await deletePictures(wallet, pictures) },
    kept: [...keptData],
  }
}

async function removeProfile(queries: Queries, wallet: string) {
  const row = await queries
    .deleteFrom("profile")
    .where("wallet", "=", wallet)
    .returning("avatar_url as avatarUrl")
    .executeTakeFirst()
  return { profile: row ? 1 : 0, pictures: pictureOf(row?.avatarUrl ?? null) }
}

async function removeKeys(queries: Queries, wallet: string) {
  await queries.deleteFrom("nonce").where("address", "=", wallet).execute()
  const removed = await queries
    .deleteFrom("api_key")
    .where("wallet", "=", wallet)
    .executeTakeFirst()
  return Number(removed.numDeletedRows)
}

/** Their verdicts stay, and they count against the quota of their day. */
async function removeBugReports(queries: Queries, wallet: string) {
  const emptied = await queries
    .updateTable("bug_report")
    .set({ title: "", description: "", evidence: null, updated_at: sql<Date>`now()` })
    .where("wallet", "=", wallet)
    .executeTakeFirst()
  return Number(emptied.numUpdatedRows)
}
