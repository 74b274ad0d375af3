import { sql } from "kysely"
import type { Queries } from "@/lib/db/client"
import { lockAccounts } from "./account-lock"
import { removeMoltbookAccountWith } from "./moltbook/account"
import { removeXAccountWith } from "./x/account"

export type RemovedSocials = { socials: number; posts: number }

/**
 * Removes what is stored of the wallet's accounts at other networks, within the caller's transaction. What stays keeps
 * others, and the wallet itself, from using a post or an account twice: number and hash of accepted posts, which count
 * no more, and unlinked accounts for 30 days. The caller marks the wallet's points as due.
 */
export async function removeSocialData(queries: Queries, wallet: string): Promise<RemovedSocials> {
  await lockAccounts(queries)
  const hadX = await removeXAccountWith(queries, wallet)
  const hadMoltbook = await removeMoltbookAccountWith(queries, wallet)
  const others = await queries
    .deleteFrom("social_link")
    .where("wallet", "=", wallet)
    .executeTakeFirst()
  for (const table of ["social_challenge", "moltbook_challenge", "oauth_state"] as const) {
    await queries.deleteFrom(table).where("wallet", "=", wallet).execute()
  }
  const accounts = Number(hadX) + Number(hadMoltbook)
  return {
    socials: accounts + Number(others.numDeletedRows),
    posts: (await removeXPosts(queries, wallet)) + (await removeMoltbookPosts(queries, wallet)),
  }
}

/** Refused attempts of today stay until tomorrow without their content: they count against the quota. */
async function removeXPosts(queries: Queries, wallet: string) {
  await queries
    .deleteFrom("x_post")
    .where("wallet", "=", wallet)
    .where("accepted", "=", false)
    .where("day", "<", sql<Date>`(now() at time zone 'UTC')::date`)
    .execute()
  const emptied = await queries
    .updateTable("x_post")
    .set({ url: "", username: "", text: null, verified: false })
    .where("wallet", "=", wallet)
    .executeTakeFirst()
  return Number(emptied.numUpdatedRows)
}

async function removeMoltbookPosts(queries: Queries, wallet: string) {
  const emptied = await queries
    .updateTable("moltbook_post")
    .set({ submolt: "", karma: 0, mentions_platform: false, verified: false })
    .where("wallet", "=", wallet)
    .executeTakeFirst()
  return Number(emptied.numUpdatedRows)
}
