import { beforeEach, describe, expect, test } from "vitest"
import * as actionRoute from "@/app/api/reef/admin/action/route"
import * as flaggedRoute from "@/app/api/reef/admin/flagged/route"
import * as viewRoute from "@/app/api/reef/post/[postId]/route"
import * as reportRoute from "@/app/api/reef/report/[postId]/route"
import { pool } from "@/lib/db/client"
import { encodeId } from "@/lib/http/opaque-ids"
import { REPORTS_PER_DAY, REPORTS_TO_HIDE } from "@/lib/reef/constants"
import { findHiddenPost } from "@/lib/reef/posts/queries"
import { createAccount, createApiKey, createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { insertAgentAward, insertPoints, insertPost, setMember } from "@/tests/helpers/reef"
import { addressOf } from "@/tests/helpers/rows"
import { waitPastMidnight } from "@/tests/helpers/timing"

const account = createAccount()
const admin = account.address.toLowerCase()
process.env.ADMIN_WALLETS = `${addressOf(77)},${account.address}`

const NOBODY = encodeId(10n ** 12n)
let as: { cookie: string }

beforeEach(async () => {
  await waitPastMidnight()
  await pool().query("delete from reef_post")
  await pool().query("delete from reef_action")
  as = await createSession({ account })
})

const report = (key: string, postId: string, body?: unknown) =>
  call(reportRoute, { method: "POST", params: { postId }, as: { key }, body })
const decide = (body: unknown) => call(actionRoute, { method: "POST", as, body })
const flagged = (query = {}) => call(flaggedRoute, { as, query })
const isShown = async (postId: string) =>
  (await call(viewRoute, { params: { postId } })).status === 200

/** A wallet with points for trading. */
async function reporter(points = 500) {
  const account = await createApiKey()
  await insertPoints(account.wallet, points)
  return account
}

async function reportedBy(count: number, post: string) {
  for (let n = 0; n < count; n++) await report((await reporter()).key, post, { reason: `R${n}` })
}

describe("POST /api/reef/report/{postId}", () => {
  test("200: the fifth wallet's report hides the post", async () => {
    const post = await insertPost()
    for (let n = 1; n < REPORTS_TO_HIDE; n++) {
      const { status, body } = await report((await reporter()).key, post)
      expect([status, body]).toEqual([200, { success: true, reportCount: n }])
      expect(await isShown(post)).toBe(true)
    }
    expect((await report((await reporter()).key, post)).body.reportCount).toBe(REPORTS_TO_HIDE)
    expect(await isShown(post)).toBe(false)
    expect((await report((await reporter()).key, post)).body.code).toBe("POST_NOT_FOUND")
  })

  test("400: one's own post, or a reason of more than 200 characters", async () => {
    const { key, wallet } = await reporter()
    expect((await report(key, await insertPost({ wallet }))).body.code).toBe("OWN_CONTENT")
    const answer = await report(key, await insertPost(), { reason: "x".repeat(201) })
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } })
  })

  test("200: a reason is one line", async () => {
    const post = await insertPost()
    const reason = ` Spam\r\nand\t\u202escam\u200b `
    expect((await report((await reporter()).key, post, { reason })).status).toBe(200)
    const { data } = (await flagged()).body
    expect(data).toMatchObject([{ id: post, reports: [{ reason: "Spam and scam" }] }])
  })

  test("403: below 500 points, or banned; a muted wallet may report", async () => {
    const post = await insertPost()
    const [beginner, banned, muted] = [await reporter(499), await reporter(), await reporter()]
    const nobody = await createApiKey()
    for (const { key } of [beginner, nobody]) {
      expect(await report(key, post)).toMatchObject({ status: 403, body: { code: "TIER_TOO_LOW" } })
    }
    await setMember(banned.wallet, "banned_at = now()")
    expect((await report(banned.key, post)).body.code).toBe("REEF_BANNED")
    await setMember(muted.wallet, "muted_until = now() + interval '1 hour'")
    expect((await report(muted.key, post)).status).toBe(200)
  })

  test("403: 500 points for registering an agent open nothing; with 500 others it is open", async () => {
    const post = await insertPost()
    const { key, wallet } = await reporter(500)
    await insertAgentAward(wallet)
    for (const points of [500, 999]) {
      await insertPoints(wallet, points)
      expect(await report(key, post)).toMatchObject({ status: 403, body: { code: "TIER_TOO_LOW" } })
    }
    await insertPoints(wallet, 1_000)
    expect((await report(key, post)).status).toBe(200)
  })

  test("404: unknown, hidden or deleted", async () => {
    const { key } = await reporter()
    const gone = await insertPost({ deletedAt: new Date() })
    for (const post of [NOBODY, "1", gone, await insertPost({ hiddenBy: "admin" })]) {
      expect(await report(key, post)).toMatchObject({
        status: 404,
        body: { code: "POST_NOT_FOUND" },
      })
    }
  })

  test("409: reported before, even when the report was closed", async () => {
    const { key } = await reporter()
    const post = await insertPost()
    await report(key, post)
    expect(await report(key, post)).toMatchObject({
      status: 409,
      body: { code: "ALREADY_REPORTED" },
    })
    await decide({ action: "dismiss_reports", postId: post })
    expect((await report(key, post)).status).toBe(409)
  })

  test("429: after five of a UTC day", async () => {
    const { key } = await reporter()
    for (let n = 0; n < REPORTS_PER_DAY; n++) {
      expect((await report(key, await insertPost())).status).toBe(200)
    }
    const answer = await report(key, await insertPost())
    expect(answer).toMatchObject({ status: 429, body: { code: "QUOTA_EXCEEDED" } })
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0)
  })
})

describe("GET /api/reef/admin/flagged", () => {
  test("200: posts with open reports, the most reported first, then the newest", async () => {
    const old = new Date(Date.now() - 60_000)
    const older = await insertPost({ createdAt: old, title: "Older" })
    const newer = await insertPost({ title: "Newer" })
    const worst = await insertPost({ createdAt: old, title: "Worst" })
    const gone = await insertPost()
    for (const post of [older, newer, gone]) await reportedBy(1, post)
    await reportedBy(REPORTS_TO_HIDE, worst)
    await pool().query("update reef_post set deleted_at = now() where title = 'Seaweed'")
    const { status, body } = await flagged()
    expect([status, body.pagination]).toEqual([200, { total: 3, limit: 20, offset: 0 }])
    expect(body.data.map(({ id }) => id)).toEqual([worst, newer, older])
    expect(body.data[0]).toMatchObject({ isHidden: true, isFlagged: true, reportCount: 5 })
    expect(body.data[0]?.reports.map(({ reason }) => reason)).toEqual([
      "R4",
      "R3",
      "R2",
      "R1",
      "R0",
    ])
    expect(body.data[1]).toMatchObject({ isHidden: false, isFlagged: false, reportCount: 1 })
    expect(body.data[1]?.reports).toMatchObject([{ postId: newer, reason: "R0" }])
    expect((await flagged({ offset: 1, limit: 1 })).body.data.map(({ id }) => id)).toEqual([newer])
  })

  test("403 NOT_ADMIN: another wallet, by session or key; a second wallet of the admin's session", async () => {
    const { key } = await createApiKey()
    expect((await call(flaggedRoute, { as: { key } })).body.code).toBe("NOT_ADMIN")
    expect((await call(flaggedRoute, { as: await createApiKey(admin) })).status).toBe(200)
    const both = await createSession({ cookie: as.cookie })
    expect((await call(flaggedRoute, { as: both })).body.code).toBe("NOT_ADMIN")
    const headers = { "x-wallet-address": account.address }
    expect((await call(flaggedRoute, { as: both, headers })).status).toBe(200)
  })
})

describe("POST /api/reef/admin/action on a post", () => {
  test("hide_post outlasts the reports, unhide_post clears everything", async () => {
    const wallet = addressOf(5)
    const postId = await insertPost({ wallet })
    await reportedBy(1, postId)
    const hidden = await decide({ action: "hide_post", postId, reason: " Off\ntopic " })
    expect(hidden.body).toEqual({ success: true, action: "post_hidden", postId })
    expect(await findHiddenPost(postId, wallet)).toMatchObject({
      hiddenBy: "admin",
      reason: "Off topic",
    })
    const dismissed = await decide({ action: "dismiss_reports", postId })
    expect(dismissed.body).toEqual({ success: true, action: "reports_dismissed", postId })
    expect(await isShown(postId)).toBe(false)
    const unhidden = await decide({ action: "unhide_post", postId })
    expect(unhidden.body).toEqual({ success: true, action: "post_unhidden", postId })
    expect(await isShown(postId)).toBe(true)
  })

  test.each(["unhide_post", "dismiss_reports"])(
    "%s shows what reports had hidden and closes them",
    async (action) => {
      const postId = await insertPost()
      await reportedBy(REPORTS_TO_HIDE, postId)
      await decide({ action, postId })
      expect(await isShown(postId)).toBe(true)
      expect((await flagged()).body.data).toEqual([])
      // What was closed no longer counts.
      expect((await report((await reporter()).key, postId)).body.reportCount).toBe(1)
      expect((await flagged()).body.data).toMatchObject([{ isFlagged: false, reportCount: 1 }])
    },
  )

  test("an admin's hiding of what reports had hidden outlasts them", async () => {
    const postId = await insertPost()
    await reportedBy(REPORTS_TO_HIDE, postId)
    await decide({ action: "hide_post", postId })
    await decide({ action: "dismiss_reports", postId })
    expect(await isShown(postId)).toBe(false)
  })

  test("404 POST_NOT_FOUND: unknown, malformed or deleted", async () => {
    const gone = await insertPost({ deletedAt: new Date() })
    for (const action of ["hide_post", "unhide_post", "dismiss_reports"]) {
      for (const postId of [NOBODY, "1", "", gone]) {
        const answer = await decide({ action, postId })
        expect(answer).toMatchObject({ status: 404, body: { code: "POST_NOT_FOUND" } })
      }
    }
  })
})

describe("POST /api/reef/admin/action on a wallet", () => {
  const mutedUntil = ({ body }: { body: object }) =>
    "mutedUntil" in body ? body.mutedUntil : undefined
  const near = (iso: unknown, inMinutes: number) =>
    expect(Math.abs(new Date(`${iso}`).getTime() - Date.now() - inMinutes * 60_000)).toBeLessThan(
      30_000,
    )

  test("warn: the third mutes for a day, the fifth bans", async () => {
    const wallet = createAccount().address.toLowerCase()
    const seen = []
    for (let n = 1; n <= 6; n++) {
      const { body } = await decide({ action: "warn", wallet })
      if (!("warnings" in body)) throw new Error(body.action)
      seen.push([body.action, body.warnings, body.mutedUntil !== null, body.banned])
      if (n >= 3) near(body.mutedUntil, 1_440)
    }
    expect(seen).toEqual([
      ["warned", 1, false, false],
      ["warned", 2, false, false],
      ["warned", 3, true, false],
      ["warned", 4, true, false],
      ["warned", 5, true, true],
      ["warned", 6, true, true],
    ])
  })

  test("warn: a longer mute that is running stays", async () => {
    const wallet = createAccount().address.toLowerCase()
    await decide({ action: "mute", wallet, muteMinutes: 43_200 })
    await setMember(wallet, "warnings = 2")
    near(mutedUntil(await decide({ action: "warn", wallet })), 43_200)
  })

  test("mute, ban and unban", async () => {
    const { address } = createAccount()
    const wallet = address.toLowerCase()
    const muted = await decide({ action: "mute", wallet: address })
    expect(muted.body).toMatchObject({ success: true, action: "muted", wallet })
    near(mutedUntil(muted), 1_440)
    near(mutedUntil(await decide({ action: "mute", wallet, muteMinutes: 1 })), 1)
    const banned = await decide({ action: "ban", wallet, reason: "Spam" })
    expect(banned.body).toEqual({ success: true, action: "banned", wallet })
    await setMember(wallet, "warnings = 4")
    const unbanned = await decide({ action: "unban", wallet })
    expect(unbanned.body).toEqual({ success: true, action: "unbanned", wallet })
    const { rows } = await pool().query(
      "select warnings, muted_until, banned_at from reef_member where wallet = $1",
      [wallet],
    )
    expect(rows).toEqual([{ warnings: 0, muted_until: null, banned_at: null }])
  })

  test("every action is kept with admin, reason and time", async () => {
    const wallet = addressOf(9)
    await decide({ action: "mute", wallet, muteMinutes: 5, reason: "Spam" })
    await decide({ action: "unban", wallet, muteMinutes: 5 })
    const { rows } = await pool().query(
      `select admin, action, wallet, mute_minutes, reason, created_at is not null as timed
      from reef_action order by id`,
    )
    expect(rows).toEqual([
      { admin, action: "mute", wallet, mute_minutes: 5, reason: "Spam", timed: true },
      { admin, action: "unban", wallet, mute_minutes: null, reason: null, timed: true },
    ])
  })

  test.each([
    ["postId", { action: "hide_post", wallet: addressOf(1) }],
    ["postId", { action: "dismiss_reports" }],
    ["wallet", { action: "warn", postId: NOBODY }],
    ["wallet", { action: "ban", wallet: null }],
    ["wallet", { action: "ban", wallet: "0x1" }],
    ["action", {}],
    ["action", { action: "delete" }],
    ["muteMinutes", { action: "mute", wallet: addressOf(1), muteMinutes: 0 }],
    ["muteMinutes", { action: "mute", wallet: addressOf(1), muteMinutes: 43_201 }],
    ["muteMinutes", { action: "mute", wallet: addressOf(1), muteMinutes: "5" }],
    ["reason", { action: "ban", wallet: addressOf(1), reason: "x".repeat(501) }],
  ])("400 for %s: %j", async (path, body) => {
    const answer = await decide(body)
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } })
    expect(answer.body.details).toMatchObject([{ path }])
  })
})
