import { describe, expect, test } from "vitest"
import * as manageRoute from "@/app/api/reef/comment/[commentId]/manage/route"
import * as createRoute from "@/app/api/reef/post/[postId]/comment/route"
import * as viewRoute from "@/app/api/reef/post/[postId]/route"
import { pool } from "@/lib/db/client"
import { decodeId, encodeId } from "@/lib/http/opaque-ids"
import { COMMENTS_PER_MINUTE } from "@/lib/reef/constants"
import { createAccount, createApiKey } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { insertAgent, insertComment, insertPost, setMember } from "@/tests/helpers/reef"

const admin = createAccount().address.toLowerCase()
process.env.ADMIN_WALLETS = admin

const NOBODY = encodeId(10n ** 12n)

const create = (key: string, postId: string, body: unknown) =>
  call(createRoute, { method: "POST", params: { postId }, as: { key }, body })
const edit = (key: string, commentId: string, body: unknown) =>
  call(manageRoute, { method: "PATCH", params: { commentId }, as: { key }, body })
const remove = (key: string, commentId: string) =>
  call(manageRoute, { method: "DELETE", params: { commentId }, as: { key } })
const view = async (postId: string) => (await call(viewRoute, { params: { postId } })).body

const say = { message: "Kelp grows" }

describe("POST /api/reef/post/{postId}/comment", () => {
  test("201: comments and replies, three levels deep, flat and oldest first", async () => {
    const { key, wallet } = await createApiKey()
    const post = await insertPost()
    const ids: string[] = []
    for (const depth of [0, 1, 2, 3]) {
      const parentId = ids.at(-1) ?? null
      const { status, body } = await create(key, post, { message: ` Level ${depth} `, parentId })
      expect(status).toBe(201)
      expect(body).toMatchObject({
        success: true,
        comment: { message: `Level ${depth}`, score: 0, parentId },
      })
      ids.push(body.comment.id)
    }
    const tooDeep = await create(key, post, { ...say, parentId: ids.at(-1) })
    expect(tooDeep).toMatchObject({ status: 400, body: { code: "REPLY_TOO_DEEP" } })
    const { post: shown, comments } = await view(post)
    expect(shown.commentCount).toBe(4)
    expect(comments.map(({ id, parentId }) => [id, parentId])).toEqual(
      ids.map((id, place) => [id, ids[place - 1] ?? null]),
    )
    expect(comments[0]).toMatchObject({ wallet, tier: "Plankton", isAgent: false, editedAt: null })
  })

  test.each([
    ["VALIDATION_FAILED", {}],
    ["VALIDATION_FAILED", { message: null }],
    ["VALIDATION_FAILED", { message: " \u200b\n " }],
    ["VALIDATION_FAILED", { message: 1 }],
    ["VALIDATION_FAILED", { ...say, parentId: 1 }],
    ["CONTENT_TOO_LONG", { message: "🐚".repeat(501) }],
  ])("400 %s: %j", async (code, body) => {
    const { key } = await createApiKey()
    expect(await create(key, await insertPost(), body)).toMatchObject({
      status: 400,
      body: { code },
    })
  })

  test("201: 500 characters of any width", async () => {
    const { key } = await createApiKey()
    expect((await create(key, await insertPost(), { message: "🐚".repeat(500) })).status).toBe(201)
  })

  test("404: no such post, or it is hidden or deleted", async () => {
    const { key } = await createApiKey()
    const gone = await insertPost({ deletedAt: new Date() })
    for (const post of [NOBODY, "1", gone, await insertPost({ hiddenBy: "admin" })]) {
      const answer = await create(key, post, say)
      expect(answer).toMatchObject({ status: 404, body: { code: "POST_NOT_FOUND" } })
    }
  })

  test("404: a parent that is unknown, deleted or of another post", async () => {
    const { key, wallet } = await createApiKey()
    const [post, other] = [await insertPost(), await insertPost()]
    const deleted = await insertComment({ post, wallet })
    await remove(key, deleted)
    for (const parentId of [NOBODY, "", "1", deleted, await insertComment({ post: other })]) {
      const answer = await create(key, post, { ...say, parentId })
      expect(answer).toMatchObject({ status: 404, body: { code: "PARENT_NOT_FOUND" } })
    }
  })

  test("403: banned, muted, or a section for others", async () => {
    const { key, wallet } = await createApiKey()
    const agents = await insertPost({ section: "agent" })
    const people = await insertPost({ section: "human" })
    expect(await create(key, agents, say)).toMatchObject({
      status: 403,
      body: { code: "SECTION_FORBIDDEN" },
    })
    expect((await create(key, people, say)).status).toBe(201)
    await insertAgent(wallet)
    expect((await create(key, agents, say)).status).toBe(201)
    expect((await create(key, people, say)).body.code).toBe("SECTION_FORBIDDEN")
    await setMember(wallet, "muted_until = now() + interval '1 minute'")
    expect((await create(key, agents, say)).body.code).toBe("REEF_MUTED")
    await setMember(wallet, "banned_at = now()")
    expect((await create(key, agents, say)).body.code).toBe("REEF_BANNED")
  })

  test("429: ten in a minute, deleted ones included; then again when the first is a minute old", async () => {
    const { key, wallet } = await createApiKey()
    const post = await insertPost()
    const began = Date.now()
    for (let n = 0; n < COMMENTS_PER_MINUTE; n++) {
      const createdAt = new Date(began - 20_000 + n)
      await insertComment({ post, wallet, createdAt })
    }
    await pool().query("update reef_comment set deleted_at = now() where wallet = $1", [wallet])
    const answer = await create(key, post, say)
    expect(answer).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } })
    const retryAfter = Number(answer.headers.get("retry-after"))
    expect(retryAfter).toBeGreaterThan(10)
    expect(retryAfter).toBeLessThanOrEqual(40)
    await pool().query(
      "update reef_comment set created_at = created_at - interval '40 seconds' where wallet = $1",
      [wallet],
    )
    expect((await create(key, post, say)).status).toBe(201)
  })
})

describe("PATCH /api/reef/comment/{commentId}/manage", () => {
  test("200: the new text, and when it was changed", async () => {
    const { key, wallet } = await createApiKey()
    const post = await insertPost()
    const id = await insertComment({ post, wallet })
    const { status, body } = await edit(key, id, { message: "Better" })
    expect([status, body.success]).toEqual([200, true])
    expect(body.comment).toMatchObject({ id, message: "Better" })
    const { comments } = await view(post)
    expect(comments).toMatchObject([{ message: "Better", editedAt: body.comment.editedAt }])
  })

  test("400, 403 and 404", async () => {
    const { key, wallet } = await createApiKey()
    const post = await insertPost()
    const own = await insertComment({ post, wallet })
    const others = await insertComment({ post })
    const inHidden = await insertComment({ post: await insertPost({ hiddenBy: "admin" }), wallet })
    const refused = async (id: string, body: unknown) => {
      const answer = await edit(key, id, body)
      return [answer.status, answer.body.code]
    }
    expect(await refused(own, {})).toEqual([400, "VALIDATION_FAILED"])
    expect(await refused(own, { message: "x".repeat(501) })).toEqual([400, "CONTENT_TOO_LONG"])
    expect(await refused(others, say)).toEqual([403, "NOT_AUTHOR"])
    expect(await refused(NOBODY, say)).toEqual([404, "COMMENT_NOT_FOUND"])
    expect(await refused("x", say)).toEqual([404, "COMMENT_NOT_FOUND"])
    expect(await refused(inHidden, say)).toEqual([404, "COMMENT_NOT_FOUND"])
    await setMember(wallet, "muted_until = now() + interval '1 minute'")
    expect(await refused(own, say)).toEqual([403, "REEF_MUTED"])
    await setMember(wallet, "banned_at = now()")
    expect(await refused(own, say)).toEqual([403, "REEF_BANNED"])
    await remove(key, own)
    expect(await refused(own, say)).toEqual([404, "COMMENT_NOT_FOUND"])
  })
})

describe("DELETE /api/reef/comment/{commentId}/manage", () => {
  test("200: by its author, even when banned; replies stay; 404 on the second time", async () => {
    const { key, wallet } = await createApiKey()
    const post = await insertPost()
    const id = await insertComment({ post, wallet })
    const reply = await insertComment({ post, parent: id, depth: 1 })
    await setMember(wallet, "banned_at = now()")
    expect(await remove(key, id)).toMatchObject({
      status: 200,
      body: { success: true, message: "Comment deleted." },
    })
    const { post: shown, comments } = await view(post)
    expect(shown.commentCount).toBe(1)
    expect(comments).toMatchObject([{ id: reply, parentId: id }])
    expect(await remove(key, id)).toMatchObject({
      status: 404,
      body: { code: "COMMENT_NOT_FOUND" },
    })
    expect((await view(post)).post.commentCount).toBe(1)
  })

  test("403: by anybody but its author and admins, whose deletions are noted", async () => {
    const [{ key }, by] = [await createApiKey(), await createApiKey(admin)]
    const post = await insertPost()
    const id = await insertComment({ post })
    expect(await remove(key, id)).toMatchObject({ status: 403, body: { code: "NOT_AUTHOR" } })
    expect((await remove(by.key, id)).status).toBe(200)
    const { rows } = await pool().query("select admin, action, post_id from reef_action")
    expect(rows).toEqual([{ admin, action: "delete_comment", post_id: `${decodeId(post)}` }])
  })

  test("404: unknown, or in a post that is deleted", async () => {
    const { key, wallet } = await createApiKey()
    const gone = await insertComment({ post: await insertPost({ deletedAt: new Date() }), wallet })
    for (const id of [NOBODY, "1", gone]) {
      expect(await remove(key, id)).toMatchObject({
        status: 404,
        body: { code: "COMMENT_NOT_FOUND" },
      })
    }
  })
})
