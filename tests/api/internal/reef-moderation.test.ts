import { beforeEach, describe, expect, test } from "vitest"
import * as decisionsRoute from "@/app/api/internal/reef/decisions/route"
import * as hiddenRoute from "@/app/api/internal/reef/posts/[postId]/hidden/route"
import * as recordRoute from "@/app/api/internal/reef/posts/[postId]/history/route"
import * as actionRoute from "@/app/api/reef/admin/action/route"
import * as manageRoute from "@/app/api/reef/post/[postId]/manage/route"
import { pool } from "@/lib/db/client"
import { encodeId } from "@/lib/http/opaque-ids"
import { createAccount, createApiKey, createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { insertPost, setMember } from "@/tests/helpers/reef"

const account = createAccount()
const admin = account.address.toLowerCase()
process.env.ADMIN_WALLETS = account.address

let as: { cookie: string }

beforeEach(async () => {
  await pool().query("truncate reef_post, reef_action, reef_member cascade")
  as = await createSession({ account })
})

const decide = (body: unknown) => call(actionRoute, { method: "POST", as, body })

describe("the moderators' desk", () => {
  test("tells what was decided, the newest first, and how it stands now", async () => {
    const { key, wallet } = await createApiKey()
    const postId = await insertPost({ wallet, title: "Tips" })
    await decide({ action: "hide_post", postId, reason: "Spam" })
    await decide({ action: "mute", wallet, muteMinutes: 60 })
    const read = async (query = {}) => (await call(decisionsRoute, { as, query })).body
    const both = await read()
    expect(both.pagination).toEqual({ total: 2, limit: 20, offset: 0 })
    expect(both.data).toMatchObject([
      { action: "mute", admin, wallet, muteMinutes: 60, reason: null, post: null },
      {
        action: "hide_post",
        wallet,
        reason: "Spam",
        post: { id: postId, title: "Tips", isHidden: true, isDeleted: false },
      },
    ])
    await call(manageRoute, { method: "DELETE", params: { postId }, as: { key } })
    const last = await read({ offset: 1 })
    expect(last.data).toMatchObject([{ post: { isHidden: true, isDeleted: true } }])
  })

  test("tells what a post said before, and of its author", async () => {
    const { key, wallet } = await createApiKey()
    const postId = await insertPost({ wallet, title: "Send me money", body: "Now" })
    const read = async (id: string) =>
      (await call(recordRoute, { as, params: { postId: id } })).body.data
    const clean = { warnings: 0, mutedUntil: null, isBanned: false }
    expect(await read(postId)).toEqual({ versions: [], author: clean })
    const body = { title: "Fine weather", body: null }
    await call(manageRoute, { method: "PATCH", params: { postId }, as: { key }, body })
    await decide({ action: "warn", wallet })
    await setMember(wallet, "muted_until = now() - interval '1 hour', banned_at = now()")
    expect(await read(postId)).toMatchObject({
      versions: [{ title: "Send me money", body: "Now" }],
      author: { warnings: 1, mutedUntil: null, isBanned: true },
    })
    expect(await read(encodeId(10n ** 12n))).toBeNull()
    expect(await read("nothing")).toBeNull()
  })

  test("shows moderators what is hidden, and nobody else but the author", async () => {
    const other = createAccount()
    const postId = await insertPost({ hiddenBy: "reports" })
    const asOther = await createSession({ account: other })
    const read = async (reader: { cookie: string }) =>
      (await call(hiddenRoute, { as: reader, params: { postId } })).body.data
    expect(await read(as)).toMatchObject({ hiddenBy: "reports", post: { id: postId } })
    expect(await read(asOther)).toBeNull()
  })

  test("403 NOT_ADMIN: for anybody else", async () => {
    const asOther = await createSession({ account: createAccount() })
    const params = { postId: await insertPost() }
    for (const answer of [
      await call(decisionsRoute, { as: asOther }),
      await call(recordRoute, { as: asOther, params }),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: "NOT_ADMIN" } })
    }
  })
})
