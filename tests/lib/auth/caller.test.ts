import { sealData } from "iron-session"
import { describe, expect, test } from "vitest"
import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { deleteKey } from "@/lib/auth/api-keys"
import type { Auth } from "@/lib/auth/caller"
import { createAccount, createApiKey, createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"

const who = z.object({ via: z.string().nullable(), wallet: z.string().nullable() })

const of = (auth: Auth) => {
  const operation = {
    summary: "Test",
    tag: "Test",
    auth,
    response: who,
    handler: ({ caller }: { caller: { via: string; wallet: string } | null }) => ({
      via: caller?.via ?? null,
      wallet: caller?.wallet ?? null,
    }),
  }
  return resource({ GET: route(operation), POST: route(operation) })
}

const HOUR = 3_600_000
const cleared = "svc_auth_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"
const stranger = `atoll_${"0".repeat(64)}`

async function sealed(password: string, at: number) {
  const wallets = [{ address: createAccount().address.toLowerCase(), at }]
  return `svc_auth_session=${await sealData({ id: "copied", wallets }, { password, ttl: 86_400 })}`
}

describe("credentials", () => {
  test("none: key and cookie are ignored", async () => {
    const answer = await call(of("none"), { as: { key: stranger } })
    expect(answer).toMatchObject({ status: 200, body: { via: null } })
    const { headers } = await call(of("none"), { as: { cookie: "svc_auth_session=x" } })
    expect(headers.getSetCookie()).toEqual([])
  })

  test("401 UNAUTHENTICATED: nothing is sent", async () => {
    for (const auth of ["session", "key", "either"] as const) {
      const answer = await call(of(auth))
      expect(answer).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } })
    }
  })

  test("401 INVALID_API_KEY: unknown, malformed or deleted, even beside a good cookie", async () => {
    const { cookie } = await createSession()
    const { id, key, wallet } = await createApiKey()
    expect((await call(of("key"), { as: { key } })).status).toBe(200)
    await deleteKey(wallet, id)
    for (const sent of [stranger, "", "atoll_", key, key.toUpperCase()]) {
      const headers = { cookie, "x-api-key": sent }
      for (const auth of ["key", "either"] as const) {
        const answer = await call(of(auth), { headers })
        expect(answer).toMatchObject({ status: 401, body: { code: "INVALID_API_KEY" } })
      }
    }
  })

  test("401: a key in query or body is no key", async () => {
    const { key } = await createApiKey()
    const answer = await call(of("key"), { query: { "x-api-key": key, api_key: key } })
    expect(answer).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } })
  })

  test("401: a key where only a session counts, a session where only a key counts", async () => {
    const { key } = await createApiKey()
    const { cookie } = await createSession()
    expect(await call(of("session"), { as: { key } })).toMatchObject({
      status: 401,
      body: { code: "SESSION_REQUIRED" },
    })
    expect(await call(of("key"), { as: { cookie } })).toMatchObject({
      status: 401,
      body: { code: "API_KEY_REQUIRED" },
    })
  })

  test("a key is sent as a bearer, too; other bearers are for somebody else", async () => {
    const { key, wallet } = await createApiKey()
    const { cookie, address } = await createSession()
    for (const authorization of [`Bearer ${key}`, `bearer   ${key} `]) {
      const answer = await call(of("key"), { headers: { authorization } })
      expect(answer.body).toEqual({ via: "key", wallet })
    }
    const bad = await call(of("either"), {
      headers: { authorization: `Bearer ${stranger}`, cookie },
    })
    expect(bad.body).toMatchObject({ code: "INVALID_API_KEY" })
    for (const authorization of ["Bearer other", `Basic ${key}`, key, "Bearer"]) {
      const answer = await call(of("either"), { headers: { authorization, cookie } })
      expect(answer.body).toEqual({ via: "session", wallet: address })
    }
    const named = { authorization: `Bearer ${stranger}`, "x-api-key": key }
    expect((await call(of("key"), { headers: named })).body).toEqual({ via: "key", wallet })
  })

  test("either takes the key first, session-only operations ignore it beside a good cookie", async () => {
    const { key, wallet } = await createApiKey()
    const { cookie, address } = await createSession()
    const headers = { cookie, "x-api-key": key }
    expect((await call(of("either"), { headers })).body).toEqual({ via: "key", wallet })
    expect((await call(of("either"), { as: { cookie } })).body).toEqual({
      via: "session",
      wallet: address,
    })
    expect((await call(of("session"), { headers })).body).toEqual({
      via: "session",
      wallet: address,
    })
  })
})

describe("the cookie", () => {
  test("401: expired, tampered, foreign; a write clears it, a read does not", async () => {
    const { cookie } = await createSession()
    const bad = [
      `${cookie.slice(0, -4)}AAAA`,
      "svc_auth_session=nonsense",
      await sealed("another secret, of at least 32 characters", Date.now()),
      await sealed("a secret of the tests with more than 32 characters", Date.now() - 25 * HOUR),
    ]
    for (const sent of bad) {
      for (const method of ["GET", "POST"] as const) {
        const answer = await call(of("session"), { method, as: { cookie: sent } })
        expect(answer).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } })
        expect(answer.headers.getSetCookie()).toEqual(method === "GET" ? [] : [cleared])
      }
    }
  })

  test("the first pair counts; echoed attributes and other names do not", async () => {
    const { cookie, address } = await createSession()
    const echoed = `theme=dark; ${cookie}; Path=/; HttpOnly; svc_auth_session=other; x`
    expect((await call(of("session"), { as: { cookie: echoed } })).body.wallet).toBe(address)
    const first = `svc_auth_session=other; ${cookie}`
    expect((await call(of("session"), { as: { cookie: first } })).status).toBe(401)
  })
})

describe("cross-site requests", () => {
  test.each([
    [{ origin: "https://elsewhere.example" }],
    [{ origin: "null" }],
    [{ origin: "http://localhost:3001" }],
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
    [{ "sec-fetch-site": "none" }],
    [{ "sec-fetch-site": "same-origin", origin: "https://elsewhere.example" }],
  ])("403 CSRF_REJECTED: a write with cookie and %j", async (headers) => {
    const { cookie } = await createSession()
    for (const auth of ["session", "either"] as const) {
      const answer = await call(of(auth), { method: "POST", as: { cookie }, headers })
      expect(answer).toMatchObject({ status: 403, body: { code: "CSRF_REJECTED" } })
    }
  })

  test.each(["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])(
    "our own pages at %s pass: they are names of this machine",
    async (origin) => {
      const { cookie } = await createSession()
      const headers = { origin, "sec-fetch-site": "same-origin" }
      expect((await call(of("session"), { method: "POST", as: { cookie }, headers })).status).toBe(
        200,
      )
    },
  )

  test.each([
    "http://127.0.0.1:3001",
    "https://127.0.0.1:3000",
    "http://127.0.0.1",
    "http://192.0.2.1:3000",
  ])("a refusal of %s names the right address", async (origin) => {
    const { cookie } = await createSession()
    const headers = { origin, "sec-fetch-site": "same-origin" }
    const { status, body } = await call(of("session"), { method: "POST", as: { cookie }, headers })
    expect([status, body.code]).toEqual([403, "CSRF_REJECTED"])
    expect(body.error).toContain("http://localhost:3000")
  })

  test("reads, keys, our own pages and clients that say nothing pass", async () => {
    const { cookie } = await createSession()
    const { key } = await createApiKey()
    const foreign = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" }
    const own = { origin: "http://localhost:3000", "sec-fetch-site": "same-origin" }
    const answers = [
      await call(of("either"), { as: { cookie }, headers: foreign }),
      await call(of("either"), { method: "POST", as: { key }, headers: foreign }),
      await call(of("session"), { method: "POST", as: { cookie }, headers: own }),
      await call(of("session"), { method: "POST", as: { cookie } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })
})

describe("the acting wallet", () => {
  test("is the newest of the session, or the one the header names in any case", async () => {
    const first = await createSession()
    const { cookie, address } = await createSession({ cookie: first.cookie })
    const as = { cookie }
    const named = { "x-wallet-address": first.address.toUpperCase().replace("0X", "0x") }
    expect((await call(of("session"), { as })).body.wallet).toBe(address)
    expect((await call(of("session"), { as, headers: named })).body.wallet).toBe(first.address)
  })

  test("400: a malformed header; 403: a wallet that is not the request's", async () => {
    const { cookie } = await createSession()
    const { key } = await createApiKey()
    for (const as of [{ cookie }, { key }]) {
      const malformed = await call(of("either"), { as, headers: { "x-wallet-address": "0x1" } })
      expect(malformed).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } })
      const other = { "x-wallet-address": createAccount().address }
      const answer = await call(of("either"), { as, headers: other })
      expect(answer).toMatchObject({ status: 403, body: { code: "WALLET_NOT_IN_SESSION" } })
    }
  })
})
