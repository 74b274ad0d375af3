import { readFileSync } from "node:fs"
import { Validator } from "@seriousme/openapi-schema-validator"
import { describe, expect, test } from "vitest"
import { z } from "zod"
import * as openApiRoute from "@/app/api/openapi.json/route"
import { type Contract, errorCodesOf, type Method, statusOf } from "@/lib/api/contract"
import { DOCUMENT } from "@/scripts/generate/openapi.mjs"
import { call } from "@/tests/helpers/call"
import { describeOpenApi, findRoutes } from "@/tests/helpers/routes"

type Word = "none" | "session" | "key" | "either" | "admin"

/**
 * The operations of the specification: method and path, who may call, and the statuses it names for
 * the operation itself. 400 for malformed input, 401 by auth, 429 by limit and 503 without a database
 * follow from its common rules.
 */
const OPERATIONS: [string, Word, number[]][] = [
  ["GET /api/pulse", "none", [200]],
  ["GET /api/auth/nonce", "none", [200, 400]],
  ["POST /api/auth/verify", "none", [200, 400, 403, 413, 415, 422, 503]],
  ["GET /api/auth/me", "session", [200, 400]],
  ["DELETE /api/auth/me", "session", [200, 400, 403]],
  ["GET /api/auth/social", "session", [302, 400, 401, 403, 503]],
  ["GET /api/auth/social/callback", "session", [302]],
  ["POST /api/auth/social/challenge", "either", [200, 401, 403, 409, 503]],
  ["POST /api/auth/social/verify-tweet", "either", [201, 400, 401, 403, 409, 413, 415, 422, 503]],
  ["GET /api/auth/twitter", "session", [302, 400, 401, 403, 503]],
  ["GET /api/auth/twitter/callback", "session", [302]],
  ["POST /api/auth/twitter/challenge", "either", [200, 401, 403, 409, 503]],
  ["POST /api/auth/twitter/verify-tweet", "either", [201, 400, 401, 403, 409, 413, 415, 422, 503]],
  ["POST /api/v1/auth/keys", "session", [201, 400, 401, 403, 413, 415]],
  ["GET /api/v1/auth/keys", "session", [200, 401, 403]],
  ["DELETE /api/v1/auth/keys/{id}", "session", [200, 401, 403, 404]],
  ["POST /api/images", "either", [200, 400, 401, 403, 413, 415, 429, 503]],
  ["POST /api/metadata", "session", [200, 400, 401, 403, 409, 413, 415, 503]],
  ["POST /api/projects/{address}", "session", [200, 400, 401, 403, 404, 413, 415, 503]],
  ["GET /api/comments", "none", [200, 400]],
  ["POST /api/comments", "session", [200, 400, 401, 403, 404, 413, 415]],
  ["DELETE /api/comments", "session", [200, 400, 401, 403, 404]],
  ["GET /api/v1/tokens", "key", [200, 400, 401, 403]],
  ["GET /api/v1/tokens/{address}", "key", [200, 400, 401, 403, 404]],
  ["GET /api/v1/tokens/{address}/safety", "key", [200, 400, 401, 403, 404]],
  ["GET /api/v1/tokens/{address}/supply", "key", [200, 400, 401, 403, 404]],
  ["GET /api/v1/tokens/{address}/candles", "key", [200, 400, 401, 403, 404]],
  ["GET /api/v1/tokens/{address}/trades", "key", [200, 400, 401, 403, 404]],
  ["GET /api/v1/tokens/{address}/comments", "key", [200, 400, 401, 403, 404]],
  ["GET /api/v1/tokens/{address}/whitelist", "key", [200, 400, 401, 403, 404]],
  ["GET /api/v1/wallet/{address}/transactions", "key", [200, 400, 401, 403]],
  ["GET /api/v1/tokens/{address}/orders", "key", [200, 400, 401, 403, 404]],
  ["GET /api/v1/markets/{address}/liquidity", "key", [200, 400, 401, 403, 404]],
  ["GET /api/v1/markets/{address}/bond", "key", [200, 400, 401, 403, 404, 503]],
  ["GET /api/v1/markets/events", "either", [200, 400, 401, 403]],
  ["GET /api/v1/loans", "either", [200, 400, 401, 403]],
  ["GET /api/v1/loans/events", "either", [200, 400, 401, 403]],
  ["GET /api/v1/vault/events", "either", [200, 400, 401, 403]],
  ["GET /api/v1/vesting/events", "either", [200, 400, 401, 403]],
  ["GET /api/v1/me/orders", "either", [200, 400, 401, 403]],
  ["GET /api/v1/me/updown", "either", [200, 401, 403]],
  ["GET /api/v1/updown/rounds", "key", [200, 400, 401, 403, 404]],
  ["GET /api/v1/updown/rounds/{token}/{tf}/{roundId}", "key", [200, 400, 401, 403, 404]],
  ["GET /api/v1/leaderboard", "none", [200, 400]],
  ["GET /api/v1/profile/{wallet}", "none", [200, 400]],
  ["GET /api/v1/profile/{wallet}/referrals", "either", [200, 400, 401, 403]],
  ["GET /api/v1/me/stats", "either", [200, 401, 403]],
  ["GET /api/v1/me/projects", "either", [200, 401, 403]],
  ["GET /api/v1/me/referrals", "either", [200, 401, 403]],
  ["GET /api/v1/me/daily-caps", "either", [200, 401, 403]],
  ["GET /api/v1/me/export", "either", [200, 401, 403]],
  ["DELETE /api/v1/me/data", "session", [200, 401, 403]],
  ["GET /api/v1/me/profile", "either", [200, 401, 403]],
  ["POST /api/v1/me/profile", "either", [200, 400, 401, 403, 404, 409, 413, 415]],
  [
    "POST /api/v1/social/verify-tweet",
    "either",
    [201, 400, 401, 403, 409, 413, 415, 422, 429, 503],
  ],
  ["GET /api/v1/social/verified-tweets", "either", [200, 401, 403]],
  ["POST /api/moltbook/link", "either", [200, 400, 401, 403, 409, 413, 415, 429, 503]],
  ["POST /api/moltbook/verify", "either", [200, 400, 401, 403, 404, 409, 413, 415, 422, 503]],
  ["GET /api/moltbook/status", "either", [200, 401, 403]],
  [
    "POST /api/v1/social/verify-moltbook-post",
    "either",
    [201, 400, 401, 403, 409, 413, 415, 422, 429, 503],
  ],
  ["GET /api/v1/social/verified-moltbook-posts", "either", [200, 401, 403]],
  ["POST /api/v1/bugs/reports", "either", [201, 400, 401, 403, 413, 415, 429]],
  ["GET /api/v1/bugs/reports", "either", [200, 400, 401, 403]],
  ["PATCH /api/v1/bugs/reports/{id}", "admin", [200, 400, 401, 403, 404, 413, 415]],
  ["POST /api/v1/admin/block", "admin", [200, 400, 401, 403, 413, 415]],
  ["DELETE /api/v1/admin/block", "admin", [200, 400, 401, 403]],
  ["GET /api/v1/faucet/status", "either", [200, 401, 403]],
  ["POST /api/v1/faucet/claim", "either", [200, 400, 401, 403, 409, 413, 415, 429, 503]],
  ["POST /api/agents", "session", [201, 400, 401, 403, 409, 413, 415, 503]],
  ["GET /api/agents", "none", [200, 400]],
  ["GET /api/agents/{address}", "none", [200, 400]],
  ["POST /api/v1/orders/sync", "either", [200, 400, 401, 403, 413, 415, 422]],
  ["POST /api/v1/sync", "none", [200, 400, 413, 415, 422]],
  ["POST /api/v1/sync/faucet", "none", [200, 400, 413, 415, 422]],
  ["POST /api/v1/quote", "either", [200, 400, 401, 403, 404, 413, 415, 503]],
  ["POST /api/v1/transactions/build", "either", [200, 400, 401, 403, 404, 413, 415, 503]],
  ["POST /api/v1/transactions/send", "either", [200, 400, 401, 403, 413, 415, 422, 503]],
  ["GET /api/reef/feed", "none", [200, 400]],
  ["GET /api/reef/feed/{wallet}", "none", [200, 400]],
  ["GET /api/reef/highlights", "none", [200, 400]],
  ["POST /api/reef/post", "either", [201, 400, 401, 403, 409, 413, 415, 429]],
  ["GET /api/reef/post/{postId}", "none", [200, 404]],
  ["PATCH /api/reef/post/{postId}/manage", "either", [200, 400, 401, 403, 404, 413, 415]],
  ["DELETE /api/reef/post/{postId}/manage", "either", [200, 401, 403, 404]],
  ["POST /api/reef/post/{postId}/comment", "either", [201, 400, 401, 403, 404, 413, 415, 429]],
  ["PATCH /api/reef/comment/{commentId}/manage", "either", [200, 400, 401, 403, 404, 413, 415]],
  ["DELETE /api/reef/comment/{commentId}/manage", "either", [200, 401, 403, 404]],
  ["POST /api/reef/vote/{postId}", "either", [200, 400, 401, 403, 404, 429]],
  ["POST /api/reef/vote/comment/{commentId}", "either", [200, 400, 401, 403, 404, 429]],
  ["GET /api/reef/votes", "either", [200, 400, 401, 403]],
  ["POST /api/reef/report/{postId}", "either", [200, 400, 401, 403, 404, 409, 413, 415, 429]],
  ["GET /api/reef/admin/flagged", "admin", [200, 400, 401, 403]],
  ["POST /api/reef/admin/action", "admin", [200, 400, 401, 403, 404, 413, 415]],
  ["GET /portfolio/{wallet}/holdings.csv", "none", [200, 404]],
  ["GET /portfolio/{wallet}/holdings.json", "none", [200, 404]],
  ["GET /portfolio/{wallet}/positions.csv", "none", [200, 404]],
  ["GET /portfolio/{wallet}/positions.json", "none", [200, 404]],
  ["GET /portfolio/{wallet}/rounds.csv", "none", [200, 404]],
  ["GET /portfolio/{wallet}/rounds.json", "none", [200, 404]],
  ["GET /portfolio/{wallet}/trades.csv", "none", [200, 404]],
  ["GET /portfolio/{wallet}/trades.json", "none", [200, 404]],
  ["GET /api/v1/stream", "either", [200, 400, 401, 403, 410, 429]],
  ["GET /api/openapi.json", "none", [200]],
  ["GET /contracts.json", "none", [200]],
  ["GET /llms.txt", "none", [200]],
  ["GET /llms-full.txt", "none", [200]],
  ["GET /.well-known/agent-card.json", "none", [200]],
  ["GET /api/health", "none", [200, 503]],
  ["GET /api/health/live", "none", [200]],
  ["GET /api/health/ready", "none", [200, 503]],
  ["GET /ipfs/{cid}", "none", [200, 404]],
]

/** Who pays with which window, and who may keep an answer, where it is not the common rule. */
const LIMITS: Record<string, string> = {
  "GET /api/pulse": "page",
  "GET /api/v1/leaderboard": "page",
  "GET /api/reef/feed": "page",
  "GET /api/reef/highlights": "page",
  "GET /api/openapi.json": "page",
  "GET /contracts.json": "page",
  "GET /llms.txt": "page",
  "GET /llms-full.txt": "page",
  "GET /.well-known/agent-card.json": "page",
  "GET /api/health": "none",
  "GET /api/health/live": "none",
  "GET /api/health/ready": "none",
  "GET /ipfs/{cid}": "none",
  "POST /api/v1/sync": "sync",
  "POST /api/v1/sync/faucet": "sync",
}
const CACHES: Record<string, number | string> = {
  "GET /api/pulse": 60,
  "GET /api/v1/leaderboard": 60,
  "GET /api/reef/feed": 10,
  "GET /api/reef/highlights": 30,
  "GET /api/openapi.json": 300,
  "GET /contracts.json": 300,
  "GET /llms.txt": 300,
  "GET /llms-full.txt": 300,
  "GET /.well-known/agent-card.json": 300,
  "GET /api/auth/nonce": "no-store",
  "GET /api/v1/me/export": "no-store",
  "GET /api/v1/stream": "no-store",
  ...Object.fromEntries(
    ["holdings", "positions", "rounds", "trades"].flatMap((name) =>
      ["csv", "json"].map((format) => [`GET /portfolio/{wallet}/${name}.${format}`, "no-store"]),
    ),
  ),
  "GET /api/health": "no-store",
  "GET /api/health/live": "no-store",
  "GET /api/health/ready": "no-store",
}
/** What is answered from memory while nothing is written: nothing of a node in it, and of the caller its wallet at most. */
const CLOCKS: Record<string, string> = {
  "GET /api/v1/tokens": "second",
  "GET /api/v1/tokens/{address}": "second",
  "GET /api/v1/tokens/{address}/candles": "minute",
  "GET /api/v1/tokens/{address}/trades": "none",
  "GET /api/v1/tokens/{address}/comments": "none",
  "GET /api/v1/tokens/{address}/whitelist": "none",
  "GET /api/v1/tokens/{address}/orders": "none",
  "GET /api/v1/markets/{address}/liquidity": "none",
  "GET /api/v1/wallet/{address}/transactions": "none",
  "GET /api/v1/updown/rounds": "none",
  "GET /api/v1/updown/rounds/{token}/{tf}/{roundId}": "none",
  "GET /api/v1/profile/{wallet}": "second",
  "GET /api/v1/profile/{wallet}/referrals": "none",
  "GET /api/v1/loans": "none",
  "GET /api/v1/loans/events": "none",
  "GET /api/v1/markets/events": "none",
  "GET /api/v1/vault/events": "none",
  "GET /api/v1/vesting/events": "none",
  "GET /api/v1/me/orders": "none",
  "GET /api/v1/me/projects": "none",
  "GET /api/v1/me/stats": "minute",
  "GET /api/v1/me/updown": "none",
}
/** Of these, the ones that are the acting wallet's own. */
const OWN = /^GET \/api\/v1\/(me|loans|vault|vesting|markets\/events)/
const CHAIN_DERIVED =
  /^GET \/api\/(pulse|v1\/(tokens|wallet|markets|loans|vault|vesting|leaderboard|profile|me|updown))/

const routes = await findRoutes()
const contracts = new Map<string, Contract>(
  routes.flatMap(({ path, operations }) =>
    Object.entries(operations).map(
      ([method, contract]) => [`${method} ${path}`, contract] as const,
    ),
  ),
)

type Operation = { security: object[]; responses: Record<string, object>; tags: string[] }
const document: {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
} = JSON.parse(readFileSync(DOCUMENT, "utf8"))

const methodOf = (operation: string) => operation.slice(0, operation.indexOf(" ")) as Method

describe("the routes", () => {
  test("are the operations of the specification, no more and no less", () => {
    expect([...contracts.keys()].sort()).toEqual(OPERATIONS.map(([operation]) => operation).sort())
  })

  test.each(OPERATIONS)("%s is for %s and declares %j", (operation, auth, statuses) => {
    const contract = contracts.get(operation)
    if (!contract) throw new Error(`${operation} is missing`)
    expect(contract.auth.replace("?", "")).toBe(auth)
    const declared = [
      contract.status ?? 200,
      ...(contract.otherStatuses ?? []),
      ...[...errorCodesOf(methodOf(operation), contract)].map((code) => statusOf(contract, code)),
    ]
    expect(declared).toEqual(expect.arrayContaining(statuses))
    expect(contract.limit ?? "ip").toBe(LIMITS[operation] ?? "ip")
    expect(contract.cache).toBe(CACHES[operation])
    expect(contract.kept?.clock).toBe(CLOCKS[operation])
    expect(contract.isOwn ?? false).toBe(operation in CLOCKS && OWN.test(operation))
    expect(contract.isIndexed ?? false).toBe(CHAIN_DERIVED.test(operation))
  })
})

describe("the OpenAPI document", () => {
  test("is what the routes say today", async () => {
    expect(readFileSync(DOCUMENT, "utf8")).toBe(await describeOpenApi())
  })

  test("is valid OpenAPI 3.1", async () => {
    const validator = new Validator()
    const result = await validator.validate(structuredClone(document))
    expect(result).toMatchObject({ valid: true })
    expect(validator.version).toBe("3.1")
  })

  test("holds every route and every answer it may give", () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.sort()).toEqual([...contracts.keys()].sort())
    for (const [operation, contract] of contracts) {
      const [method = "", path = ""] = operation.split(" ")
      const answers = document.paths[path]?.[method.toLowerCase()]?.responses ?? {}
      for (const code of errorCodesOf(methodOf(operation), contract)) {
        const status = statusOf(contract, code)
        expect(answers).toHaveProperty(`${status}`)
        expect(JSON.stringify(answers[status])).toContain(`"${code}"`)
      }
    }
  })

  test("names the credentials of each operation", () => {
    const schemes = { none: [], session: [{ session: [] }], key: [{ apiKey: [] }] }
    const securityOf = (path: string, method: string) => document.paths[path]?.[method]?.security
    expect(securityOf("/api/pulse", "get")).toEqual(schemes.none)
    expect(securityOf("/api/v1/auth/keys", "post")).toEqual(schemes.session)
    expect(securityOf("/api/v1/tokens", "get")).toEqual(schemes.key)
    expect(securityOf("/api/auth/me", "get")).toEqual([{}, ...schemes.session])
  })

  test("refers only to what it holds", () => {
    const text = JSON.stringify(document)
    const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
    expect(references.length).toBeGreaterThan(20)
    for (const [, kind = "", name = ""] of references) {
      expect(document.components).toHaveProperty([kind, name])
    }
    expect(text).not.toContain("#/$defs/")
  })

  test("its examples are answers that the contracts admit", () => {
    for (const [operation, contract] of contracts) {
      const [method = "", path = ""] = operation.split(" ")
      const answers = document.paths[path]?.[method.toLowerCase()]?.responses ?? {}
      const media = Object.values(
        (answers[contract.status ?? 200] as { content?: Record<string, { example: unknown }> })
          .content ?? {},
      )
      for (const { example } of media) {
        const read = z.safeDecode(contract.response, example as never)
        expect({ operation, issues: read.error?.issues ?? [] }).toEqual({ operation, issues: [] })
      }
    }
  })

  test("200: is served", async () => {
    const answer = await call(openApiRoute)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(document)
    expect(answer.headers.get("cache-control")).toBe("public, max-age=300")
    const etag = answer.headers.get("etag") ?? ""
    const again = await call(openApiRoute, { headers: { "if-none-match": etag } })
    expect(again.status).toBe(304)
  })
})
