import { beforeAll, describe, expect, test } from "vitest"
import * as sessionRoute from "@/app/api/auth/me/route"
import * as keysRoute from "@/app/api/v1/auth/keys/route"
import * as dataRoute from "@/app/api/v1/me/data/route"
import * as exportRoute from "@/app/api/v1/me/export/route"
import * as profileRoute from "@/app/api/v1/me/profile/route"
import { hasBlock, putBlock } from "@/lib/content/blocks"
import { computeCid, RAW } from "@/lib/content/cid"
import { pool } from "@/lib/db/client"
import { createAccount, createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { addressOf } from "@/tests/helpers/rows"

const WORDS = "what nobody shall read"
const OTHER = addressOf(5)

const remove = (cookie: string) => call(dataRoute, { method: "DELETE", as: { cookie } })

type Row = Record<string, unknown>
const one = async (query: string, values: unknown[] = []): Promise<Row> =>
  (await pool().query(query, values)).rows[0] ?? {}

async function insertPost(wallet: string, counts = {}) {
  const { score = 0, comments = 0, reports = 0 }: Record<string, number> = counts
  const { id } = await one(
    `insert into reef_post (wallet, section, title, body, content_hash, score, comment_count, report_count)
      values ($1, 'mixed', $2, $2, '\\x01', $3, $4, $5) returning id`,
    [wallet, WORDS, score, comments, reports],
  )
  return id
}

async function insertComment(post: unknown, wallet: string, score = 0) {
  const { id } = await one(
    `insert into reef_comment (post_id, depth, wallet, message, score) values ($1, 0, $2, $3, $4) returning id`,
    [post, wallet, WORDS, score],
  )
  return id
}

/** A file of one block, as small pictures are. */
async function storePicture(name: string) {
  const bytes = new TextEncoder().encode(name)
  const cid = computeCid(RAW, bytes)
  await putBlock(cid, bytes)
  await pool().query("insert into issued_image (cid, type, size) values ($1, 'png', 9)", [`${cid}`])
  return cid
}

async function upload(wallet: string, cid: unknown, month: string) {
  await pool().query(
    `insert into avatar_upload (wallet, month, ordinal, lease, cid) values ($1, ${month}, 1, now(), $2)`,
    [wallet, `${cid}`],
  )
}

const THIS_MONTH = "date_trunc('month', now() at time zone 'UTC')::date"

describe("DELETE /api/v1/me/data", () => {
  let cookie = ""
  let wallet = ""
  const account = createAccount()
  let second = { cookie: "", address: "" }
  let answer: Awaited<ReturnType<typeof remove>>
  const ids: Record<string, unknown> = {}
  const pictures: Record<string, Awaited<ReturnType<typeof storePicture>>> = {}

  beforeAll(async () => {
    const first = await createSession({ account })
    ;({ cookie, address: wallet } = first)
    // The same wallet in another browser, with another wallet beside it.
    second = await createSession({ account })
    second = await createSession({ cookie: second.cookie })
    await call(keysRoute, { method: "POST", as: { cookie }, body: {} })
    const change = (body: object) => call(profileRoute, { method: "POST", as: { cookie }, body })
    await change({ username: "gone_soon" })
    await change({ social: { platform: "telegram", handle: "gone_soon" } })

    ids.ownPost = await insertPost(wallet, { comments: 1 })
    ids.theirReply = await insertComment(ids.ownPost, OTHER)
    await pool().query("insert into reef_post_version (post_id, title, body) values ($1, $2, $2)", [
      ids.ownPost,
      WORDS,
    ])
    ids.theirPost = await insertPost(OTHER, { score: 2, comments: 2, reports: 1 })
    ids.ownComment = await insertComment(ids.theirPost, wallet)
    ids.theirComment = await insertComment(ids.theirPost, OTHER, 1)
    ids.closedPost = await insertPost(OTHER)
    await pool().query("insert into reef_post_vote (wallet, post_id) values ($1, $2)", [
      wallet,
      ids.theirPost,
    ])
    await pool().query("insert into reef_comment_vote (wallet, comment_id) values ($1, $2)", [
      wallet,
      ids.theirComment,
    ])
    await pool().query(
      `insert into reef_report (post_id, wallet, reason, closed_at)
        values ($2, $1, $4, null), ($3, $1, $4, now())`,
      [wallet, ids.theirPost, ids.closedPost, WORDS],
    )
    await pool().query(
      "insert into reef_member (wallet, warnings, banned_at, votes_set, quota_day) values ($1, 2, now(), 9, now())",
      [wallet],
    )
    const { id: project } = await one(
      "insert into project (address, comment_count) values ($1, 3) returning id",
      [addressOf(900)],
    )
    await pool().query(
      `insert into comment (project_id, author, ordinal, content, deleted_at)
        values ($1, $2, 1, $4, null), ($1, $2, 2, $4, now()), ($1, $3, 1, 'stays', null)`,
      [project, wallet, OTHER, WORDS],
    )
    await pool().query(
      `insert into bug_report (wallet, title, description, severity, category, evidence)
        values ($1, $2, $2, 'low', 'docs', 'https://example.org')`,
      [wallet, WORDS],
    )
    await pool().query(
      "insert into blocked_wallet (wallet, reason, blocked_by) values ($1, 'Spam', $2)",
      [wallet, OTHER],
    )
    await pool().query(
      `insert into faucet_payout (wallet, referrer, amount, signals, treasury, nonce, tx_hash, signed_tx, state, settled_at)
        values ($1, $2, 1, '{base}', $2, 1, '\\x01', null, 'paid', now()), ($1, $2, 1, '{base}', $2, 2, '\\x02', '\\x0202', 'stored', null)`,
      [wallet, OTHER],
    )
    await pool().query(
      "insert into moltbook_account (wallet, name, name_key) values ($1, 'Gone', 'gone')",
      [wallet],
    )
    await pool().query(
      `insert into x_post (wallet, day, ordinal, tweet_id, url, username, text, text_hash, accepted, verified)
        values ($1, '2026-11-01', 1, '77', 'https://x.com/gone/status/77', 'gone', $2, '\\x07', true, true)`,
      [wallet, WORDS],
    )
    for (const name of ["own", "former", "shared"])
      pictures[name] = await storePicture(name + wallet)
    await upload(wallet, pictures.own, THIS_MONTH)
    await upload(wallet, pictures.former, "'2025-01-01'")
    await upload(OTHER, pictures.shared, THIS_MONTH)
    await change({ avatar: `http://localhost:3000/ipfs/${pictures.shared}` })
    answer = await remove(cookie)
  })

  test("200: counts what it removed, and says what stays and why", () => {
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ success: true, wallet })
    expect(answer.body.removed).toEqual({
      profile: 1,
      socials: 2,
      socialPosts: 1,
      apiKeys: 1,
      posts: 1,
      postComments: 1,
      votes: 2,
      reports: 2,
      comments: 2,
      bugReports: 1,
      pictures: 2,
    })
    expect(answer.body.kept.length).toBeGreaterThan(4)
    expect(answer.body.kept.every(({ what, why }) => what && why)).toBe(true)
    const what = answer.body.kept.map((each) => each.what).join()
    expect(what).toContain("Payouts of the faucet")
    expect(what).toContain("blocks")
  })

  test("the wallet is signed out in every browser; others of its sessions stay", async () => {
    expect(answer.headers.getSetCookie().join()).toContain("Max-Age=0")
    const me = async (as: string) => (await call(sessionRoute, { as: { cookie: as } })).body
    expect(await me(cookie)).toMatchObject({ isLoggedIn: false })
    expect(await me(second.cookie)).toMatchObject({ addresses: [second.address] })
  })

  test("no text is left, in any table; an export shows what is", async () => {
    const { cookie: again } = await createSession({ account })
    const tables = [
      "reef_post",
      "reef_post_version",
      "reef_comment",
      "reef_report",
      "comment",
      "bug_report",
    ]
    for (const table of tables) {
      const owner = table === "comment" ? "author" : table === "reef_post_version" ? null : "wallet"
      const where = owner ? `where ${owner} = '${wallet}'` : ""
      const { rows } = await pool().query(
        `select row_to_json(t)::text as row from "${table}" t ${where}`,
      )
      expect(rows.length, table).toBeGreaterThan(0)
      expect(rows.map(({ row }) => row).join(), table).not.toContain(WORDS)
    }
    const { body } = await call(exportRoute, { as: { cookie: again } })
    expect(body.tables.profile).toEqual([])
    expect(body.tables.reef_comment).toMatchObject([{ message: "" }])
    expect(JSON.stringify(body.tables)).not.toContain(WORDS)
  })

  test("posts of others have their counts without the wallet; their replies stay", async () => {
    const post = await one(
      "select score, comment_count, report_count from reef_post where id = $1",
      [ids.theirPost],
    )
    expect(post).toEqual({ score: 1, comment_count: 1, report_count: 0 })
    const comment = await one("select score, message from reef_comment where id = $1", [
      ids.theirComment,
    ])
    expect(comment).toEqual({ score: 0, message: WORDS })
    const reply = await one("select deleted_at from reef_comment where id = $1", [ids.theirReply])
    expect(reply.deleted_at).toBeNull()
    const { comment_count } = await one("select comment_count from project")
    expect(comment_count).toBe(2)
    const listed = await one(
      "select sum(posts)::int as posts from reef_post_count where span = 'all'",
    )
    expect(listed.posts).toBe(2)
  })

  test("what keeps abuse out stays: ban, block, payouts, quota, used trades, hashes, closed reports", async () => {
    expect(
      await one("select warnings, votes_set from reef_member where wallet = $1", [wallet]),
    ).toEqual({
      warnings: 2,
      votes_set: 9,
    })
    expect(await one("select reason from blocked_wallet where wallet = $1", [wallet])).toEqual({
      reason: "Spam",
    })
    const { payouts } = await one(
      "select array_agg(state || coalesce(length(signed_tx), 0) order by nonce) as payouts from faucet_payout where wallet = $1",
      [wallet],
    )
    expect(payouts).toEqual(["paid0", "stored2"])
    const { content_hash } = await one("select content_hash from reef_post where id = $1", [
      ids.ownPost,
    ])
    expect(content_hash).toEqual(Buffer.from([1]))
    const used = await one("select count(*)::int as n from comment where author = $1", [wallet])
    expect(used.n).toBe(2)
    const post = await one("select tweet_id, text_hash, username, text, verified from x_post")
    expect(post).toEqual({
      ...{ tweet_id: "77", text_hash: Buffer.from([7]) },
      ...{ username: "", text: null, verified: false },
    })
    const released = await one("select network, account_handle from released_account")
    expect(released).toEqual({ network: "moltbook", account_handle: "gone" })
    const closed = await one("select count(*)::int as n from reef_report where wallet = $1", [
      wallet,
    ])
    expect(closed.n).toBe(1)
    const uploads = await one("select count(*)::int as n from avatar_upload where wallet = $1", [
      wallet,
    ])
    expect(uploads.n).toBe(1)
  })

  test("pictures that nobody else uses are deleted", async () => {
    const { own, former, shared } = pictures
    if (!own || !former || !shared) throw new Error("not stored")
    expect(await Promise.all([own, former, shared].map(hasBlock))).toEqual([false, false, true])
    const { rows } = await pool().query("select cid from issued_image")
    expect(rows).toEqual([{ cid: `${shared}` }])
  })

  test("200: with nothing stored, and two at once", async () => {
    const { cookie: one, account } = await createSession()
    const two = await createSession({ account })
    const answers = await Promise.all([remove(one), remove(two.cookie)])
    // Whoever comes second may find the session ended already.
    const statuses = answers.map(({ status }) => status)
    expect(statuses.every((status) => status === 200 || status === 401)).toBe(true)
    expect(answers.find(({ status }) => status === 200)?.body.removed.profile).toBe(0)
  })

  test("401: without a session, also with an API key", async () => {
    expect((await call(dataRoute, { method: "DELETE" })).body.code).toBe("UNAUTHENTICATED")
    const { cookie: fresh } = await createSession()
    const { body } = await call(keysRoute, { method: "POST", as: { cookie: fresh }, body: {} })
    const keyed = await call(dataRoute, { method: "DELETE", as: { key: body.key } })
    expect([keyed.status, keyed.body.code]).toEqual([401, "SESSION_REQUIRED"])
    expect(
      (
        await call(dataRoute, {
          method: "DELETE",
          as: { cookie: fresh },
          headers: { "sec-fetch-site": "cross-site" },
        })
      ).body.code,
    ).toBe("CSRF_REJECTED")
  })
})
