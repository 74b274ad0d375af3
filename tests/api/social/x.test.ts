import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import * as challengeRoute from "@/app/api/auth/social/challenge/route"
import * as linkRoute from "@/app/api/auth/social/verify-tweet/route"
import * as aliasChallengeRoute from "@/app/api/auth/twitter/challenge/route"
import * as aliasLinkRoute from "@/app/api/auth/twitter/verify-tweet/route"
import * as profileRoute from "@/app/api/v1/me/profile/route"
import * as listRoute from "@/app/api/v1/social/verified-tweets/route"
import * as submitRoute from "@/app/api/v1/social/verify-tweet/route"
import { pool, prisma } from "@/lib/db/client"
import { removeSocialData } from "@/lib/social/removal"
import { log as logger } from "@/lib/telemetry/logger"
import { blockWallet } from "@/lib/wallets/block-service"
import { createApiKey } from "@/tests/helpers/auth"
import { type Credentials, call } from "@/tests/helpers/call"
import { networks, sendJson, tweet } from "@/tests/helpers/networks"

let as: { key: string }
let wallet: string

beforeEach(async () => {
  vi.spyOn(logger, "warn").mockImplementation(() => {})
  const account = await createApiKey()
  as = { key: account.key }
  wallet = account.wallet
})
afterEach(() => vi.restoreAllMocks())

const askCode = (who: Credentials = as) => call(challengeRoute, { method: "POST", as: who })
const link = (tweetUrl: unknown, who: Credentials = as) =>
  call(linkRoute, { method: "POST", body: { tweetUrl }, as: who })
const submit = (tweetUrl: unknown, who: Credentials = as) =>
  call(submitRoute, { method: "POST", body: { tweetUrl }, as: who })
const attempts = async (who: Credentials = as) => (await call(listRoute, { as: who })).body.tweets
const change = (body: unknown, who: Credentials = as) =>
  call(profileRoute, { method: "POST", body, as: who })
const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code]

let accounts = 0
/** A handle nobody has had, of at most 15 characters. */
const newHandle = () => `Reef_${process.pid % 10_000}_${++accounts}`

async function linkAccount(who: Credentials = as, handle = newHandle()) {
  const { body } = await askCode(who)
  const answer = await link(tweet(handle, body.tweetTemplate), who)
  if (answer.status !== 201) throw new Error(answer.text)
  return handle
}

const badUrls = [
  undefined,
  7,
  "",
  "http://x.com/reef/status/1",
  "https://x.com.evil.example/reef/status/1",
  "https://evil.example/x.com/reef/status/1",
  "https://127.0.0.1/reef/status/1",
  "https://localhost/reef/status/1",
  "https://reef@x.com/reef/status/1",
  "https://x.com:8080/reef/status/1",
  "https://x.com/sixteen_letters_/status/1",
  "https://x.com/reef/status/123456789012345678901",
  "https://x.com/reef/status/1a",
  "https://x.com/reef",
]

test("400: what is no post on X; nothing is asked", async () => {
  for (const [i, url] of badUrls.entries()) {
    const { status, body } = await (i % 2 ? link : submit)(url)
    expect([status, body.code, body.details[0]?.path]).toEqual([
      400,
      "VALIDATION_FAILED",
      "tweetUrl",
    ])
  }
  expect(networks.requests).toEqual([])
})

test("401: nobody is signed in", async () => {
  const body = { tweetUrl: "https://x.com/reef/status/1" }
  for (const route of [challengeRoute, linkRoute, submitRoute]) {
    expect((await call(route, { method: "POST", body })).status).toBe(401)
  }
  expect((await call(listRoute)).status).toBe(401)
})

describe("linking by a post", () => {
  test("201: the author of the post with the code is linked, private at first", async () => {
    await change({ social: { platform: "x", handle: "typed_in" } })
    await change({ toggleSocialPublic: "x" })
    const { status, body } = await askCode()
    expect(status).toBe(200)
    expect(body.code).toMatch(/^atoll_verify_[0-9a-f]{12}$/)
    expect(body.tweetTemplate).toBe(`Verifying my identity on @AtollHQ ${body.code}`)
    expect(body.expiresIn).toBe(1_800)
    expect(Date.parse(body.expiresAt) - Date.now()).toBeGreaterThan(1_790_000)
    const handle = newHandle()
    const url = tweet(handle, body.tweetTemplate)
      .replace(handle, "somebody")
      .replace("x.com", "www.twitter.com")
    const linked = await link(`${url}?s=20`)
    expect([linked.status, linked.body]).toEqual([
      201,
      {
        success: true,
        method: "tweet-verification",
        username: handle,
        displayName: "Reef Walker",
        tweetId: url.split("/").at(-1),
      },
    ])
    const { body: mine } = await call(profileRoute, { as })
    expect(mine.xAccount).toEqual({
      username: handle,
      displayName: "Reef Walker",
      profileImage: null,
      isPublic: false,
    })
    expect(mine.socials).toMatchObject([{ platform: "x", handle, isPublic: false }])
    const [request] = networks.requests
    expect(request?.line).toContain(`url=${encodeURIComponent("https://x.com/somebody/status/")}`)
    expect(request?.headers["user-agent"]).toMatch(/^Atoll\/\S+ \(\+http:\/\/localhost:3000\)$/)
  })

  test("the twitter paths are the same operations, and deprecated", async () => {
    const { body } = await call(aliasChallengeRoute, { method: "POST", as })
    const tweetUrl = tweet(newHandle(), body.tweetTemplate)
    const linked = await call(aliasLinkRoute, { method: "POST", body: { tweetUrl }, as })
    expect(linked.status).toBe(201)
    expect(aliasLinkRoute.POST.contract.deprecated).toBe(true)
  })

  test("400: no challenge, an expired one, and one that another replaced", async () => {
    const url = tweet(newHandle(), "atoll_verify_000000000000")
    expect(codeOf(await link(url))).toEqual([400, "NO_ACTIVE_CHALLENGE"])
    const { body: old } = await askCode()
    await askCode()
    expect(codeOf(await link(tweet(newHandle(), old.tweetTemplate)))).toEqual([
      422,
      "CODE_NOT_FOUND",
    ])
    const { body: expired } = await askCode()
    await pool().query("update social_challenge set expires_at = now() where wallet = $1", [wallet])
    const late = await link(tweet(newHandle(), expired.tweetTemplate))
    expect(codeOf(late)).toEqual([400, "NO_ACTIVE_CHALLENGE"])
  })

  test("422: a post that is not public, or has the code elsewhere than in its text", async () => {
    const { body } = await askCode()
    const gone = await link("https://x.com/reef/status/1")
    expect(codeOf(gone)).toEqual([422, "SOCIAL_POST_UNVERIFIABLE"])
    networks.answer = (_, response) => sendJson(response, 403, {})
    expect(codeOf(await link(tweet("reef", "")))).toEqual([422, "SOCIAL_POST_UNVERIFIABLE"])
    networks.answer = null
    for (const url of [
      tweet("reef", body.code.toUpperCase()),
      // In the URL and in the author's name, which others can write.
      `${tweet("reef", "hello")}?${body.code}`,
      tweet("reef", "hello", `Reef ${body.code}`),
    ]) {
      expect(codeOf(await link(url))).toEqual([422, "CODE_NOT_FOUND"])
    }
  })

  test("409: wallet and account are linked one to one, also by many at once", async () => {
    const handle = await linkAccount()
    expect(codeOf(await askCode())).toEqual([409, "WALLET_ALREADY_LINKED"])
    expect(codeOf(await link(tweet(handle, "again")))).toEqual([409, "WALLET_ALREADY_LINKED"])
    const sharedHandle = newHandle()
    const others = await Promise.all(Array.from({ length: 10 }, () => createApiKey()))
    const codes = await Promise.all(others.map(async (who) => (await askCode(who)).body.code))
    // One post with all codes: ten wallets of one owner, in any case of the handle.
    const urls = [sharedHandle, sharedHandle.toUpperCase()].map((name) =>
      tweet(name, codes.join(" ")),
    )
    const answers = await Promise.all(others.map((who, i) => link(urls[i % 2], who)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    const refused = new Set(
      answers.flatMap(({ status, body }) => (status === 409 ? body.code : [])),
    )
    expect([...refused]).toEqual(["ACCOUNT_ALREADY_LINKED"])
  })

  test("409: an unlinked account waits 30 days for another wallet, not for its last one", async () => {
    const handle = await linkAccount()
    expect((await change({ removeSocial: "x" })).body).toMatchObject({ action: "social_removed" })
    expect((await change({ removeSocial: "x" })).body.code).toBe("SOCIAL_NOT_FOUND")
    const other = await createApiKey()
    const { body } = await askCode(other)
    const url = tweet(handle.toLowerCase(), body.tweetTemplate)
    expect(codeOf(await link(url, other))).toEqual([409, "ACCOUNT_ALREADY_LINKED"])
    await linkAccount(as, handle)
    await change({ removeSocial: "x" })
    await pool().query(
      "update released_account set released_at = now() - interval '30 days 1 minute' where wallet = $1",
      [wallet],
    )
    expect((await link(url, other)).status).toBe(201)
  })

  test("unlinking and linking elsewhere at the same moment does not evade the 30 days", async () => {
    const handle = await linkAccount()
    const other = await createApiKey()
    const { body } = await askCode(other)
    const url = tweet(handle, body.tweetTemplate)
    const [removed, moved] = await Promise.all([change({ removeSocial: "x" }), link(url, other)])
    expect([removed.status, moved.status]).toEqual([200, 409])
  })

  test("400: ten failed attempts void the challenge, also at once; a network's failure is none", async () => {
    const { body } = await askCode()
    networks.answer = (_, response) => sendJson(response, 500, {})
    expect(codeOf(await link(tweet("reef", "away")))).toEqual([503, "UPSTREAM_UNAVAILABLE"])
    networks.answer = null
    const guess = tweet("reef", "atoll_verify_000000000000")
    const answers = await Promise.all(Array.from({ length: 14 }, () => link(guess)))
    const codes = answers.map(({ body: { code } }) => code).sort()
    expect(codes).toEqual([
      ...Array(10).fill("CODE_NOT_FOUND"),
      ...Array(4).fill("NO_ACTIVE_CHALLENGE"),
    ])
    const right = await link(tweet("reef", body.tweetTemplate))
    expect(codeOf(right)).toEqual([400, "NO_ACTIVE_CHALLENGE"])
  })
})

describe("posts for points", () => {
  test("201: a public post by the linked account that mentions ours; it is listed and marks points", async () => {
    const handle = await linkAccount()
    const url = tweet(handle, "Sailing with @atollhq & friends\n<b>https://atoll.example")
    const { status, body } = await submit(`${url}/photo/1`)
    const { id, createdAt, ...rest } = body.activity
    expect(status).toBe(201)
    expect([Number.isInteger(id), Date.parse(createdAt) > 0]).toEqual([true, true])
    const tweetId = url.split("/").at(-1)
    expect(rest).toEqual({ tweetId, username: handle, verified: true })
    const tweetText = "Sailing with @atollhq & friends\n<b>https://atoll.example"
    const listed = {
      tweetId,
      tweetUrl: url,
      username: handle,
      tweetText,
      verified: true,
      createdAt,
    }
    expect(await attempts()).toEqual([listed])
    const due = await pool().query("select 1 from points_due where wallet = $1", [wallet])
    expect(due.rowCount).toBe(1)
  })

  test("the checks answer in the order of the specification, and count attempts", async () => {
    const url = tweet("nobody", "hello")
    await blockWallet({ wallet, reason: "spam", admin: wallet })
    const blocked = await submit(url)
    expect(codeOf(blocked)).toEqual([403, "WALLET_BLOCKED"])
    expect(blocked.body.error).toContain("spam")
    await pool().query("delete from blocked_wallet where wallet = $1", [wallet])
    expect(codeOf(await submit(url))).toEqual([403, "SOCIAL_NOT_LINKED"])
    const handle = await linkAccount()
    const good = tweet(handle, `Only @AtollHQ ${handle}`)
    expect((await submit(good)).status).toBe(201)
    expect(codeOf(await submit(good))).toEqual([409, "ALREADY_SUBMITTED"])
    const padded = good.replace("/status/", "/status/0")
    expect(codeOf(await submit(padded))).toEqual([409, "ALREADY_SUBMITTED"])
    networks.answer = (_, response) => sendJson(response, 502, {})
    expect(codeOf(await submit(url))).toEqual([503, "UPSTREAM_UNAVAILABLE"])
    networks.answer = null
    expect(codeOf(await submit("https://x.com/reef/status/1"))).toEqual([
      422,
      "SOCIAL_POST_UNVERIFIABLE",
    ])
    expect(codeOf(await submit(tweet(handle, "no tag", "@AtollHQ")))).toEqual([422, "TAG_MISSING"])
    expect(codeOf(await submit(good))).toEqual([409, "ALREADY_SUBMITTED"])
    expect(codeOf(await submit(url))).toEqual([429, "QUOTA_EXCEEDED"])
    expect((await attempts()).map(({ verified, tweetText }) => [verified, tweetText])).toEqual([
      [false, "no tag"],
      [false, null],
      [true, `Only @AtollHQ ${handle}`],
    ])
  })

  test("403: another author, whatever the URL says", async () => {
    const handle = await linkAccount()
    const url = tweet("somebody", "about @AtollHQ").replace("/somebody/", `/${handle}/`)
    expect(codeOf(await submit(url))).toEqual([403, "SOCIAL_AUTHOR_MISMATCH"])
  })

  test("one post sent by ten wallets, and ten times by its own, counts once", async () => {
    const handle = await linkAccount()
    const url = tweet(handle, `The one and only @AtollHQ ${handle}`)
    const others = await Promise.all(Array.from({ length: 10 }, () => createApiKey()))
    await Promise.all(others.map((who) => linkAccount(who)))
    const answers = await Promise.all([
      ...others.map((who) => submit(url, who)),
      ...others.map(() => submit(url)),
    ])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const codes = new Set(answers.slice(0, 10).map(({ body }) => body.code))
    expect([...codes].every((code) => /ALREADY_SUBMITTED|AUTHOR_MISMATCH/.test(code))).toBe(true)
    const rows = await pool().query("select wallet from x_post where tweet_id = $1 and accepted", [
      url.split("/").at(-1),
    ])
    expect(rows.rows).toEqual([{ wallet }])
    expect((await attempts()).length).toBeLessThanOrEqual(3)
  })

  test("409 ALREADY_SUBMITTED: a post sent twice at once is one attempt", async () => {
    const handle = await linkAccount()
    const url = tweet(handle, `Pressed twice @AtollHQ ${handle}`)
    const answers = await Promise.all([submit(url), submit(url)])
    const codes = answers.map(({ status, body }) => [status, body.code]).sort()
    expect(codes).toEqual([
      [201, undefined],
      [409, "ALREADY_SUBMITTED"],
    ])
    expect(await attempts()).toHaveLength(1)
    expect((await submit(tweet(handle, `Another one @AtollHQ ${handle}`))).status).toBe(201)
    expect((await submit(tweet(handle, `The third one @AtollHQ ${handle}`))).status).toBe(201)
  })

  test("409: a copied text counts once, also of ten wallets at once", async () => {
    const wallets = await Promise.all(Array.from({ length: 10 }, () => createApiKey()))
    const handles = await Promise.all(wallets.map((who) => linkAccount(who)))
    const answers = await Promise.all(
      wallets.map((who, i) => {
        const disguise = ["", "!!", " \u200b", "https://a.example/", "\n@friend"][i % 5] ?? ""
        const text = `I LOVE my Reef${disguise} https://t.co/${i} @AtollHQ`
        return submit(tweet(handles[i] ?? "", i % 2 ? text : text.toLowerCase()), who)
      }),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 201).map(codeOf)
    expect(refused).toEqual(Array(9).fill([409, "COPIED_CONTENT"]))
  })

  test("429: no more than three attempts begin in a day, also at once; a dead one is none", async () => {
    const handle = await linkAccount()
    const send = (i: number) => submit(tweet(handle, `No tag ${i}`))
    await pool().query(
      `insert into x_post (wallet, day, ordinal, tweet_id, url, username, lease_until)
      values ($1, (now() at time zone 'UTC')::date, 1, '5', 'https://x.com/a/status/5', 'a', now() - interval '1 second')`,
      [wallet],
    )
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => send(i)))
    const codes = answers.map(({ body }) => body.code).sort()
    expect(codes).toEqual([...Array(5).fill("QUOTA_EXCEEDED"), ...Array(3).fill("TAG_MISSING")])
    await pool().query("update x_post set day = day - 1 where wallet = $1", [wallet])
    expect(codeOf(await send(9))).toEqual([422, "TAG_MISSING"])
  })
})

test("deleting a wallet's data unlinks, keeps no content, and lets no post or account be used again", async () => {
  const handle = await linkAccount()
  const url = tweet(handle, `Gone tomorrow @AtollHQ ${handle}`)
  await submit(url)
  await submit(tweet(handle, "no tag"))
  const removed = await prisma.$transaction((tx) => removeSocialData(tx, wallet))
  expect(removed).toEqual({ socials: 1, posts: 2 })
  expect(await attempts()).toEqual([])
  const { rows } = await pool().query(
    "select url, username, text, verified from x_post where wallet = $1",
    [wallet],
  )
  expect(rows).toEqual(Array(2).fill({ url: "", username: "", text: null, verified: false }))
  const other = await createApiKey()
  const { body } = await askCode(other)
  const moved = await link(tweet(handle, body.tweetTemplate), other)
  expect(codeOf(moved)).toEqual([409, "ACCOUNT_ALREADY_LINKED"])
  await linkAccount(as, handle)
  expect(codeOf(await submit(url))).toEqual([409, "ALREADY_SUBMITTED"])
})
