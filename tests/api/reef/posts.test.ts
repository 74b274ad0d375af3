import { describe, expect, test } from "vitest"
import * as commentRoute from "@/app/api/reef/comment/[commentId]/manage/route"
import * as feedRoute from "@/app/api/reef/feed/route"
import * as manageRoute from "@/app/api/reef/post/[postId]/manage/route"
import * as viewRoute from "@/app/api/reef/post/[postId]/route"
import * as createRoute from "@/app/api/reef/post/route"
import { pool } from "@/lib/db/client"
import { encodeId } from "@/lib/http/opaque-ids"
import { EDITS_PER_COOLDOWN, EDITS_PER_DAY, POST_COOLDOWN_SECONDS } from "@/lib/reef/constants"
import { findHiddenPost } from "@/lib/reef/posts/queries"
import { createAccount, createApiKey } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { insertAgent, insertComment, insertPost, setMember } from "@/tests/helpers/reef"
import { waitPastMidnight } from "@/tests/helpers/timing"

const admin = createAccount().address.toLowerCase()
process.env.ADMIN_WALLETS = admin

const mixed = (title: string, body?: string | null) => ({ section: "mixed", title, body })

const create = (key: string, body: unknown) =>
  call(createRoute, { method: "POST", as: { key }, body })
const view = (postId: string) => call(viewRoute, { params: { postId } })
const edit = (key: string, postId: string, body: unknown) =>
  call(manageRoute, { method: "PATCH", params: { postId }, as: { key }, body })
const remove = (key: string, postId: string) =>
  call(manageRoute, { method: "DELETE", params: { postId }, as: { key } })

/** As if the wallet's last post were so many seconds ago. */
const wait = (wallet: string, seconds: number) =>
  pool().query(
    `with moved as (update reef_post set created_at = created_at - make_interval(secs => $2)
      where wallet = $1)
    update reef_member set last_post_at = last_post_at - make_interval(secs => $2)
    where wallet = $1`,
    [wallet, seconds],
  )
const hide = (by: string, title: string) =>
  pool().query("update reef_post set hidden_at = now(), hidden_by = $1 where title = $2", [
    by,
    title,
  ])

describe("POST /api/reef/post", () => {
  test("201: the post stands in the feed, its text as it was sent", async () => {
    const { key, wallet } = await createApiKey()
    const title = "  <b>Kelp</b>\n'; drop table reef_post; --  "
    const { status, body } = await create(key, mixed(title, "\u202eOne\r\ntwo {{three}}"))
    expect(status).toBe(201)
    expect(body).toMatchObject({
      success: true,
      post: {
        section: "mixed",
        title: "<b>Kelp</b> '; drop table reef_post; --",
        body: "One\ntwo {{three}}",
        score: 0,
      },
    })
    const { id, timestamp } = body.post
    expect(id).toMatch(/^c[a-z0-9]{24}$/)
    expect((await view(id)).body).toMatchObject({
      post: { id, wallet, timestamp, commentCount: 0, editedAt: null, isAgent: false },
      comments: [],
    })
    const feed = await call(feedRoute, { path: "/api/reef/feed" })
    expect(feed.body.data.map((post) => post.id)).toContain(id)
    expect(feed.headers.get("cache-control")).toBe("public, max-age=10")
  })

  test.each([
    ["no title", { section: "mixed" }],
    ["a title of two characters", mixed("ab")],
    ["a title of invisible characters", mixed("\u200b\u200b\u200b\u200b")],
    ["a title of 141 characters", mixed("x".repeat(141))],
    ["a body of 10,001 characters", mixed("Kelp", "x".repeat(10_001))],
    ["a number for a title", { section: "mixed", title: 123 }],
    ["no section", { title: "Kelp" }],
    ["an unknown section", { section: "deep", title: "Kelp" }],
  ])("400: %s", async (_, body) => {
    const { key } = await createApiKey()
    expect(await create(key, body)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_FAILED" },
    })
  })

  test("201: 140 characters of title and 10,000 of body, of any width; an empty body is none", async () => {
    const { key, wallet } = await createApiKey()
    const full = await create(key, mixed("🐚".repeat(140), "🐚".repeat(10_000)))
    expect(full.status).toBe(201)
    await wait(wallet, POST_COOLDOWN_SECONDS)
    expect((await create(key, mixed("abc", " \n "))).body.post.body).toBeNull()
  })

  test("403 SECTION_CLOSED and SECTION_FORBIDDEN: human for all, agent without an agent", async () => {
    const { key, wallet } = await createApiKey()
    const human = await create(key, { section: "human", title: "Kelp" })
    expect(human).toMatchObject({ status: 403, body: { code: "SECTION_CLOSED" } })
    const agent = { section: "agent", title: "Kelp" }
    expect(await create(key, agent)).toMatchObject({
      status: 403,
      body: { code: "SECTION_FORBIDDEN" },
    })
    await insertAgent(wallet)
    const { status, body } = await create(key, agent)
    expect(status).toBe(201)
    expect((await view(body.post.id)).body.post.isAgent).toBe(true)
  })

  test("403 REEF_BANNED and REEF_MUTED: until the mute is over", async () => {
    const { key, wallet } = await createApiKey()
    await setMember(wallet, "muted_until = now() + interval '1 hour'")
    const muted = await create(key, mixed("Kelp"))
    expect(muted).toMatchObject({ status: 403, body: { code: "REEF_MUTED" } })
    expect(muted.body.details).toEqual([
      expect.objectContaining({ mutedUntil: expect.stringMatching(/^\d{4}-.*Z$/) }),
    ])
    await setMember(wallet, "banned_at = now()")
    expect(await create(key, mixed("Kelp"))).toMatchObject({ body: { code: "REEF_BANNED" } })
    await setMember(wallet, "banned_at = null, muted_until = now()")
    expect((await create(key, mixed("Kelp"))).status).toBe(201)
  })

  test("409 DUPLICATE_CONTENT: the same in another dress, within a day, even deleted, before the cooldown", async () => {
    const { key, wallet } = await createApiKey()
    const { body } = await create(key, mixed("Kelp forest", "Deep  down"))
    const same = mixed("ＫＥＬＰ   Forest", "deep\n\tdown ")
    expect(await create(key, same)).toMatchObject({
      status: 409,
      body: { code: "DUPLICATE_CONTENT" },
    })
    await remove(key, body.post.id)
    await wait(wallet, 86_370)
    expect((await create(key, same)).status).toBe(409)
    const other = await createApiKey()
    expect((await create(other.key, same)).status).toBe(201)
    await wait(wallet, 60)
    expect((await create(key, same)).status).toBe(201)
  })

  test("429 COOLDOWN_ACTIVE: one post in 480 seconds, deleted ones included", async () => {
    const { key, wallet } = await createApiKey()
    const { body } = await create(key, mixed("First"))
    await remove(key, body.post.id)
    await wait(wallet, POST_COOLDOWN_SECONDS - 30)
    const early = await create(key, mixed("Second"))
    expect(early).toMatchObject({ status: 429, body: { code: "COOLDOWN_ACTIVE" } })
    expect(Number(early.headers.get("retry-after"))).toBeLessThanOrEqual(30)
    await wait(wallet, 30)
    expect((await create(key, mixed("Second"))).status).toBe(201)
  })
})

describe("GET /api/reef/post/{postId}", () => {
  test("404: unknown, malformed, deleted or hidden", async () => {
    const gone = await insertPost({ deletedAt: new Date() })
    const hidden = await insertPost({ hiddenBy: "admin" })
    const odd = ["1", "x", `c${"z".repeat(24)}`, `C${"0".repeat(23)}1`, encodeId(2n ** 62n)]
    for (const id of [gone, hidden, ...odd]) {
      expect(await view(id)).toMatchObject({ status: 404, body: { code: "POST_NOT_FOUND" } })
    }
  })

  test("200: an entity tag spares the body", async () => {
    const postId = await insertPost()
    const { headers } = await view(postId)
    expect(headers.get("cache-control")).toBe("public, max-age=0, must-revalidate")
    const again = await call(viewRoute, {
      params: { postId },
      headers: { "if-none-match": headers.get("etag") ?? "" },
    })
    expect([again.status, again.text]).toEqual([304, ""])
  })
})

describe("PATCH /api/reef/post/{postId}/manage", () => {
  test("200: title and body, one by one; what was there before is kept", async () => {
    const { key } = await createApiKey()
    const { id } = (await create(key, mixed("First", "Body"))).body.post
    const title = await edit(key, id, { title: "Second" })
    expect(title).toMatchObject({
      status: 200,
      body: { success: true, post: { id, title: "Second", body: "Body" } },
    })
    expect((await edit(key, id, { body: null })).body.post).toMatchObject({ body: null })
    const { post } = (await view(id)).body
    expect(post).toMatchObject({ title: "Second", body: null })
    expect(post.editedAt).not.toBeNull()
    const { rows } = await pool().query(
      `select v.title, v.body from reef_post_version v join reef_post p on p.id = v.post_id
      where p.title = 'Second' order by v.id`,
    )
    expect(rows).toEqual([
      { title: "First", body: "Body" },
      { title: "Second", body: "Body" },
    ])
  })

  test("400: nothing to update, or what a post may not say", async () => {
    const { key, wallet } = await createApiKey()
    const id = await insertPost({ wallet })
    for (const nothing of [undefined, {}, { title: null }, { section: "agent" }]) {
      expect(await edit(key, id, nothing)).toMatchObject({
        status: 400,
        body: { code: "NO_FIELDS" },
      })
    }
    for (const wrong of [{ title: "ab" }, { title: null, body: 1 }, { body: "x".repeat(10_001) }]) {
      expect(await edit(key, id, wrong)).toMatchObject({
        status: 400,
        body: { code: "VALIDATION_FAILED" },
      })
    }
  })

  test("403: another's post, or a wallet that is silenced; 404: no such post", async () => {
    const { key, wallet } = await createApiKey()
    const others = await insertPost()
    const own = await insertPost({ wallet })
    expect(await edit(key, others, { title: "Mine" })).toMatchObject({
      status: 403,
      body: { code: "NOT_AUTHOR" },
    })
    await setMember(wallet, "muted_until = now() + interval '1 hour'")
    expect(await edit(key, own, { title: "Mine" })).toMatchObject({ body: { code: "REEF_MUTED" } })
    await setMember(wallet, "banned_at = now()")
    expect(await edit(key, own, { title: "Mine" })).toMatchObject({ body: { code: "REEF_BANNED" } })
    const missing = await edit(key, encodeId(10n ** 9n), { title: "Mine" })
    expect(missing).toMatchObject({ status: 404, body: { code: "POST_NOT_FOUND" } })
  })

  test("a hidden post is its author's to edit, and to nobody else there", async () => {
    const { key, wallet } = await createApiKey()
    const other = await createApiKey()
    const id = await insertPost({ wallet, title: "Hidden kelp" })
    await hide("reports", "Hidden kelp")
    expect((await edit(key, id, { body: "Better" })).status).toBe(200)
    expect((await edit(other.key, id, { body: "Worse" })).status).toBe(404)
    expect(await findHiddenPost(id, wallet)).toMatchObject({
      post: { id, body: "Better" },
      hiddenBy: "reports",
      reason: null,
    })
    expect(await findHiddenPost(id, other.wallet)).toBeNull()
  })
})

describe("the limits of editing", () => {
  /** As if the wallet's edits were so many seconds ago. */
  const waitAfterEdit = (wallet: string, seconds: number) =>
    pool().query(
      `update reef_member set recent_edits = array(
        select at - make_interval(secs => $2) from unnest(recent_edits) at) where wallet = $1`,
      [wallet, seconds],
    )

  test("429 COOLDOWN_ACTIVE: the sixth edit in a minute, of posts and comments together", async () => {
    const { key, wallet } = await createApiKey()
    const id = await insertPost({ wallet })
    const comment = await insertComment({ post: id, wallet })
    const message = (said: string) =>
      call(commentRoute, {
        method: "PATCH",
        params: { commentId: comment },
        as: { key },
        body: { message: said },
      })
    for (let n = 1; n < EDITS_PER_COOLDOWN; n++) {
      expect((await edit(key, id, { body: `Version ${n}` })).status).toBe(200)
    }
    expect((await message("Better")).status).toBe(200)
    for (const early of [await edit(key, id, { body: "Sixth" }), await message("Sixth")]) {
      expect(early).toMatchObject({ status: 429, body: { code: "COOLDOWN_ACTIVE" } })
      expect(Number(early.headers.get("retry-after"))).toBeGreaterThan(0)
      expect(Number(early.headers.get("retry-after"))).toBeLessThanOrEqual(60)
    }
    expect((await view(id)).body.post.body).toBe("Version 4")
    await waitAfterEdit(wallet, 60)
    expect((await edit(key, id, { body: "Sixth" })).status).toBe(200)
  })

  test("429 QUOTA_EXCEEDED: after fifty of a UTC day", async () => {
    await waitPastMidnight()
    const { key, wallet } = await createApiKey()
    const id = await insertPost({ wallet })
    const today = "(now() at time zone 'UTC')::date"
    await setMember(wallet, `quota_day = ${today}, edits_made = ${EDITS_PER_DAY - 1}`)
    expect((await edit(key, id, { body: "The last" })).status).toBe(200)
    const answer = await edit(key, id, { body: "One more" })
    expect(answer).toMatchObject({ status: 429, body: { code: "QUOTA_EXCEEDED" } })
    await setMember(wallet, `quota_day = ${today} - 1`)
    expect((await edit(key, id, { body: "One more" })).status).toBe(200)
  })

  test("409 DUPLICATE_CONTENT: a post edited into what another of the wallet says", async () => {
    const { key, wallet } = await createApiKey()
    const first = (await create(key, mixed("Buy kelp", "Now"))).body.post.id
    await wait(wallet, POST_COOLDOWN_SECONDS)
    const second = (await create(key, mixed("Harmless"))).body.post.id
    const same = { title: "BUY  kelp", body: "now" }
    expect(await edit(key, second, same)).toMatchObject({
      status: 409,
      body: { code: "DUPLICATE_CONTENT" },
    })
    // Its own text in another dress makes no second post.
    expect((await edit(key, first, same)).status).toBe(200)
    await pool().query("update reef_post set edited_at = edited_at - interval '25 hours'")
    await wait(wallet, 86_400)
    await pool().query("update reef_post_version set written_at = written_at - interval '25 hours'")
    expect((await edit(key, second, same)).status).toBe(200)
  })

  test("409 DUPLICATE_CONTENT: what a post says by now, and what it said before an edit", async () => {
    const { key, wallet } = await createApiKey()
    const id = (await create(key, mixed("Harmless"))).body.post.id
    await edit(key, id, { title: "Buy kelp" })
    await edit(key, id, { title: "Harmless again" })
    await wait(wallet, POST_COOLDOWN_SECONDS)
    for (const title of ["Harmless", "Buy kelp", "Harmless again"]) {
      expect((await create(key, mixed(title))).body.code).toBe("DUPLICATE_CONTENT")
    }
    // Back to an earlier text of its own.
    expect((await edit(key, id, { title: "Harmless" })).status).toBe(200)
    expect((await create(key, mixed("Something else"))).status).toBe(201)
  })
})

describe("DELETE /api/reef/post/{postId}/manage", () => {
  test("200: by its author, even when banned; 404 on the second time", async () => {
    const { key, wallet } = await createApiKey()
    const id = await insertPost({ wallet })
    await setMember(wallet, "banned_at = now()")
    const first = await remove(key, id)
    expect(first).toMatchObject({ status: 200, body: { success: true, message: "Post deleted." } })
    expect((await view(id)).status).toBe(404)
    expect(await remove(key, id)).toMatchObject({ status: 404, body: { code: "POST_NOT_FOUND" } })
  })

  test("200: by an admin, hidden ones too, and it is noted; 403: by anybody else", async () => {
    const by = await createApiKey(admin)
    const { key } = await createApiKey()
    const [open, hidden] = [await insertPost(), await insertPost({ hiddenBy: "admin" })]
    expect(await remove(key, open)).toMatchObject({ status: 403, body: { code: "NOT_AUTHOR" } })
    expect((await remove(key, hidden)).status).toBe(404)
    for (const id of [open, hidden]) expect((await remove(by.key, id)).status).toBe(200)
    const { rows } = await pool().query("select admin, action from reef_action")
    expect(rows).toEqual([
      { admin, action: "delete_post" },
      { admin, action: "delete_post" },
    ])
  })
})
