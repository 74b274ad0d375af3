import { describe, expect, test } from "vitest"
import * as meRoute from "@/app/api/auth/me/route"
import { cookieOf, createAccount, createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"

const CLEARED = "svc_auth_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"
const stranger = createAccount().address

const me = (cookie: string, query = {}) => call(meRoute, { as: { cookie }, query })
const leave = (cookie: string, query = {}) =>
  call(meRoute, { method: "DELETE", as: { cookie }, query })

describe("GET /api/auth/me", () => {
  test("200: without a session", async () => {
    expect((await call(meRoute)).body).toEqual({ isLoggedIn: false, addresses: [] })
    expect((await call(meRoute, { query: { address: stranger } })).body).toEqual({
      isLoggedIn: false,
      address: null,
      allAddresses: [],
    })
  })

  test("200: a bad cookie equals none, and a request that reads does not clear it", async () => {
    const { status, body, headers } = await me("svc_auth_session=tampered")
    expect([status, body]).toEqual([200, { isLoggedIn: false, addresses: [] }])
    expect(headers.getSetCookie()).toEqual([])
  })

  test("200: newest verify first, and about one wallet in any case of letters", async () => {
    const first = await createSession()
    const { cookie, address, account } = await createSession({ cookie: first.cookie })
    const all = [address, first.address]
    const { body, headers } = await me(cookie)
    expect(body).toEqual({ isLoggedIn: true, addresses: all })
    expect(headers.get("cache-control")).toBe("no-store")
    expect((await me(cookie, { address: account.address })).body).toEqual({
      isLoggedIn: true,
      address,
      allAddresses: all,
    })
    expect((await me(cookie, { address: stranger })).body).toEqual({
      isLoggedIn: false,
      address: null,
      allAddresses: all,
    })
  })

  test("400: a malformed address", async () => {
    expect((await call(meRoute, { query: { address: "0x" } })).status).toBe(400)
  })
})

describe("DELETE /api/auth/me", () => {
  test("200: destroys the session for every copy of its cookie", async () => {
    const { cookie } = await createSession()
    const { status, body, headers } = await leave(cookie)
    expect([status, body]).toEqual([200, { ok: true, message: "Session destroyed." }])
    expect(headers.getSetCookie()).toEqual([CLEARED])
    expect((await me(cookie)).body).toMatchObject({ isLoggedIn: false })
    expect((await leave(cookie)).body).toEqual({ ok: true, message: "No active session." })
  })

  test("200: takes one wallet out and hands a new cookie over", async () => {
    const first = await createSession()
    const both = await createSession({ cookie: first.cookie })
    const { body, headers } = await leave(both.cookie, { address: both.account.address })
    expect(body).toEqual({ ok: true, message: `Logged out ${both.address}` })
    expect(headers.getSetCookie()).toHaveLength(1)
    expect((await me(cookieOf(headers))).body).toEqual({
      isLoggedIn: true,
      addresses: [first.address],
    })
    expect((await me(both.cookie)).body).toMatchObject({ isLoggedIn: false })
  })

  test("200: removing the last wallet destroys the session", async () => {
    const { cookie, address } = await createSession()
    const { body, headers } = await leave(cookie, { address })
    expect(body).toEqual({ ok: true, message: `Logged out ${address}` })
    expect(headers.getSetCookie()).toEqual([CLEARED])
    expect((await me(cookie)).body).toMatchObject({ isLoggedIn: false })
  })

  test("200: nothing to remove", async () => {
    const none = { ok: true, message: "No active session." }
    expect((await call(meRoute, { method: "DELETE" })).body).toEqual(none)
    const { cookie, address } = await createSession()
    expect((await leave(cookie, { address: stranger })).body).toEqual(none)
    expect((await me(cookie)).body).toEqual({ isLoggedIn: true, addresses: [address] })
  })

  test("403: from another site", async () => {
    const { cookie } = await createSession()
    const headers = { origin: "https://evil.example" }
    const answer = await call(meRoute, { method: "DELETE", as: { cookie }, headers })
    expect(answer).toMatchObject({ status: 403, body: { code: "CSRF_REJECTED" } })
    expect((await me(cookie)).body).toMatchObject({ isLoggedIn: true })
  })
})
