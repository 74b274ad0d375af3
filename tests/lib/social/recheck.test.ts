import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { pool } from "@/lib/db/client"
import { runDueJobs } from "@/lib/jobs/daily"
import { recheckMoltbookPosts, recheckXPosts, removeExpired } from "@/lib/social/recheck"
import { log as logger } from "@/lib/telemetry/logger"
import { moltbookPost, networks, sendJson, tweet } from "@/tests/helpers/networks"

const wallet = `0x${"a".repeat(40)}`
const never = new AbortController().signal
const run = (job = recheckXPosts) => runDueJobs([job], never)

beforeEach(async () => {
  vi.spyOn(logger, "warn").mockImplementation(() => {})
  vi.spyOn(logger, "error").mockImplementation(() => {})
  await pool().query("truncate x_post, moltbook_post, points_due, job_run, released_account")
})
afterEach(() => vi.restoreAllMocks())

let posts = 0
/** A post accepted and last read some days ago. */
async function acceptXPost(url: string, days: number) {
  const id = url.split("/").at(-1)
  await pool().query(
    `insert into x_post (wallet, day, ordinal, tweet_id, url, username, text, text_hash, accepted, verified, created_at, last_verified_at)
    values ($1, current_date - $4::int - $5::int, 1, $2, $3, 'reef', 'a', decode(md5($2), 'hex'), true, true,
      now() - make_interval(days => $4::int), now() - make_interval(days => $4::int))`,
    [wallet, id, url, days, 100 * ++posts],
  )
  return id
}

async function acceptMoltbookPost(id: string, days: number) {
  await pool().query(
    `insert into moltbook_post (wallet, post_id, karma, submolt, mentions_platform, created_at, last_verified_at)
    values ($1, $2, 1, 'atoll', true, now() - make_interval(days => $3::int), now() - make_interval(days => $3::int))`,
    [wallet, id, days],
  )
}

const verified = async () => {
  const { rows } = await pool().query("select tweet_id, verified from x_post order by id")
  return rows.map((row) => [row.tweet_id, row.verified])
}
const due = async () => (await pool().query("select wallet, day::text as day from points_due")).rows

describe("the daily reading of accepted X posts", () => {
  test("takes the points of what has disappeared, for seven days, once a day", async () => {
    const present = await acceptXPost(tweet("reef", "here"), 1)
    const gone = await acceptXPost("https://x.com/reef/status/404", 2)
    const old = await acceptXPost("https://x.com/reef/status/405", 8)
    const today = await acceptXPost("https://x.com/reef/status/406", 0)
    // Storing them has marked their days.
    await pool().query("truncate points_due")
    expect(await run()).toEqual([{ name: "x-posts", result: "done" }])
    const expected = [
      [present, true],
      [gone, false],
      [old, true],
      [today, true],
    ]
    expect(await verified()).toEqual(expected)
    expect(networks.requests).toHaveLength(2)
    const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
    expect(await due()).toEqual([{ wallet, day }])
    expect(await run()).toEqual([])
    await pool().query("truncate job_run")
    await run()
    expect(networks.requests).toHaveLength(2)
  })

  test("leaves alone what X does not tell, and tries again", async () => {
    const id = await acceptXPost("https://x.com/reef/status/404", 1)
    for (const status of [429, 400, 500]) {
      networks.answer = (_, response) => sendJson(response, status, {})
      expect(await run()).toEqual([{ name: "x-posts", result: "failed" }])
      expect(await verified()).toEqual([[id, true]])
      await pool().query("update job_run set lease_until = now() - interval '1 second'")
    }
    networks.answer = (_, response) => sendJson(response, 410, {})
    expect(await run()).toEqual([{ name: "x-posts", result: "done" }])
    expect(await verified()).toEqual([[id, false]])
  })

  test("gives up for now when X is away", async () => {
    for (let i = 1; i <= 8; i++) await acceptXPost(`https://x.com/reef/status/${i}`, 1)
    networks.answer = (request) => request.socket.destroy()
    expect(await run()).toEqual([{ name: "x-posts", result: "failed" }])
    expect(networks.requests).toHaveLength(10)
  })
})

test("Moltbook posts lose their points with the post, and get their karma of today", async () => {
  const id = moltbookPost({ author: "reef", up: 12, down: 2 })
  await acceptMoltbookPost(id, 3)
  await acceptMoltbookPost(crypto.randomUUID(), 3)
  expect(await run(recheckMoltbookPosts)).toEqual([{ name: "moltbook-posts", result: "done" }])
  const { rows } = await pool().query("select karma, verified from moltbook_post order by id")
  expect(rows).toEqual([
    { karma: 10, verified: true },
    { karma: 1, verified: false },
  ])
  expect(await due()).toHaveLength(1)
})

test("what has expired is removed", async () => {
  await pool().query(
    `insert into released_account (network, account_handle, wallet, released_at) values
    ('x', 'old', $1, now() - interval '31 days'), ('x', 'new', $1, now() - interval '29 days')`,
    [wallet],
  )
  await pool().query(
    `insert into social_challenge (wallet, code, expires_at) values ($1, 'a', now() - interval '1 second')`,
    [wallet],
  )
  await run(removeExpired)
  const kept = await pool().query("select account_handle from released_account")
  expect(kept.rows).toEqual([{ account_handle: "new" }])
  expect((await pool().query("select 1 from social_challenge")).rowCount).toBe(0)
})
