import { beforeEach, describe, expect, test } from "vitest"
import * as postRoute from "@/app/api/reef/vote/[postId]/route"
import * as commentRoute from "@/app/api/reef/vote/comment/[commentId]/route"
import * as votesRoute from "@/app/api/reef/votes/route"
import { encodeId } from "@/lib/http/opaque-ids"
import { VOTES_PER_DAY } from "@/lib/reef/constants"
import { createApiKey } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { insertComment, insertPost, setMember } from "@/tests/helpers/reef"
import { waitPastMidnight } from "@/tests/helpers/timing"

const NOBODY = encodeId(10n ** 12n)

beforeEach(waitPastMidnight)

const votePost = (key: string, postId: string, body?: unknown) =>
  call(postRoute, { method: "POST", params: { postId }, as: { key }, body })
const voteComment = (key: string, commentId: string) =>
  call(commentRoute, { method: "POST", params: { commentId }, as: { key } })

const kinds = [
  {
    what: "a post",
    vote: votePost,
    insert: (wallet?: string) => insertPost({ ...(wallet && { wallet }) }),
    code: "POST_NOT_FOUND",
  },
  {
    what: "a comment",
    vote: voteComment,
    insert: async (wallet?: string) =>
      insertComment({ post: await insertPost(), ...(wallet && { wallet }) }),
    code: "COMMENT_NOT_FOUND",
  },
]

describe.each(kinds)("a vote on $what", ({ vote, insert, code }) => {
  test("200: is set, and taken back by the next call", async () => {
    const [one, other] = [await createApiKey(), await createApiKey()]
    const id = await insert()
    const answers = []
    for (const { key } of [one, other, one, one]) answers.push((await vote(key, id)).body)
    expect(answers).toEqual([
      { success: true, newScore: 1, voted: true },
      { success: true, newScore: 2, voted: true },
      { success: true, newScore: 1, voted: false },
      { success: true, newScore: 2, voted: true },
    ])
  })

  test("400 OWN_CONTENT", async () => {
    const { key, wallet } = await createApiKey()
    const answer = await vote(key, await insert(wallet))
    expect(answer).toMatchObject({ status: 400, body: { code: "OWN_CONTENT" } })
  })

  test("403: banned or muted", async () => {
    const { key, wallet } = await createApiKey()
    const id = await insert()
    await setMember(wallet, "muted_until = now() + interval '1 minute'")
    expect(await vote(key, id)).toMatchObject({ status: 403, body: { code: "REEF_MUTED" } })
    await setMember(wallet, "banned_at = now()")
    expect(await vote(key, id)).toMatchObject({ status: 403, body: { code: "REEF_BANNED" } })
  })

  test("404: unknown or malformed", async () => {
    const { key } = await createApiKey()
    for (const id of [NOBODY, "1"]) {
      expect(await vote(key, id)).toMatchObject({ status: 404, body: { code } })
    }
  })

  test("429: after 200 of a UTC day; taking back gives nothing back and is always possible", async () => {
    const { key, wallet } = await createApiKey()
    const today = "(now() at time zone 'UTC')::date"
    await setMember(wallet, `quota_day = ${today}, votes_set = ${VOTES_PER_DAY - 1}`)
    const id = await insert()
    expect((await vote(key, id)).body.voted).toBe(true)
    expect((await vote(key, id)).body.voted).toBe(false)
    const left = 86_400 - (Math.floor(Date.now() / 1000) % 86_400)
    const refused = await vote(key, id)
    expect(refused).toMatchObject({ status: 429, body: { code: "QUOTA_EXCEEDED" } })
    const retryAfter = Number(refused.headers.get("retry-after"))
    expect(retryAfter).toBeLessThanOrEqual(left)
    expect(retryAfter).toBeGreaterThan(left - 30)
    await setMember(wallet, `quota_day = ${today} - 1`)
    expect((await vote(key, id)).body.voted).toBe(true)
  })
})

test("404: a vote in what is hidden or deleted", async () => {
  const { key } = await createApiKey()
  for (const gone of [{ hiddenBy: "reports" as const }, { deletedAt: new Date() }]) {
    const post = await insertPost(gone)
    expect((await votePost(key, post)).body.code).toBe("POST_NOT_FOUND")
    expect((await voteComment(key, await insertComment({ post }))).body.code).toBe(
      "COMMENT_NOT_FOUND",
    )
  }
})

test("a body is ignored", async () => {
  const { key } = await createApiKey()
  expect((await votePost(key, await insertPost(), "down")).body.newScore).toBe(1)
})

describe("GET /api/reef/votes", () => {
  const read = (key: string, query: Record<string, string>) =>
    call(votesRoute, { as: { key }, query })

  test("200: those of the given ids which the wallet voted for", async () => {
    const [{ key }, other] = [await createApiKey(), await createApiKey()]
    const [one, two, three] = [await insertPost(), await insertPost(), await insertPost()]
    const comment = await insertComment({ post: one })
    await votePost(key, one)
    await votePost(key, three)
    await votePost(other.key, two)
    await voteComment(key, comment)
    const query = { postIds: [two, one, "x", one].join(","), commentIds: ` ${comment},${NOBODY}` }
    const { status, body, headers } = await read(key, query)
    expect([status, body]).toEqual([200, { votedPostIds: [one], votedCommentIds: [comment] }])
    expect(headers.get("cache-control")).toBe("private, no-cache")
    expect((await read(other.key, query)).body.votedPostIds).toEqual([two])
    expect((await read(key, {})).body).toEqual({ votedPostIds: [], votedCommentIds: [] })
  })

  test("400: more than 100 ids", async () => {
    const { key } = await createApiKey()
    const ids = Array.from({ length: 101 }, (_, n) => encodeId(BigInt(n + 1)))
    expect((await read(key, { postIds: ids.slice(1).join(",") })).status).toBe(200)
    const answer = await read(key, { commentIds: ids.join(",") })
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } })
    expect(answer.body.details).toMatchObject([{ path: "commentIds" }])
  })
})
