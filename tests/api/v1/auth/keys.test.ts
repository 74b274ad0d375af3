import { createHash } from "node:crypto"
import { describe, expect, test } from "vitest"
import { z } from "zod"
import * as keyRoute from "@/app/api/v1/auth/keys/[id]/route"
import * as keysRoute from "@/app/api/v1/auth/keys/route"
import { resource, route } from "@/lib/api/route"
import { pool, prisma } from "@/lib/db/client"
import { createApiKey, createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"

const create = (cookie: string, body: unknown = {}) =>
  call(keysRoute, { method: "POST", as: { cookie }, body })
const list = async (cookie: string) => (await call(keysRoute, { as: { cookie } })).body.keys
const remove = (cookie: string, id: string) =>
  call(keyRoute, { method: "DELETE", as: { cookie }, params: { id } })

const reading = resource({
  GET: route({
    summary: "Test",
    tag: "Test",
    auth: "key",
    response: z.object({}),
    handler: () => ({}),
  }),
})

describe("POST /api/v1/auth/keys", () => {
  test("201: the plain key, of which only digest and hint are kept", async () => {
    const { cookie, address } = await createSession()
    const { status, body, headers } = await create(cookie, { label: "  my\tbot " })
    expect(status).toBe(201)
    expect(body.key).toMatch(/^atoll_[0-9a-f]{64}$/)
    expect(body.id).toMatch(/^c[a-z0-9]{24}$/)
    expect(body.label).toBe("my bot")
    expect(headers.get("cache-control")).toBe("no-store")
    const row = await prisma.apiKey.findUniqueOrThrow({ where: { id: body.id } })
    expect(row.wallet).toBe(address)
    expect(Buffer.from(row.hash)).toEqual(createHash("sha256").update(body.key).digest())
    expect(JSON.stringify(row)).not.toContain(body.key.slice(6, -4))
    expect(await list(cookie)).toEqual([
      {
        id: body.id,
        keyHint: `atoll_****${body.key.slice(-4)}`,
        label: "my bot",
        createdAt: body.createdAt,
        lastUsedAt: null,
      },
    ])
    expect((await call(reading, { as: { key: body.key } })).status).toBe(200)
  })

  test.each([{}, { label: "" }, { label: " \u200b " }, { label: null }])(
    "201: %j is no label",
    async (body) => {
      const { cookie } = await createSession()
      expect(await create(cookie, body)).toMatchObject({ status: 201, body: { label: null } })
    },
  )

  test("400 KEY_LIMIT_REACHED: a second key, also of two creations at once", async () => {
    const { cookie } = await createSession()
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(cookie)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400])
    expect(await list(cookie)).toHaveLength(1)
    expect(await create(cookie)).toMatchObject({ body: { code: "KEY_LIMIT_REACHED" } })
  })

  test("400: a label above 64 characters, counted in code points", async () => {
    const { cookie } = await createSession()
    expect((await create(cookie, { label: "🌴".repeat(65) })).status).toBe(400)
    expect((await create(cookie, { label: "🌴".repeat(64) })).status).toBe(201)
  })

  test("401: no session; a key instead of one", async () => {
    const { key } = await createApiKey()
    expect((await call(keysRoute, { method: "POST" })).body.code).toBe("UNAUTHENTICATED")
    const withKey = await call(keysRoute, { method: "POST", as: { key } })
    expect(withKey.body.code).toBe("SESSION_REQUIRED")
  })

  test("the acting wallet owns the key", async () => {
    const first = await createSession()
    const { cookie } = await createSession({ cookie: first.cookie })
    const headers = { "x-wallet-address": first.address }
    const { body } = await call(keysRoute, { method: "POST", as: { cookie }, headers })
    const row = await prisma.apiKey.findUniqueOrThrow({ where: { id: body.id } })
    expect(row.wallet).toBe(first.address)
    expect(await list(cookie)).toEqual([])
  })
})

describe("GET /api/v1/auth/keys", () => {
  test("200: none yet", async () => {
    const { cookie } = await createSession()
    const { status, body, headers } = await call(keysRoute, { as: { cookie } })
    expect([status, body]).toEqual([200, { keys: [] }])
    expect(headers.get("cache-control")).toBe("no-store")
  })

  test("401: no session", async () => {
    expect((await call(keysRoute)).status).toBe(401)
  })

  test("use is noted, at most once a minute", async () => {
    const { cookie, address } = await createSession()
    const { key, id } = await createApiKey(address)
    const used = async () => (await list(cookie))[0]?.lastUsedAt
    await call(reading, { as: { key } })
    await expect.poll(used).toEqual(expect.any(String))
    const first = await used()
    await call(reading, { as: { key } })
    expect(await used()).toBe(first)
    await pool().query(
      "update api_key set last_used_at = now() - interval '61 seconds' where id = $1",
      [id],
    )
    const old = await used()
    await call(reading, { as: { key } })
    await expect.poll(used).not.toBe(old)
  })
})

describe("DELETE /api/v1/auth/keys/{id}", () => {
  test("200: invalid at once", async () => {
    const { cookie } = await createSession()
    const { body } = await create(cookie)
    const answer = await remove(cookie, body.id)
    expect([answer.status, answer.body]).toEqual([200, { ok: true, message: "API key deleted." }])
    expect(await call(reading, { as: { key: body.key } })).toMatchObject({
      status: 401,
      body: { code: "INVALID_API_KEY" },
    })
    expect((await create(cookie)).status).toBe(201)
  })

  test("no request that began after the deletion is let in, whatever runs at the time", async () => {
    const { cookie } = await createSession()
    const { body } = await create(cookie)
    const before = Array.from({ length: 20 }, () => call(reading, { as: { key: body.key } }))
    await remove(cookie, body.id)
    const after = Array.from({ length: 20 }, () => call(reading, { as: { key: body.key } }))
    await Promise.all(before)
    const statuses = (await Promise.all(after)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([401]))
  })

  test("401: no session", async () => {
    const answer = await call(keyRoute, { method: "DELETE", params: { id: "x" } })
    expect(answer.status).toBe(401)
  })

  test("404: unknown, malformed, already deleted, of another wallet", async () => {
    const { cookie } = await createSession()
    const other = await createApiKey()
    const { body } = await create(cookie)
    await remove(cookie, body.id)
    for (const id of [`c${"0".repeat(24)}`, "x", body.id, other.id]) {
      const answer = await remove(cookie, id)
      expect(answer).toMatchObject({ status: 404, body: { code: "KEY_NOT_FOUND" } })
    }
    expect((await call(reading, { as: { key: other.key } })).status).toBe(200)
  })
})
