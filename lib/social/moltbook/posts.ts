import { sql } from "kysely"
import { db, dbOn, type Queries, transaction } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
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
  await assertQuota(db, wallet)
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
  return toSummary(stored)
}

function isOnTopic({ submolt, text }: MoltbookPost) {
  const { forum } = getMoltbookConfig()
  return submolt.toLowerCase() === forum.toLowerCase() || mentionsPlatform(text)
}

async function assertNotAccepted(postId: string) {
  const known = await db
    .selectFrom("moltbook_post")
    .select("id")
    .where("post_id", "=", postId)
    .executeTakeFirst()
  if (known) throw alreadySubmitted()
}

const alreadySubmitted = () =>
  new ApiError("ALREADY_SUBMITTED", "The post was submitted before, by this or another wallet")

const DAY_MS = 86_400_000

async function assertQuota(queries: Queries, wallet: string) {
  const { accepted } = await queries
    .selectFrom("moltbook_post")
    .select(sql<number>`count(*)::int`.as("accepted"))
    .where("wallet", "=", wallet)
    .where("is_challenge", "=", false)
    .where("created_at", ">=", sql<Date>`date_trunc('day', now(), 'UTC')`)
    .executeTakeFirstOrThrow()
  if (accepted < MOLTBOOK_POSTS_PER_DAY) return
  const message = `${MOLTBOOK_POSTS_PER_DAY} Moltbook posts a day are accepted`
  const retryAfter = (DAY_MS - (Date.now() % DAY_MS)) / 1_000
  throw new ApiError("QUOTA_EXCEEDED", message, { retryAfter })
}

/** Counts again while the wallet's other requests wait: so many at once are not more than the quota. */
function storePost(wallet: string, postId: string, post: MoltbookPost): Promise<StoredPost> {
  return transaction(async (client) => {
    const queries = dbOn(client)
    await sql`select 1 from moltbook_account where wallet = ${wallet} for update`.execute(queries)
    await assertQuota(queries, wallet)
    const stored = await queries
      .insertInto("moltbook_post")
      .values({
        ...{ wallet, post_id: postId, karma: post.karma, submolt: post.submolt },
        mentions_platform: mentionsPlatform(post.text),
      })
      .onConflict((conflict) => conflict.column("post_id").doNothing())
      .returning(postColumns)
      .executeTakeFirst()
    if (!stored) throw alreadySubmitted()
    return stored
  })
}

const postColumns = [
  "post_id as id",
  "karma",
  "submolt",
  "mentions_platform as mentionsPlatform",
  "created_at as createdAt",
] as const

type StoredPost = {
  id: string
  karma: number
  submolt: string
  mentionsPlatform: boolean
  createdAt: Date
}

const toSummary = (post: StoredPost) => ({ ...post, postUrl: toMoltbookUrl(post.id) })

const selectPosts = statement({ wallet: "text" }, ({ wallet }) =>
  db
    .selectFrom("moltbook_post")
    .select([...postColumns, "verified", "last_verified_at as lastVerifiedAt"])
    .where("wallet", "=", wallet)
    .orderBy("moltbook_post.id", "desc")
    .limit(sql.lit(LISTED_POSTS)),
)

/** GET /api/v1/social/verified-moltbook-posts. */
export async function findMoltbookPosts(wallet: string) {
  const posts = await selectPosts({ wallet })
  return posts.map((post) => ({ ...post, postUrl: toMoltbookUrl(post.id) }))
}

const sumVerified = statement({ wallet: "text" }, ({ wallet }) =>
  db
    .selectFrom("moltbook_post")
    .select([
      sql<number>`count(*)::int`.as("postCount"),
      sql<number>`coalesce(sum(karma), 0)::int`.as("totalKarma"),
    ])
    .where("wallet", "=", wallet)
    .where("verified", "=", true),
)

/** GET /api/moltbook/status. */
export async function findMoltbookStatus(wallet: string) {
  const [account, challenge, [sums]] = await Promise.all([
    findMoltbookAccount(wallet),
    findChallenge(wallet),
    sumVerified({ wallet }),
  ])
  return {
    linked: account !== undefined,
    moltbookName: account?.name ?? null,
    verified: account !== undefined,
    postCount: sums?.postCount ?? 0,
    totalKarma: sums?.totalKarma ?? 0,
    pendingChallenge: !account && challenge ? { challenge: challenge.code } : null,
  }
}
