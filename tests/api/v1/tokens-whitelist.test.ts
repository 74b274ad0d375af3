import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import * as route from "@/app/api/v1/tokens/[address]/whitelist/route"
import { createKey } from "@/lib/auth/api-keys"
import { call } from "@/tests/helpers/call"
import { addressOf, emptyTables, insertToken, insertWhitelisted } from "@/tests/helpers/rows"

let as: { key: string }
let token: string

beforeAll(async () => {
  as = { key: (await createKey(addressOf(1), null)).key }
})

beforeEach(async () => {
  await emptyTables()
  token = (await insertToken()).address
})

const whitelist = (query: Record<string, string | number> = {}, address = token) =>
  call(route, { params: { address }, query, as })

describe("GET /api/v1/tokens/{address}/whitelist", () => {
  test("200: entries, newest first, in pages", async () => {
    const early = await insertWhitelisted(token, addressOf(1), 10n ** 24n, "early")
    await insertWhitelisted(token, addressOf(2))
    await insertWhitelisted((await insertToken()).address, addressOf(3))
    const { body } = await whitelist({ limit: 1, page: 2 })
    expect(body).toEqual({
      data: [
        {
          walletAddress: addressOf(1),
          buyAmount: `${10n ** 24n}`,
          note: "early",
          txHash: early.hash,
          timestamp: early.time.toISOString(),
        },
      ],
      pagination: { total: 2, page: 2, limit: 1, hasMore: false },
    })
    expect((await whitelist({ limit: 1 })).body).toMatchObject({
      data: [{ walletAddress: addressOf(2), note: null }],
      pagination: { hasMore: true },
    })
  })

  test("200: the last event of a wallet counts", async () => {
    await insertWhitelisted(token, addressOf(1), 1n, "first")
    await insertWhitelisted(token, addressOf(1), 2n, "second")
    expect((await whitelist()).body).toMatchObject({
      data: [{ buyAmount: "2", note: "second" }],
      pagination: { total: 1 },
    })
  })

  test("200: one wallet in any case, paging ignored", async () => {
    await insertWhitelisted(token, addressOf(0xabc), 5n)
    const wallet = addressOf(0xabc).toUpperCase().replace("0X", "0x")
    const entry = { walletAddress: addressOf(0xabc), buyAmount: "5" }
    expect((await whitelist({ wallet, page: 9 })).body).toMatchObject({
      data: [entry],
      whitelisted: true,
      entry,
    })
  })

  test("200: a wallet that is not on it", async () => {
    expect((await whitelist({ wallet: addressOf(5) })).body).toEqual({
      data: [],
      whitelisted: false,
      entry: null,
    })
  })

  test("200: an empty list", async () => {
    expect((await whitelist()).body).toEqual({
      data: [],
      pagination: { total: 0, page: 1, limit: 20, hasMore: false },
    })
  })

  test.each([
    ["wallet", "0x12"],
    ["wallet", ""],
    ["page", "0"],
    ["limit", "x"],
  ])("400: %s=%s", async (name, value) => {
    expect((await whitelist({ [name]: value })).body).toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: name }],
    })
  })

  test("400: malformed address", async () => {
    expect((await whitelist({}, "nope")).body.code).toBe("VALIDATION_FAILED")
  })

  test("401: no key", async () => {
    expect((await call(route, { params: { address: token } })).status).toBe(401)
  })

  test("404: an address that is not listed, with and without wallet", async () => {
    expect((await whitelist({}, addressOf(404))).body.code).toBe("TOKEN_NOT_FOUND")
    expect((await whitelist({ wallet: addressOf(1) }, addressOf(404))).status).toBe(404)
  })
})
