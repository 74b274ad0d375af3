import { beforeEach, describe, expect, test, vi } from "vitest"
import * as callbackRoute from "@/app/api/auth/social/callback/route"
import * as startRoute from "@/app/api/auth/social/route"
import * as aliasCallbackRoute from "@/app/api/auth/twitter/callback/route"
import * as aliasStartRoute from "@/app/api/auth/twitter/route"
import * as profileRoute from "@/app/api/v1/me/profile/route"
import { pool } from "@/lib/db/client"
import { unseal } from "@/lib/social/token-cipher"
import { log as logger } from "@/lib/telemetry/logger"
import { createApiKey, createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { networks, networkVariables, sendJson } from "@/tests/helpers/networks"

type Signed = Awaited<ReturnType<typeof createSession>>
let me: Signed

beforeEach(async () => {
  vi.spyOn(logger, "warn").mockImplementation(() => {})
  me = await createSession()
  return () => vi.restoreAllMocks()
})

const start = (who: Signed, wallet = who.address) =>
  call(startRoute, { query: { wallet }, as: { cookie: who.cookie } })

/** What the browser brings back from X, after its user agreed. */
async function begin(who = me) {
  const { status, headers } = await start(who)
  expect(status).toBe(302)
  return new URL(headers.get("location") ?? "")
}

const finish = async (query: Record<string, string>, cookie?: string) => {
  const as = cookie === undefined ? {} : { as: { cookie } }
  const { status, headers } = await call(callbackRoute, { query, ...as })
  expect([status, headers.get("cache-control")]).toEqual([302, "no-store"])
  return headers.get("location")
}

let ids = 0
/** A code that X has issued, for an account of its own unless one is given. */
function issueCode(account = newAccount()) {
  const code = crypto.randomUUID()
  networks.codes.set(code, account)
  return code
}
const newAccount = () => ({ id: `${Date.now()}${++ids}`, username: `Walker_${++ids}` })

async function link(who: Signed, account = newAccount()) {
  const state = (await begin(who)).searchParams.get("state") ?? ""
  return finish({ code: issueCode(account), state }, who.cookie)
}

describe("GET /api/auth/social", () => {
  test("302: to X, with the hash of a verifier that stays here", async () => {
    const url = await begin()
    expect(`${url.origin}${url.pathname}`).toBe(networkVariables.SOCIAL_AUTHORIZE_URL)
    const { state, code_challenge, ...rest } = Object.fromEntries(url.searchParams)
    expect(rest).toEqual({
      response_type: "code",
      client_id: "client id",
      redirect_uri: "http://localhost:3000/api/auth/social/callback",
      scope: "tweet.read users.read",
      code_challenge_method: "S256",
    })
    expect(Buffer.from(state ?? "", "base64url")).toHaveLength(32)
    expect(Buffer.from(code_challenge ?? "", "base64url")).toHaveLength(32)
    const stored = await pool().query("select * from oauth_state where wallet = $1", [me.address])
    expect(JSON.stringify(stored.rows)).not.toContain(state)
  })

  test("400, 401, 403: the wallet is named and of this session", async () => {
    const { cookie, address } = me
    for (const query of [new URLSearchParams(), { wallet: "0x1" }]) {
      const { status, body } = await call(startRoute, { query, as: { cookie } })
      expect([status, body.code]).toEqual([400, "VALIDATION_FAILED"])
    }
    const nobody = await call(startRoute, { query: { wallet: address } })
    expect([nobody.status, nobody.body.code]).toEqual([401, "UNAUTHENTICATED"])
    const { key } = await createApiKey()
    const byKey = await call(startRoute, { query: { wallet: address }, as: { key } })
    expect([byKey.status, byKey.body.code]).toEqual([401, "SESSION_REQUIRED"])
    const foreign = await start(me, (await createSession()).address)
    expect([foreign.status, foreign.body.code]).toEqual([403, "WALLET_NOT_IN_SESSION"])
  })

  test("302: a linked wallet goes back to the leaderboard", async () => {
    expect(await link(me)).toBe("/leaderboard")
    const { status, headers } = await start(me)
    const location = "/leaderboard?error=wallet_already_linked"
    expect([status, headers.get("location")]).toEqual([302, location])
  })

  test("the twitter path is the same, and deprecated", async () => {
    const as = { cookie: me.cookie }
    const { headers } = await call(aliasStartRoute, { query: { wallet: me.address }, as })
    const state = new URL(headers.get("location") ?? "").searchParams.get("state") ?? ""
    const query = { code: issueCode(), state }
    const back = await call(aliasCallbackRoute, { query, as })
    expect(back.headers.get("location")).toBe("/leaderboard")
    expect(aliasStartRoute.GET.contract.deprecated).toBe(true)
  })
})

describe("GET /api/auth/social/callback", () => {
  test("links the account; its tokens are kept encrypted until it is unlinked", async () => {
    const account = newAccount()
    const state = (await begin()).searchParams.get("state") ?? ""
    const code = issueCode(account)
    expect(await finish({ code, state }, me.cookie)).toBe("/leaderboard")
    const as = { cookie: me.cookie }
    expect((await call(profileRoute, { as })).body.xAccount).toEqual({
      username: account.username,
      displayName: "Reef Walker",
      profileImage: "https://pbs.twimg.com/profile_images/1/me_normal.jpg",
      isPublic: false,
    })
    const exchange = networks.requests.find(({ line }) => line === "POST /2/oauth2/token")
    const basic = Buffer.from("client+id:a%2Fsecret").toString("base64")
    expect(exchange?.headers.authorization).toBe(`Basic ${basic}`)
    const { code_verifier, ...form } = Object.fromEntries(new URLSearchParams(exchange?.body))
    expect(form).toEqual({
      grant_type: "authorization_code",
      code,
      client_id: "client id",
      redirect_uri: "http://localhost:3000/api/auth/social/callback",
    })
    expect(code_verifier).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const stored = "select sealed from oauth_token where wallet = $1"
    const { sealed } = (await pool().query(stored, [me.address])).rows[0]
    expect(sealed.toString("latin1")).not.toContain("token-")
    expect(JSON.parse(unseal(sealed, me.address)).access_token).toBe(`token-${code}`)
    expect(() => unseal(sealed, `0x${"1".repeat(40)}`)).toThrow()
    sealed[40] ^= 1
    expect(() => unseal(sealed, me.address)).toThrow()
    await call(profileRoute, { method: "POST", body: { removeSocial: "x" }, as })
    expect((await pool().query(stored, [me.address])).rowCount).toBe(0)
  })

  test("invalid_state: used twice, expired, of another session, invented or left out", async () => {
    const invalid = "/leaderboard?error=invalid_state"
    const state = (await begin()).searchParams.get("state") ?? ""
    const code = issueCode()
    const stranger = await createSession()
    for (const cookie of [stranger.cookie, undefined]) {
      expect(await finish({ code, state }, cookie)).toBe(invalid)
    }
    expect(await finish({ code, state: "invented" }, me.cookie)).toBe(invalid)
    expect(await finish({ code }, me.cookie)).toBe(invalid)
    const both = await Promise.all([1, 2].map(() => finish({ code, state }, me.cookie)))
    expect(both.sort()).toEqual(["/leaderboard", invalid])
    const other = await createSession()
    const late = (await begin(other)).searchParams.get("state") ?? ""
    await pool().query("update oauth_state set expires_at = now()")
    expect(await finish({ code: issueCode(), state: late }, other.cookie)).toBe(invalid)
  })

  test("access_denied and exchange_failed: X's user or X said no; the state is used up", async () => {
    const state = (await begin()).searchParams.get("state") ?? ""
    const denied = "/leaderboard?error=access_denied"
    expect(await finish({ error: "access_denied", state }, me.cookie)).toBe(denied)
    const again = await finish({ code: issueCode(), state }, me.cookie)
    expect(again).toBe("/leaderboard?error=invalid_state")
    const failed = "/leaderboard?error=exchange_failed"
    const next = (await begin()).searchParams.get("state") ?? ""
    expect(await finish({ code: "unknown to X", state: next }, me.cookie)).toBe(failed)
    const without = (await begin()).searchParams.get("state") ?? ""
    expect(await finish({ state: without }, me.cookie)).toBe(failed)
  })

  test("upstream_unavailable: X is away or answers something else; the code is sent once", async () => {
    const away = "/leaderboard?error=upstream_unavailable"
    for (const [status, body] of [
      [500, {}],
      [200, { token_type: "bearer" }],
      [302, {}],
    ] as const) {
      const state = (await begin()).searchParams.get("state") ?? ""
      networks.requests.length = 0
      networks.answer = (_, response) => sendJson(response, status, body)
      expect(await finish({ code: issueCode(), state }, me.cookie)).toBe(away)
      expect(networks.requests).toHaveLength(1)
      networks.answer = null
    }
  })

  test("account_already_linked: by id, whatever its handle; a handle given up is another's", async () => {
    const account = newAccount()
    expect(await link(me, account)).toBe("/leaderboard")
    const taken = "/leaderboard?error=account_already_linked"
    const renamed = { ...account, username: `Renamed_${++ids}` }
    expect(await link(await createSession(), renamed)).toBe(taken)
    const heir = { ...newAccount(), username: account.username.toUpperCase() }
    expect(await link(await createSession(), heir)).toBe("/leaderboard")
    const wallets = await Promise.all(Array.from({ length: 5 }, () => createSession()))
    const sharedAccount = newAccount()
    const ends = await Promise.all(wallets.map((who) => link(who, sharedAccount)))
    expect(ends.sort()).toEqual(["/leaderboard", ...Array(4).fill(taken)])
  })
})
