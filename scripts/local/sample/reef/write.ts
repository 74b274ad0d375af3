import { sql } from "kysely"
import { storeAgent } from "@/lib/agents/service"
import { db, dbOn, prisma, type Transaction } from "@/lib/db/client"
import { env } from "@/lib/env"
import { hashContent } from "@/lib/reef/posts/service"
import { MNEMONIC } from "@/scripts/local/chain"
import { OPERATOR } from "../../accounts"
import { ACTORS } from "../actors"
import { walletsOf } from "../wallets"
import { checkReefCounts } from "./check"
import { THREADS } from "./parse-threads"
import { AGENTS, USERNAMES } from "./people"
import { type PlannedPost, planReef, type Topic } from "./plan"

const SAMPLE_DAYS = 30
const HOUR_MS = 3_600_000

/** Whether the Reef has no posts yet. */
export async function hasNoPosts(): Promise<boolean> {
  const post = await db.selectFrom("reef_post").select("id").limit(1).executeTakeFirst()
  return post === undefined
}

/**
 * Writes the posts, comments and votes of the sample's people and agents. The services would date everything now and
 * refuse many for the cooldown, so the rows are inserted as the services would have left them.
 */
export async function writeSampleReef(now = new Date()) {
  const wallets = walletsOf(MNEMONIC)
  const addressOf = (index: number) => wallets(index).address.toLowerCase()
  const actors = ACTORS.map((actor) => ({ ...actor, wallet: addressOf(actor.index) }))
  const walletByName = new Map(actors.map(({ name, wallet }) => [name, wallet]))
  const planned = planReef(THREADS, { actors, topics: await findTopics(), now, days: SAMPLE_DAYS })
  await prisma.$transaction(async (tx) => {
    await writeProfiles(tx, walletByName)
    const ids = await reserveIds(tx, "reef_post", planned.length)
    const posts = planned.map((post, i) => ({ ...post, id: ids[i] ?? "" }))
    await writePosts(tx, posts, now)
    await writeComments(tx, posts)
    await writeModeration(tx, posts, addressOf(OPERATOR))
    await writeMembers(tx, now)
    await checkReefCounts(tx)
  })
  return { posts: planned.length, comments: planned.flatMap(({ comments }) => comments).length }
}

/** Tokens and markets by symbol; of several the first counts. */
async function findTopics(): Promise<Map<string, Topic>> {
  const tokens = await db
    .selectFrom("token")
    .select(["symbol", "address", "is_prediction", "created_at as createdAt"])
    .orderBy("created_block", "desc")
    .orderBy("project_id", "desc")
    .execute()
  return new Map(
    tokens.map(({ symbol, address, is_prediction, createdAt }) => {
      const folder = is_prediction ? "markets" : "tokens"
      return [symbol, { symbol, createdAt, url: `${env().BASE_URL}/${folder}/${address}` }]
    }),
  )
}

/** Usernames, and agents with the award of their registration. Existing profiles and agents are kept. */
async function writeProfiles(tx: Transaction, wallets: ReadonlyMap<string, string>) {
  const profiles = Object.entries(USERNAMES).flatMap(([name, username]) => {
    const wallet = wallets.get(name)
    return wallet ? [{ wallet, username, username_key: username }] : []
  })
  const keep = dbOn(tx).insertInto("profile").values(profiles)
  await keep.onConflict((conflict) => conflict.doNothing()).execute()
  const registered = await dbOn(tx).selectFrom("agent").select(["wallet", "agent_id"]).execute()
  for (const [name, agent] of Object.entries(AGENTS)) {
    const wallet = wallets.get(name) ?? ""
    const isTaken = registered.some(
      (row) => row.wallet === wallet || row.agent_id === `${agent.agentId}`,
    )
    if (!isTaken) await storeAgent(tx, wallet, agent, { wallets: [wallet], block: 0 })
  }
}

/** Reserves ids that rise with time, like those of posts and comments. */
async function reserveIds(tx: Transaction, table: string, count: number): Promise<string[]> {
  const sequence = sql`pg_get_serial_sequence(${table}, 'id')`
  const { rows } = await sql<{ id: string }>`
    select nextval(${sequence}) as id from generate_series(1, ${sql.lit(count)})
  `.execute(dbOn(tx))
  return rows.map(({ id }) => id)
}

type StoredPost = PlannedPost & { id: string }

async function writePosts(tx: Transaction, posts: readonly StoredPost[], now: Date) {
  const rows = posts.map((post) => ({
    id: post.id,
    wallet: post.wallet,
    section: post.section,
    title: post.title,
    body: post.body,
    content_hash: hashContent(post.title, post.body),
    score: post.votes.length,
    comment_count: post.comments.length,
    created_at: post.at,
    hidden_at: hiddenAt(post, now),
    hidden_by: HIDDEN_BY[post.moderation],
    is_flagged: post.moderation === "flagged",
    report_count: post.reports.length,
  }))
  await dbOn(tx).insertInto("reef_post").values(rows).execute()
  const votes = posts.flatMap(({ id, votes }) =>
    votes.map(({ wallet, at }) => ({ wallet, post_id: id, created_at: at })),
  )
  await dbOn(tx).insertInto("reef_post_vote").values(votes).execute()
}

const HIDDEN_BY = { visible: null, reported: null, flagged: "reports", hidden: "admin" } as const

/** The last report hides a flagged post; an admin needs some hours. */
function hiddenAt({ moderation, at, reports }: PlannedPost, now: Date): Date | null {
  if (moderation === "hidden") return new Date(Math.min(at.getTime() + 6 * HOUR_MS, now.getTime()))
  if (moderation !== "flagged") return null
  return new Date(Math.max(...reports.map((report) => report.at.getTime())))
}

async function writeComments(tx: Transaction, posts: readonly StoredPost[]) {
  const planned = posts
    .flatMap((post) => post.comments.map((comment) => ({ postId: post.id, ...comment })))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  const ids = await reserveIds(tx, "reef_comment", planned.length)
  const comments = planned.map((comment, i) => ({ ...comment, id: ids[i] ?? "" }))
  const idByNumber = new Map(comments.map(({ postId, number, id }) => [`${postId}/${number}`, id]))
  const rows = comments.map(({ id, postId, parent, depth, wallet, message, votes, at }) => ({
    id,
    post_id: postId,
    parent_id: idByNumber.get(`${postId}/${parent}`) ?? null,
    depth,
    wallet,
    message,
    score: votes.length,
    created_at: at,
  }))
  await dbOn(tx).insertInto("reef_comment").values(rows).execute()
  const votes = comments.flatMap(({ id, votes }) =>
    votes.map(({ wallet, at }) => ({ wallet, comment_id: id, created_at: at })),
  )
  await dbOn(tx).insertInto("reef_comment_vote").values(votes).execute()
}

/** Writes reports, and the admin's decision on the post that asks for money. */
async function writeModeration(tx: Transaction, posts: readonly StoredPost[], admin: string) {
  const reports = posts.flatMap(({ id, reports }) =>
    reports.map(({ wallet, reason, at }) => ({ post_id: id, wallet, reason, created_at: at })),
  )
  await dbOn(tx).insertInto("reef_report").values(reports).execute()
  const hidden = await dbOn(tx)
    .selectFrom("reef_post")
    .select(["id", "wallet", "hidden_at"])
    .where("hidden_by", "=", "admin")
    .orderBy("id")
    .execute()
  const actions = hidden.flatMap(({ id, wallet, hidden_at }) => {
    const common = { admin, created_at: hidden_at ?? undefined }
    return [
      { ...common, action: "hide_post", post_id: id, reason: "Asks for money in private" },
      { ...common, action: "warn", wallet, reason: "No selling of tips here" },
    ]
  })
  await dbOn(tx).insertInto("reef_action").values(actions).execute()
}

/** Writes the counters and quotas of all wallets that wrote, voted or reported. */
async function writeMembers(tx: Transaction, now: Date) {
  const today = `${now.toISOString().slice(0, 10)}T00:00:00Z`
  await sql`insert into reef_member (wallet, last_post_at, warnings, quota_day, votes_set, reports_made)
    select wallet, max(posted), sum(warned), ${now}::timestamptz at time zone 'UTC', sum(voted), sum(reported)
    from (
      select wallet, created_at as posted, 0 as warned, 0 as voted, 0 as reported from reef_post
      union all select wallet, null, 0, 0, 0 from reef_comment
      union all select wallet, null, 1, 0, 0 from reef_action where action = 'warn'
      union all select wallet, null, 0, (created_at >= ${today}::timestamptz)::int, 0 from reef_post_vote
      union all select wallet, null, 0, (created_at >= ${today}::timestamptz)::int, 0 from reef_comment_vote
      union all select wallet, null, 0, 0, (created_at >= ${today}::timestamptz)::int from reef_report
    ) entries group by wallet on conflict do nothing`.execute(dbOn(tx))
}
