import { sql } from "kysely"
import { db } from "@/lib/db/client"
import type { DailyJob, JobContext } from "@/lib/jobs/daily"
import { startComputationWithoutFollower } from "@/lib/profiles/points/background"
import { getMoltbookConfig, getXConfig, isConfigured } from "./config"
import { RECHECK_DAYS, RELEASE_DAYS } from "./constants"
import { readMoltbookPost } from "./moltbook/api"
import { readPost } from "./x/oembed"
import { parsePostUrl } from "./x/post-url"

/** After so many failures in a row the network is away; the job is tried again later. */
const MAX_FAILURES_IN_A_ROW = 5

/** Answers of X for a post that was deleted, or is no longer public. */
const GONE = new Set([401, 403, 404, 410])

type Table = "x_post" | "moltbook_post"

/** Accepted X posts are read again each day for 7 days; one that has disappeared takes its points with it. */
export const recheckXPosts: DailyJob = {
  name: "x-posts",
  async run(context) {
    if (!isConfigured(getXConfig)) return
    await recheckAll("x_post", context, async ({ id, ref }) => {
      const post = parsePostUrl(ref)
      if (!post) throw new Error(`The X post ${id} has no URL of X`)
      const read = await readPost(post)
      if (!("refused" in read)) return markPresent("x_post", id)
      if (!GONE.has(read.refused)) throw new Error(`X answered ${read.refused}`)
      await markGone("x_post", id)
    })
  },
}

/** The same for Moltbook posts, whose karma is read anew. */
export const recheckMoltbookPosts: DailyJob = {
  name: "moltbook-posts",
  async run(context) {
    if (!isConfigured(getMoltbookConfig)) return
    await recheckAll("moltbook_post", context, async ({ id, ref }) => {
      const post = await readMoltbookPost(ref)
      await (post ? markPresent("moltbook_post", id, post.karma) : markGone("moltbook_post", id))
    })
  },
}

/** `ref`: the X post's URL, or the Moltbook post's id. */
type DuePost = { id: number; ref: string }

/** Posts that this day has not read yet, one after the other; a failure leaves the post to the next attempt. */
async function recheckAll(
  table: Table,
  { day, signal }: JobContext,
  check: (post: DuePost) => Promise<void>,
) {
  let after = 0
  let failures = 0
  let failuresInARow = 0
  for (;;) {
    const posts = await findDuePosts(table, day, after)
    if (posts.length === 0) break
    for (const post of posts) {
      signal.throwIfAborted()
      after = post.id
      try {
        await check(post)
        failuresInARow = 0
      } catch (error) {
        failures++
        if (++failuresInARow >= MAX_FAILURES_IN_A_ROW) throw error
      }
    }
  }
  startComputationWithoutFollower()
  if (failures > 0) throw new Error(`${failures} posts could not be read`)
}

const BATCH = 100

const findDuePosts = (table: Table, day: string, after: number): Promise<DuePost[]> =>
  db
    .selectFrom(table)
    .select(["id", sql<string>`${sql.ref(table === "x_post" ? "url" : "post_id")}::text`.as("ref")])
    .where("id", ">", after)
    .where("verified", "=", true)
    .where("created_at", ">", sql<Date>`now() - make_interval(days => ${RECHECK_DAYS})`)
    .where("last_verified_at", "<", sql<Date>`${day}::date::timestamp at time zone 'UTC'`)
    .orderBy("id")
    .limit(BATCH)
    .execute()

async function markPresent(table: Table, id: number, karma?: number) {
  await db
    .updateTable(table)
    .set({ last_verified_at: sql<Date>`now()`, ...(karma !== undefined && { karma }) })
    .where("id", "=", id)
    .execute()
}

async function markGone(table: Table, id: number) {
  await db
    .updateTable(table)
    .set({ verified: false, last_verified_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("verified", "=", true)
    .execute()
}

/** What has expired is of no use to anybody. */
export const removeExpired: DailyJob = {
  name: "expired-challenges",
  async run() {
    const now = sql<Date>`now()`
    await db.deleteFrom("social_challenge").where("expires_at", "<", now).execute()
    await db.deleteFrom("moltbook_challenge").where("expires_at", "<", now).execute()
    await db.deleteFrom("oauth_state").where("expires_at", "<", now).execute()
    await db
      .deleteFrom("released_account")
      .where("released_at", "<", sql<Date>`now() - make_interval(days => ${RELEASE_DAYS})`)
      .execute()
  },
}
