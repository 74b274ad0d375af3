import { expect, test } from "vitest"
import * as nonceRoute from "@/app/api/auth/nonce/route"
import { createAccount } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"

const { address } = createAccount()

test("200: a nonce with values that make an acceptable message", async () => {
  const sentAt = Date.now()
  const { status, body, headers } = await call(nonceRoute, { query: { address } })
  const answered = Date.now()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    domain: "localhost:3000",
    uri: "http://localhost:3000",
    chainId: 31337,
    statement: "Sign in to Atoll.",
  })
  expect(body.nonce).toMatch(/^[A-Za-z0-9]{24}$/)
  const madeAt = new Date(body.expiresAt).getTime() - 10 * 60_000
  expect(madeAt).toBeGreaterThanOrEqual(sentAt)
  expect(madeAt).toBeLessThanOrEqual(answered)
  expect(headers.get("cache-control")).toBe("no-store")
  expect(headers.has("access-control-allow-origin")).toBe(false)
})

test("200: each request has a nonce of its own", async () => {
  const answers = await Promise.all([1, 2, 3].map(() => call(nonceRoute, { query: { address } })))
  expect(new Set(answers.map(({ body }) => body.nonce)).size).toBe(3)
})

test.each<Record<string, string>>([
  {},
  { address: "" },
  { address: "0x1234" },
  { address: `${address}0` },
])("400: %j", async (query) => {
  const answer = await call(nonceRoute, { query })
  expect(answer).toMatchObject({ status: 400, body: { details: [{ path: "address" }] } })
})

test("405: POST", async () => {
  expect((await call(nonceRoute, { method: "POST" })).headers.get("allow")).toBe(
    "GET, HEAD, OPTIONS",
  )
})
