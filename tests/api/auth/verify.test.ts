import type { PrivateKeyAccount } from "viem/accounts"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import * as meRoute from "@/app/api/auth/me/route"
import * as nonceRoute from "@/app/api/auth/nonce/route"
import * as verifyRoute from "@/app/api/auth/verify/route"
import { cookieOf, createAccount, createSession, createSignInMessage } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { windowStart } from "@/tests/helpers/rate-window"

const verify = (body: unknown, headers: Record<string, string> = {}) =>
  call(verifyRoute, { method: "POST", body, headers })

async function verifyMessage(account: PrivateKeyAccount, message: string) {
  return verify({ message, signature: await account.signMessage({ message }) })
}

type Changes = Parameters<typeof createSignInMessage>[1]

async function verifyWith(changes: Changes, edit = (message: string) => message) {
  const account = createAccount()
  return verifyMessage(account, edit(await createSignInMessage(account.address, changes)))
}

/** What is in the tables below was written at this time, and all of them are tried at it. */
const NOW = Date.now()
const minutes = (count: number) => new Date(NOW + count * 60_000)

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe("POST /api/auth/verify", () => {
  test("200: the session's cookie, once", async () => {
    const account = createAccount()
    const message = await createSignInMessage(account.address)
    const { status, body, headers } = await verifyMessage(account, message)
    expect([status, body]).toEqual([200, { ok: true, address: account.address.toLowerCase() }])
    expect(headers.getSetCookie()).toHaveLength(1)
    expect(headers.getSetCookie()[0]).toMatch(
      /^svc_auth_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400$/,
    )
    expect(headers.get("cache-control")).toBe("no-store")
    expect(headers.has("access-control-allow-origin")).toBe(false)
  })

  test.each<[string, Changes, ((message: string) => string)?]>([
    ["without a statement", { statement: undefined }],
    [
      "any printable statement",
      {},
      (text) => text.replace("Sign in to Atoll.", 'Grüße, "Atoll" 🌴'),
    ],
    ["a scheme", { scheme: "http" }],
    [
      "a domain of any case",
      {},
      (text) => text.replace("localhost:3000 wants", "LOCALHOST:3000 wants"),
    ],
    ["a path in the URI", { uri: "http://localhost:3000/login?x=1#y" }],
    [
      "every optional field",
      {
        expirationTime: minutes(5),
        notBefore: minutes(-1),
        requestId: "abc",
        resources: ["https://atoll.example/terms", "ipfs://bafy"],
      },
    ],
    ["14 minutes old", { issuedAt: minutes(-14) }],
    ["4 minutes ahead", { issuedAt: minutes(4) }],
    ["not before, within the tolerance", { notBefore: minutes(0.9) }],
    [
      "times with an offset",
      {},
      (text) =>
        text.replace(
          /Issued At: .*/,
          `Issued At: ${new Date().toISOString().replace("Z", "+00:00")}`,
        ),
    ],
    [
      "the address in lower case",
      {},
      (text) => text.replace(/0x[0-9a-fA-F]{40}/, (hex) => hex.toLowerCase()),
    ],
  ])("200: %s", async (_, changes, edit) => {
    expect(await verifyWith(changes, edit)).toMatchObject({ status: 200 })
  })

  test.each(["127.0.0.1:3000", "[::1]:3000"])(
    "200: from a page at %s, another name of this machine",
    async (host) => {
      const account = createAccount()
      const own = await createSignInMessage(account.address)
      const message = own.replaceAll("localhost:3000", host)
      const body = { message, signature: await account.signMessage({ message }) }
      const headers = { origin: `http://${host}`, "sec-fetch-site": "same-origin" }
      expect(await verify(body, headers)).toMatchObject({ status: 200 })
    },
  )

  test("200: a compact signature (EIP-2098)", async () => {
    for (let round = 0; round < 4; round++) {
      const account = createAccount()
      const message = await createSignInMessage(account.address)
      const signature = await account.signMessage({ message })
      const parity = signature.endsWith("1c") ? 0x80n << 248n : 0n
      const s = (BigInt(`0x${signature.slice(66, 130)}`) | parity).toString(16).padStart(64, "0")
      const compact = `${signature.slice(0, 66)}${s}`
      expect((await verify({ message, signature: compact })).status).toBe(200)
    }
  })

  test.each([
    ["no message", { signature: "0x" }, "message"],
    ["no signature", { message: "x" }, "signature"],
    ["a number", { message: 1, signature: "0x" }, "message"],
    ["a message above 4,096 characters", { message: "x".repeat(4097), signature: "0x" }, "message"],
    ["a signature above 8,192", { message: "x", signature: "0".repeat(8193) }, "signature"],
  ])("400: %s", async (_, body, path) => {
    const answer = await verify(body)
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path }] } })
  })

  test.each<[string, (message: string) => string]>([
    ["no message at all", () => "hello"],
    ["CR LF", (text) => text.replaceAll("\n", "\r\n")],
    ["a trailing line", (text) => `${text}\n`],
    ["an extra line", (text) => text.replace("Version:", "Mood: fine\nVersion:")],
    ["two nonce lines", (text) => text.replace(/(Nonce: .*)/, "$1\n$1")],
    ["reordered lines", (text) => text.replace(/(Version: 1)\n(Chain ID: \d+)/, "$2\n$1")],
    ["a missing line", (text) => text.replace(/Chain ID: .*\n/, "")],
    ["another version", (text) => text.replace("Version: 1", "Version: 2")],
    ["a malformed address", (text) => text.replace(/0x[0-9a-fA-F]{40}/, "0x1234")],
    ["a statement of two lines", (text) => text.replace("Sign in", "Sign\nin")],
    ["a control character in the statement", (text) => text.replace("Sign in", "Sign\u0007in")],
    ["one empty line without a statement", (text) => text.replace("\n\nSign in to Atoll.\n", "\n")],
    ["a relative URI", (text) => text.replace(/URI: .*/, "URI: /login")],
    ["a chain id in hexadecimal", (text) => text.replace(/Chain ID: .*/, "Chain ID: 0x7a69")],
    ["a short nonce", (text) => text.replace(/Nonce: .*/, "Nonce: abc")],
    ["a nonce with a dash", (text) => text.replace(/Nonce: ..../, "Nonce: ab-c")],
    ["a date that is none", (text) => text.replace(/Issued At: .*/, "Issued At: yesterday")],
    ["a day that is none", (text) => text.replace(/Issued At: [\d-]+/, "Issued At: 2026-02-30")],
    ["resources without the dash", (text) => `${text}\nResources:\nhttps://a.example`],
  ])("422 MESSAGE_INVALID: %s", async (_, edit) => {
    const answer = await verifyWith({}, edit)
    expect(answer).toMatchObject({ status: 422, body: { code: "MESSAGE_INVALID" } })
  })

  test.each<[string, string, Changes, ((message: string) => string)?]>([
    ["MESSAGE_DOMAIN_MISMATCH", "another domain", { domain: "evil.example" }],
    ["MESSAGE_DOMAIN_MISMATCH", "another port", { domain: "localhost:3001" }],
    ["MESSAGE_DOMAIN_MISMATCH", "another scheme", { scheme: "https" }],
    ["MESSAGE_DOMAIN_MISMATCH", "another URI", { uri: "http://evil.example/localhost:3000" }],
    ["MESSAGE_DOMAIN_MISMATCH", "a script", { uri: "javascript://localhost:3000/%0aalert(1)" }],
    ["MESSAGE_DOMAIN_MISMATCH", "another protocol", { uri: "ftp://localhost:3000/" }],
    [
      "MESSAGE_DOMAIN_MISMATCH",
      "user info in front of our host's name",
      { uri: "http://localhost:3000@evil.example" },
    ],
    ["MESSAGE_CHAIN_MISMATCH", "another chain", { chainId: 1 }],
    ["MESSAGE_EXPIRED", "issued 16 minutes ago", { issuedAt: minutes(-16) }],
    ["MESSAGE_EXPIRED", "issued 6 minutes ahead", { issuedAt: minutes(6) }],
    ["MESSAGE_EXPIRED", "past its expiration", { expirationTime: minutes(-1) }],
    ["MESSAGE_EXPIRED", "before its time", { notBefore: minutes(2) }],
  ])("422 %s: %s; the nonce is used up", async (code, _, changes, edit) => {
    const account = createAccount()
    const { body } = await call(nonceRoute, { query: { address: account.address } })
    const nonce = body.nonce
    const wrong = (edit ?? String)(
      await createSignInMessage(account.address, { ...changes, nonce }),
    )
    expect(await verifyMessage(account, wrong)).toMatchObject({ status: 422, body: { code } })
    const right = await createSignInMessage(account.address, { nonce })
    expect(await verifyMessage(account, right)).toMatchObject({ body: { code: "INVALID_NONCE" } })
  })

  test("422 INVALID_NONCE: invented, replayed, of another address, expired", async () => {
    const [account, other] = [createAccount(), createAccount()]
    const invented = await createSignInMessage(account.address, { nonce: "A".repeat(24) })
    const replayed = await createSignInMessage(account.address)
    expect((await verifyMessage(account, replayed)).status).toBe(200)
    const foreign = await createSignInMessage(other.address, { address: account.address })
    for (const message of [invented, replayed, foreign]) {
      const answer = await verifyMessage(account, message)
      expect(answer).toMatchObject({ status: 422, body: { code: "INVALID_NONCE" } })
    }
    const late = await createSignInMessage(account.address)
    vi.setSystemTime(NOW + 10 * 60_000 + 1000)
    expect(await verifyMessage(account, late)).toMatchObject({ body: { code: "INVALID_NONCE" } })
  })

  test("of attempts at once with one nonce exactly one succeeds", async () => {
    const account = createAccount()
    const message = await createSignInMessage(account.address)
    const attempts = await Promise.all(
      Array.from({ length: 8 }, () => verifyMessage(account, message)),
    )
    const statuses = attempts.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array(7).fill(422)])
  })

  test("422 INVALID_SIGNATURE: altered, by another wallet, no hexadecimal, empty; the nonce is used up", async () => {
    const account = createAccount()
    const cases = async (message: string) => [
      {
        message: message.replace("Sign in", "Sign up"),
        signature: await account.signMessage({ message }),
      },
      { message, signature: await createAccount().signMessage({ message }) },
      { message, signature: "0x" },
      { message, signature: "" },
      { message, signature: "0xzz" },
      { message, signature: `0x${"00".repeat(65)}` },
      { message, signature: `0x${"ff".repeat(65)}` },
      { message, signature: `0x${"ff".repeat(64)}` },
      { message, signature: "0x123" },
    ]
    for (let at = 0; at < 9; at++) {
      const [body] = (await cases(await createSignInMessage(account.address))).slice(at)
      const answer = await verify(body)
      expect(answer).toMatchObject({ status: 422, body: { code: "INVALID_SIGNATURE" } })
      expect(await verify(body)).toMatchObject({ body: { code: "INVALID_NONCE" } })
    }
  })

  test.each([
    [{ origin: "https://evil.example" }],
    [{ origin: "null" }],
    [{ "sec-fetch-site": "same-site" }],
  ])("403 CSRF_REJECTED: %j, even without a cookie", async (headers) => {
    const answer = await verify({}, headers)
    expect(answer).toMatchObject({ status: 403, body: { code: "CSRF_REJECTED" } })
  })

  test("415: a form", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded" }
    expect((await verify("message=x", form)).status).toBe(415)
  })

  test("413: a body above the cap", async () => {
    expect((await verify({ message: "x".repeat(70_000) })).status).toBe(413)
  })

  test("429: the 31st attempt of a client within a minute", async () => {
    const attempt = () => call(verifyRoute, { method: "POST", body: {}, ip: "192.0.2.1" })
    await windowStart()
    for (let round = 0; round < 30; round++) expect((await attempt()).status).toBe(400)
    const refused = await attempt()
    expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } })
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
  })
})

describe("sessions", () => {
  test("a further wallet joins, the session gets a new id, and the old cookie dies", async () => {
    const first = await createSession()
    const second = await createSession({ cookie: first.cookie })
    const now = await call(meRoute, { as: { cookie: second.cookie } })
    expect(now.body).toEqual({ isLoggedIn: true, addresses: [second.address, first.address] })
    const old = await call(meRoute, { as: { cookie: first.cookie } })
    expect(old.body).toEqual({ isLoggedIn: false, addresses: [] })
  })

  test("a repeated verify makes the wallet the newest", async () => {
    const first = await createSession()
    const second = await createSession({ cookie: first.cookie })
    const again = await createSession({ account: first.account, cookie: second.cookie })
    const { body } = await call(meRoute, { as: { cookie: again.cookie } })
    expect(body).toEqual({ isLoggedIn: true, addresses: [first.address, second.address] })
  })

  test("the eleventh wallet removes the one verified longest ago", async () => {
    const first = await createSession()
    let last = first
    for (let count = 2; count <= 11; count++) last = await createSession({ cookie: last.cookie })
    const { body } = await call(meRoute, { as: { cookie: last.cookie } })
    const { addresses } = body as unknown as { addresses: string[] }
    expect(addresses).toHaveLength(10)
    expect(addresses).not.toContain(first.address)
  })

  test("a wallet leaves 24 hours after its own verify", async () => {
    const first = await createSession()
    vi.setSystemTime(NOW + 23 * 3_600_000)
    const second = await createSession({ cookie: first.cookie })
    vi.setSystemTime(NOW + 25 * 3_600_000)
    const { body } = await call(meRoute, { as: { cookie: second.cookie } })
    expect(body).toEqual({ isLoggedIn: true, addresses: [second.address] })
  })

  test("a bad cookie neither hinders a sign-in nor adds a second Set-Cookie", async () => {
    const account = createAccount()
    const message = await createSignInMessage(account.address)
    const body = { message, signature: await account.signMessage({ message }) }
    const as = { cookie: "svc_auth_session=nonsense" }
    const { status, headers } = await call(verifyRoute, { method: "POST", body, as })
    expect(status).toBe(200)
    expect(headers.getSetCookie()).toHaveLength(1)
    expect(cookieOf(headers)).not.toBe("svc_auth_session=")
  })
})
