import { randomBytes } from "node:crypto"
import { sql } from "kysely"
import { db, type Queries } from "@/lib/db/client"
import { ApiError } from "@/lib/http/errors"
import { startComputationWithoutFollower } from "@/lib/profiles/points/background"
import { withAccountLock } from "@/lib/social/account-lock"
import { getMoltbookConfig } from "@/lib/social/config"
import { CHALLENGE_SECONDS, RELEASE_DAYS } from "@/lib/social/constants"
import { type MoltbookPost, mentionsPlatform, readMoltbookPost } from "./api"

export const findMoltbookAccount = (wallet: string, queries: Queries = db) =>
  queries
    .selectFrom("moltbook_account")
    .select(["name", "name_key as nameKey"])
    .where("wallet", "=", wallet)
    .executeTakeFirst()

/** POST /api/moltbook/link. A new challenge replaces the open one. */
export async function createChallenge(wallet: string, name: string) {
  await assertLinkable(db, wallet, name)
  const { forum } = getMoltbookConfig()
  const code = `atoll_molt_${randomBytes(6).toString("hex")}`
  const challenge = {
    name,
    code,
    expires_at: sql<Date>`now() + make_interval(secs => ${CHALLENGE_SECONDS})`,
  }
  await db
    .insertInto("moltbook_challenge")
    .values({ wallet, ...challenge })
    .onConflict((conflict) => conflict.column("wallet").doUpdateSet(challenge))
    .execute()
  const instructions =
    `As ${name}, post on Moltbook (best in m/${forum}) with ${code} in the title or the text. ` +
    "Then verify with the id of the post, within 30 minutes."
  return { challenge: code, instructions }
}

/** 409 when the wallet has an account, or the account another wallet, now or within the last 30 days. */
async function assertLinkable(queries: Queries, wallet: string, name: string) {
  if (await findMoltbookAccount(wallet, queries)) {
    throw new ApiError("WALLET_ALREADY_LINKED", "A Moltbook account is linked to this wallet")
  }
  const key = name.toLowerCase()
  const linked = await queries
    .selectFrom("moltbook_account")
    .select("wallet")
    .where("name_key", "=", key)
    .executeTakeFirst()
  const released = await queries
    .selectFrom("released_account")
    .select("wallet")
    .where("network", "=", "moltbook")
    .where("account_handle", "=", key)
    .where("wallet", "<>", wallet)
    .where("released_at", ">", sql<Date>`now() - make_interval(days => ${RELEASE_DAYS})`)
    .executeTakeFirst()
  if (linked ?? released) {
    throw new ApiError("ACCOUNT_ALREADY_LINKED", "The Moltbook account belongs to another wallet")
  }
}

/** The wallet's valid challenge. */
export const findChallenge = (wallet: string, queries: Queries = db) =>
  queries
    .selectFrom("moltbook_challenge")
    .select(["name", "code"])
    .where("wallet", "=", wallet)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst()

/** POST /api/moltbook/verify. */
export async function verifyChallenge(wallet: string, name: string, postId: string) {
  await assertLinkable(db, wallet, name)
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
  await withAccountLock(async (queries) => {
    await assertLinkable(queries, wallet, post.author)
    const consumed = await queries
      .deleteFrom("moltbook_challenge")
      .where("wallet", "=", wallet)
      .where("code", "=", code)
      .executeTakeFirst()
    if (consumed.numDeletedRows === 0n) throw noActiveChallenge()
    await queries
      .insertInto("moltbook_account")
      .values({ wallet, name: post.author, name_key: post.author.toLowerCase() })
      .execute()
    await storeChallengePost(queries, wallet, { id, post })
  })
  startComputationWithoutFollower()
}

/** The first verified post; it takes nothing from the quota of the day. */
async function storeChallengePost(queries: Queries, wallet: string, { id, post }: ProvenPost) {
  await queries
    .insertInto("moltbook_post")
    .values({
      wallet,
      post_id: id,
      karma: post.karma,
      submolt: post.submolt,
      mentions_platform: mentionsPlatform(post.text),
      is_challenge: true,
    })
    .onConflict((conflict) => conflict.column("post_id").doNothing())
    .execute()
}

/**
 * Unlinks the wallet's account, within a transaction of `withAccountLock`; it stays reserved for this
 * wallet. False when there was none.
 */
export async function removeMoltbookAccountWith(
  queries: Queries,
  wallet: string,
): Promise<boolean> {
  const removed = await queries
    .deleteFrom("moltbook_account")
    .where("wallet", "=", wallet)
    .returning("name_key as handle")
    .executeTakeFirst()
  if (!removed) return false
  await queries
    .insertInto("released_account")
    .values({ network: "moltbook", wallet, account_handle: removed.handle })
    .execute()
  return true
}
