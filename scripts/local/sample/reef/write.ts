import type { ClientBase } from "pg"
import { pool, transaction } from "@/lib/db/client"
import { env } from "@/lib/env"
import { hashContent } from "@/lib/reef/posts/service"
import { MNEMONIC } from "@/scripts/local/chain"
import { ACTORS, type Actor, OPERATOR } from "@/scripts/local/sample/actors"
import { walletsOf } from "@/scripts/local/sample/wallets"
import { checkReefCounts } from "./check"
import type { Thread } from "./parse-threads"
import { AGENTS, USERNAMES } from "./people"
import { type PlannedPost, planReef, type Topic } from "./plan"
import { AGENTS as AGENT_THREADS } from "./threads/agents"
import { LAUNCHES } from "./threads/launches"
import { MARKETS } from "./threads/markets"
import { OFF_TOPIC } from "./threads/off-topic"

export const THREADS: readonly Thread[] = [...LAUNCHES, ...OFF_TOPIC, ...MARKETS, ...AGENT_THREADS]

const SAMPLE_DAYS = 30
const HOUR_MS = 3_600_000

/** Whether nobody has posted here yet. */
export async function hasNoPosts(): Promise<boolean> {
  const { rowCount } = await pool().query("select 1 from reef_post limit 1")
  return rowCount === 0
}

/**
 * Has people and agents of the sample talk about its tokens, markets and the weather. The services would date
 * everything now and send the talkative away, so the rows are written as they would have left them.
 */
export async function writeSampleReef(now = new Date()) {
  const wallets = walletsOf(MNEMONIC)
  const walletOf = ({ index }: Pick<Actor, "index">) => wallets(index).address.toLowerCase()
  const places = await findTopics()
  const planned = planReef(THREADS, { cast: ACTORS, places, walletOf, now, days: SAMPLE_DAYS })
  const admin = walletOf({ index: OPERATOR })
  await transaction(async (client) => {
    await writeUsernames(client, ACTORS, walletOf)
    const ids = await reserveIds(client, "reef_post", planned.length)
    const posts = planned.map((post, i) => ({ ...post, id: ids[i] ?? "" }))
    await writePosts(client, posts, now)
    await writeComments(client, posts)
    await writeModeration(client, posts, admin)
    await writeMembers(client, now)
    await checkReefCounts(client)
  })
  return { posts: planned.length, comments: planned.flatMap(({ comments }) => comments).length }
}

/** Tokens and markets by symbol; of several the first counts. */
async function findTopics(): Promise<Map<string, Topic>> {
  const { rows } = await pool().query<Omit<Topic, "url"> & { path: string }>(
    `select symbol, created_at as "createdAt",
      case when is_prediction then '/markets/' else '/tokens/' end || address as path
    from token order by created_block desc, project_id desc`,
  )
  const { BASE_URL } = env()
  return new Map(rows.map(({ path, ...row }) => [row.symbol, { ...row, url: BASE_URL + path }]))
}

type WalletOf = (player: Pick<Actor, "index">) => string

/** Names, and agents with what their registration earns; what people have said of themselves stays. */
async function writeUsernames(client: ClientBase, cast: readonly Actor[], walletOf: WalletOf) {
  const wallets = new Map(cast.map((player) => [player.name, walletOf(player)]))
  const named = Object.entries(USERNAMES).map(([name, username]) => [wallets.get(name), username])
  await client.query(
    `insert into profile (wallet, username, username_key)
    select wallet, username, lower(username) from unnest($1::text[], $2::text[]) as p (wallet, username)
    on conflict do nothing`,
    [named.map(([wallet]) => wallet), named.map(([, username]) => username)],
  )
  const agents = Object.entries(AGENTS).map(([name, { agentId, ...rest }]) => ({
    wallet: wallets.get(name),
    agent_id: `${agentId}`,
    ...rest,
  }))
  await client.query(
    `with registered as (
      insert into agent (wallet, agent_id, name, description)
      select * from jsonb_to_recordset($1)
        as a (wallet text, agent_id bigint, name text, description text)
      on conflict do nothing returning wallet, created_at
    ), awarded as (
      insert into agent_award (wallet, time) select wallet, created_at from registered
      on conflict do nothing returning wallet, time
    )
    insert into points_due (wallet, day) select wallet, (time at time zone 'UTC')::date from awarded
    on conflict (wallet) do update set day = least(points_due.day, excluded.day), since = now()`,
    [JSON.stringify(agents)],
  )
}

/** Ids that rise with time, as those of posts and comments do. */
async function reserveIds(client: ClientBase, table: string, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    "select nextval(pg_get_serial_sequence($1, 'id')) as id from generate_series(1, $2)",
    [table, count],
  )
  return rows.map(({ id }) => id)
}

type StoredPost = PlannedPost & { id: string }

async function writePosts(client: ClientBase, posts: readonly StoredPost[], now: Date) {
  const rows = posts.map((post) => ({
    id: post.id,
    wallet: post.wallet,
    section: post.section,
    title: post.title,
    body: post.body,
    content_hash: `\\x${hashContent(post.title, post.body).toString("hex")}`,
    score: post.votes.length,
    comment_count: post.comments.length,
    created_at: post.at,
    hidden_at: hiddenAt(post, now),
    hidden_by: post.fate === "flagged" ? "reports" : post.fate === "hidden" ? "admin" : null,
    is_flagged: post.fate === "flagged",
    report_count: post.reports.length,
  }))
  await client.query(
    `insert into reef_post (id, wallet, section, title, body, content_hash, score, comment_count,
      created_at, hidden_at, hidden_by, is_flagged, report_count)
    select id, wallet, section, title, body, content_hash::bytea, score, comment_count,
      created_at, hidden_at, hidden_by, is_flagged, report_count
    from jsonb_to_recordset($1) as p (id bigint, wallet text, section text, title text, body text,
      content_hash text, score int, comment_count int, created_at timestamptz,
      hidden_at timestamptz, hidden_by text, is_flagged boolean, report_count int)`,
    [JSON.stringify(rows)],
  )
  const votes = posts.flatMap((post) => post.votes.map((vote) => ({ ...vote, id: post.id })))
  await client.query(
    `insert into reef_post_vote (wallet, post_id, created_at)
    select wallet, id, at from jsonb_to_recordset($1) as v (wallet text, id bigint, at timestamptz)`,
    [JSON.stringify(votes)],
  )
}

/** The last report hides what is flagged; an admin needs some hours. */
function hiddenAt({ fate, at, reports }: PlannedPost, now: Date): Date | null {
  if (fate === "hidden") return new Date(Math.min(at.getTime() + 6 * HOUR_MS, now.getTime()))
  if (fate !== "flagged") return null
  return new Date(Math.max(...reports.map((report) => report.at.getTime())))
}

async function writeComments(client: ClientBase, posts: readonly StoredPost[]) {
  const said = posts
    .flatMap((post) => post.comments.map((comment) => ({ post, comment })))
    .sort((a, b) => a.comment.at.getTime() - b.comment.at.getTime())
  const ids = await reserveIds(client, "reef_comment", said.length)
  const byPlace = new Map(
    said.map(({ post, comment }, i) => [`${post.id}/${comment.number}`, ids[i]]),
  )
  const rows = said.map(({ post, comment }, i) => ({
    id: ids[i],
    post_id: post.id,
    parent_id: comment.parent === null ? null : byPlace.get(`${post.id}/${comment.parent}`),
    depth: comment.depth,
    wallet: comment.wallet,
    message: comment.message,
    score: comment.votes.length,
    created_at: comment.at,
  }))
  await client.query(
    `insert into reef_comment (id, post_id, parent_id, depth, wallet, message, score, created_at)
    select * from jsonb_to_recordset($1) as c (id bigint, post_id bigint, parent_id bigint,
      depth smallint, wallet text, message text, score int, created_at timestamptz)`,
    [JSON.stringify(rows)],
  )
  const votes = said.flatMap(({ comment }, i) =>
    comment.votes.map((vote) => ({ ...vote, id: ids[i] })),
  )
  await client.query(
    `insert into reef_comment_vote (wallet, comment_id, created_at)
    select wallet, id, at from jsonb_to_recordset($1) as v (wallet text, id bigint, at timestamptz)`,
    [JSON.stringify(votes)],
  )
}

/** Reports, and what the admin did about the post that asks for money. */
async function writeModeration(client: ClientBase, posts: readonly StoredPost[], admin: string) {
  const reports = posts.flatMap((post) =>
    post.reports.map((report) => ({ ...report, id: post.id })),
  )
  await client.query(
    `insert into reef_report (post_id, wallet, reason, created_at)
    select id, wallet, reason, at
    from jsonb_to_recordset($1) as r (id bigint, wallet text, reason text, at timestamptz)`,
    [JSON.stringify(reports)],
  )
  await client.query(
    `insert into reef_action (admin, action, post_id, reason, created_at)
    select $1, 'hide_post', id, 'Asks for money in private', hidden_at
    from reef_post where hidden_by = 'admin' order by id`,
    [admin],
  )
  await client.query(
    `insert into reef_action (admin, action, wallet, reason, created_at)
    select $1, 'warn', wallet, 'No selling of tips here', hidden_at
    from reef_post where hidden_by = 'admin' order by id`,
    [admin],
  )
}

/** What the Reef remembers of those who wrote, voted or reported. */
async function writeMembers(client: ClientBase, now: Date) {
  await client.query(
    `insert into reef_member (wallet, last_post_at, warnings, quota_day, votes_set, reports_made)
    select wallet, max(posted), sum(warned), $1::timestamptz at time zone 'UTC', sum(voted), sum(reported)
    from (
      select wallet, created_at as posted, 0 as warned, 0 as voted, 0 as reported from reef_post
      union all select wallet, null, 0, 0, 0 from reef_comment
      union all select wallet, null, 1, 0, 0 from reef_action where action = 'warn'
      union all select wallet, null, 0, (created_at >= $2)::int, 0 from reef_post_vote
      union all select wallet, null, 0, (created_at >= $2)::int, 0 from reef_comment_vote
      union all select wallet, null, 0, 0, (created_at >= $2)::int from reef_report
    ) deeds group by wallet on conflict do nothing`,
    [now, `${now.toISOString().slice(0, 10)}T00:00:00Z`],
  )
}
