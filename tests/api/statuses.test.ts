/** @module-tag long */
import path from "node:path"
import pg from "pg"
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { type Contract, errorCodesOf, type Method, statusOf } from "@/lib/api/contract"
import type { Resource } from "@/lib/api/route"
import { processSingleton } from "@/lib/async/process-singleton"
import { replacePool } from "@/lib/db/client"
import { createPool } from "@/lib/db/pool"
import { env } from "@/lib/env"
import { encodeId } from "@/lib/http/opaque-ids"
import { log as logger } from "@/lib/telemetry/logger"
import {
  createAccount,
  createApiKey,
  createSession,
  createSignInMessage,
} from "@/tests/helpers/auth"
import { type Credentials, call } from "@/tests/helpers/call"
import { startDatabaseProxy } from "@/tests/helpers/database-proxy"
import { windowStart } from "@/tests/helpers/rate-window"
import { findRoutes } from "@/tests/helpers/routes"
import { addressOf, hashOf } from "@/tests/helpers/rows"

// Read on first use: one request fills each window. Every call is another client unless it says who.
for (const window of ["KEY", "IP", "PAGE", "SYNC"]) process.env[`RATE_LIMIT_${window}`] = "1"

const admin = createAccount()
process.env.ADMIN_WALLETS = admin.address

/** The refusals every operation shares; each must be met at every operation that declares it. */
type Case = { operation: string; method: Method; path: string; contract: Contract }

const routes = await findRoutes()
const cases: Case[] = routes.flatMap(({ path: at, operations }) =>
  Object.entries(operations).map(([method, contract]) => ({
    operation: `${method} ${at}`,
    method: method as Method,
    path: at,
    contract,
  })),
)
const statusesOf = ({ method, contract }: Case) =>
  new Set([...errorCodesOf(method, contract)].map((code) => statusOf(contract, code)))
const declaring = (status: number) => cases.filter((each) => statusesOf(each).has(status))
const withAuth = (...auths: string[]) =>
  cases.filter(({ contract }) => auths.includes(contract.auth))
const writes = cases.filter(({ method }) => method !== "GET")
const withBody = cases.filter(({ contract }) => contract.body !== undefined)
const withJson = withBody.filter(({ method, contract }) =>
  errorCodesOf(method, contract).has("INVALID_JSON"),
)

const routeAt = async (at: string): Promise<Resource> =>
  import(path.resolve("app", `.${at.replaceAll("{", "[").replaceAll("}", "]")}`, "route.ts"))

type Options = Parameters<typeof call<Resource, Method>>[1]

/** What paths name; everything else in them is an address. */
const named: Record<string, string> = {
  id: crypto.randomUUID(),
  cid: crypto.randomUUID(),
  postId: encodeId(1n),
  commentId: encodeId(1n),
  token: "btc",
  tf: "5m",
  roundId: "1",
}

/** Asks the operation as a client would, with what it needs unless told otherwise. */
async function ask({ method, path: at }: Case, options: Options = {}) {
  const params = Object.fromEntries(
    [...at.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, named[name] ?? addressOf(1)]),
  )
  return call(await routeAt(at), { method, params, path: at, ...options })
}

const tweetBody = { tweetUrl: "https://x.com/kelp/status/1" }

const bodies: Record<string, unknown> = {
  "POST /api/auth/social/verify-tweet": tweetBody,
  "POST /api/auth/twitter/verify-tweet": tweetBody,
  "POST /api/moltbook/link": { moltbookName: "kelp" },
  "POST /api/moltbook/verify": { moltbookName: "kelp", postId: crypto.randomUUID() },
  "POST /api/v1/social/verify-moltbook-post": { postId: crypto.randomUUID() },
  "POST /api/v1/social/verify-tweet": tweetBody,
  "POST /api/images": new FormData(),
  "POST /api/metadata": { address: addressOf(1) },
  "POST /api/projects/{address}": { description: "Seaweed" },
  "POST /api/reef/admin/action": { action: "ban", wallet: addressOf(1) },
  "POST /api/reef/post": { section: "mixed", title: "Kelp" },
  "PATCH /api/reef/post/{postId}/manage": { title: "Kelp" },
  "POST /api/reef/post/{postId}/comment": { message: "Kelp" },
  "PATCH /api/reef/comment/{commentId}/manage": { message: "Kelp" },
  "POST /api/reef/report/{postId}": {},
  "POST /api/v1/admin/block": { wallet: addressOf(1) },
  "DELETE /api/v1/admin/block": { wallet: addressOf(1) },
  "POST /api/v1/auth/keys": {},
  "POST /api/v1/bugs/reports": {
    title: "Kelp",
    description: "It does not grow",
    severity: "low",
    category: "docs",
  },
  "PATCH /api/v1/bugs/reports/{id}": { status: "verified" },
  "POST /api/v1/faucet/claim": {},
  "POST /api/v1/orders/sync": { txHash: hashOf(1) },
  "POST /api/v1/sync": { txHash: hashOf(1) },
  "POST /api/v1/sync/faucet": { txHash: hashOf(1) },
}

const queries: Record<string, Record<string, string | number>> = {
  "GET /api/auth/nonce": { address: addressOf(1) },
  "GET /api/comments": { projectId: 1 },
}

/** Credentials of every kind, and a sign-in that lacks only a working service. */
let session: Credentials
let signIn: { message: string; signature: string }

beforeAll(async () => {
  const visitor = await createSession({ account: admin })
  session = { cookie: visitor.cookie }
  const by = { authorAddress: visitor.address }
  bodies["POST /api/comments"] = { projectId: 1, content: "Kelp", ...by }
  queries["GET /api/auth/social"] = { wallet: visitor.address }
  queries["GET /api/auth/twitter"] = { wallet: visitor.address }
  queries["DELETE /api/comments"] = { id: 1, ...by }
  const account = createAccount()
  const message = await createSignInMessage(account.address)
  signIn = { message, signature: await account.signMessage({ message }) }
})

/** A request that nothing is wrong with. */
async function wellFormed({ operation, contract }: Case): Promise<Options> {
  const body = operation === "POST /api/auth/verify" ? signIn : bodies[operation]
  const query = queries[operation]
  return {
    ...(body !== undefined && { body }),
    ...(query && { query }),
    ...(contract.auth === "key" && { as: { key: (await createApiKey()).key } }),
    ...(/^(session|either|admin)/.test(contract.auth) && { as: session }),
  }
}

afterEach(() => vi.restoreAllMocks())

test("every operation is asked", () => {
  expect(cases.length).toBeGreaterThan(15)
})

describe("400", () => {
  test.each(cases)("$operation: a request line longer than 8192 bytes", async (operation) => {
    const answer = await ask(operation, { path: `/${"x".repeat(8_192)}` })
    expect([answer.status, answer.body.code]).toEqual([400, "VALIDATION_FAILED"])
  })

  test.each(withJson)("$operation: a body that is not JSON", async (operation) => {
    const { as } = (await wellFormed(operation)) ?? {}
    const answer = await ask(operation, {
      body: "{",
      headers: { "content-type": "application/json" },
      ...(as && { as }),
    })
    expect([answer.status, answer.body.code]).toEqual([400, "INVALID_JSON"])
  })
})

describe("401", () => {
  test.each(withAuth("session", "key", "either", "either?", "admin"))(
    "$operation: nobody",
    async (operation) => {
      const answer = await ask(operation)
      expect([answer.status, answer.body.code]).toEqual([401, "UNAUTHENTICATED"])
    },
  )

  test.each(withAuth("key"))("$operation: a session in place of a key", async (operation) => {
    const answer = await ask(operation, { as: session })
    expect([answer.status, answer.body.code]).toEqual([401, "API_KEY_REQUIRED"])
  })

  test.each(withAuth("key", "either", "either?", "admin"))(
    "$operation: an unknown key",
    async (operation) => {
      const answer = await ask(operation, { as: { key: "atoll_unknown" } })
      expect([answer.status, answer.body.code]).toEqual([401, "INVALID_API_KEY"])
    },
  )

  test.each(withAuth("session"))("$operation: a key in place of a session", async (operation) => {
    const answer = await ask(operation, { as: { key: (await createApiKey()).key } })
    expect([answer.status, answer.body.code]).toEqual([401, "SESSION_REQUIRED"])
  })
})

describe("403", () => {
  const acting = withAuth("session", "key", "either", "either?", "admin").filter(
    ({ contract }) => !contract.namesWallet,
  )
  test.each(acting)("$operation: in the name of another wallet", async (operation) => {
    const headers = { "x-wallet-address": addressOf(99) }
    const answer = await ask(operation, { ...(await wellFormed(operation)), headers })
    expect([answer.status, answer.body.code]).toEqual([403, "WALLET_NOT_IN_SESSION"])
  })

  test.each(withAuth("admin"))("$operation: not an admin", async (operation) => {
    const { cookie } = await createSession()
    const answer = await ask(operation, { ...(await wellFormed(operation)), as: { cookie } })
    expect([answer.status, answer.body.code]).toEqual([403, "NOT_ADMIN"])
  })

  const guarded = writes.filter(({ method, contract }) =>
    errorCodesOf(method, contract).has("CSRF_REJECTED"),
  )
  test.each(guarded)("$operation: from another site", async (operation) => {
    const headers = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" }
    const answer = await ask(operation, { ...(await wellFormed(operation)), headers })
    expect([answer.status, answer.body.code]).toEqual([403, "CSRF_REJECTED"])
  })
})

describe("404", () => {
  const naming = cases.filter(({ contract }) => contract.params !== undefined)
  test.each(naming)("$operation: a path that climbs", async (operation) => {
    const names = [...Object.keys(named), "address", "wallet"]
    const params = Object.fromEntries(names.map((name) => [name, ".."]))
    const answer = await ask(operation, { params })
    expect([answer.status, answer.body.code]).toEqual([404, "NOT_FOUND"])
  })
})

describe("405", () => {
  const methods: Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"]
  const refused = routes.flatMap(({ path: at, operations }) =>
    methods.filter((method) => !(method in operations)).map((method) => ({ method, at })),
  )
  test.each(refused)("$method $at", async ({ method, at }) => {
    const answer = await call(await routeAt(at), { method })
    expect([answer.status, answer.body.code]).toEqual([405, "METHOD_NOT_ALLOWED"])
    expect(answer.headers.get("allow")).not.toContain(method)
  })
})

describe("413", () => {
  test.each(writes)("$operation: a body of more than 64 KiB", async (operation) => {
    const answer = await ask(operation, { body: new Uint8Array(65_537) })
    expect([answer.status, answer.body.code]).toEqual([413, "BODY_TOO_LARGE"])
  })
})

describe("415", () => {
  test.each(withBody)("$operation: a body that is not called JSON", async (operation) => {
    const { as } = (await wellFormed(operation)) ?? {}
    const headers = { "content-type": "text/plain" }
    const answer = await ask(operation, { body: "{}", headers, ...(as && { as }) })
    expect([answer.status, answer.body.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"])
  })
})

describe("429", () => {
  test.each(declaring(429))("$operation: the second in a window of one", async (operation) => {
    const client = { ...(await wellFormed(operation)), ip: `192.0.2.${cases.indexOf(operation)}` }
    await windowStart()
    const first = await ask(operation, client)
    expect(first.status).not.toBe(429)
    const second = await ask(operation, client)
    expect([second.status, second.body.code]).toEqual([429, "RATE_LIMITED"])
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0)
  })
})

/** Has the service use another database until the returned function is called. */
function exchangeDatabase(pool: pg.Pool) {
  const restore = replacePool(pool)
  return async () => {
    restore()
    await pool.end()
  }
}

/** Asks while the service has that database; pages kept from before do not count. */
async function askWith(config: pg.PoolConfig, operation: Case) {
  const options = await wellFormed(operation)
  processSingleton("pages", () => new Map()).clear()
  const restore = exchangeDatabase(new pg.Pool(config))
  return ask(operation, options).finally(restore)
}

/** These come to a query late or never; a fault in their rate window stands for one of theirs. */
const isApart = ({ path: at }: Case) =>
  [
    "/api/openapi.json",
    "/contracts.json",
    "/llms.txt",
    "/llms-full.txt",
    "/.well-known/agent-card.json",
  ].includes(at) || at.startsWith("/api/v1/sync")
const isHealth = ({ path: at }: Case) => at === "/api/health"
/** They say what is away, or ask nothing: see `service.test.ts`. */
const isProbe = ({ path: at }: Case) => /^\/api\/health\/(?:live|ready)$/.test(at)
/** Files: neither a window nor a query stands before them. */
const isFile = ({ path: at }: Case) => at === "/ipfs/{cid}"
const reading = cases.filter(
  (each) => ![isApart, isHealth, isProbe, isFile].some((isOther) => isOther(each)),
)
const others = cases.filter(isApart)
const health = cases.filter(isHealth)

/** DATABASE_TIMEOUT_MS of the silent database: 3.5 s in the service, for 6 s with everything. */
const SILENCE_MS = 1_000
/** Connections of all at once, where tests go over HTTP. */
const CONNECTING_MS = process.env.TESTS_OVER_HTTP === "1" ? 1_500 : 0
/** What a request waits for another's query of the same at most. */
const WAIT_MS = 1_000

function breakWindows(error: Error) {
  const limiters = processSingleton("limiters", () => new Map<string, unknown>())
  vi.spyOn(limiters, "get").mockImplementation(() => {
    throw error
  })
}

describe("500", () => {
  test.each(reading)("$operation: a query that fails", async (operation) => {
    const log = vi.spyOn(logger, "error").mockImplementation(() => {})
    // The tables are there, but may not be read.
    const lost = { connectionString: env().DATABASE_URL, options: "-c role=pg_monitor" }
    const answer = await askWith(lost, operation)
    expect([answer.status, answer.body.code]).toEqual([500, "INTERNAL_ERROR"])
    expect(answer.body.error).toBe("Internal server error")
    expect(log).toHaveBeenCalledOnce()
  })

  test.each(others)("$operation: a defect", async (operation) => {
    const log = vi.spyOn(logger, "error").mockImplementation(() => {})
    breakWindows(new TypeError("not a function"))
    const answer = await ask(operation, await wellFormed(operation))
    expect([answer.status, answer.body.code]).toEqual([500, "INTERNAL_ERROR"])
    expect(answer.text).not.toContain("not a function")
    expect(log).toHaveBeenCalledOnce()
  })

  test.each(health)("$operation: a defect", async (operation) => {
    vi.spyOn(logger, "error").mockImplementation(() => {})
    vi.spyOn(process, "uptime").mockImplementation(() => {
      throw new TypeError("not a function")
    })
    const answer = await ask(operation)
    expect([answer.status, answer.body.code]).toEqual([500, "INTERNAL_ERROR"])
  })
})

describe("503", () => {
  test.each(reading)("$operation: no database", async (operation) => {
    vi.spyOn(logger, "error").mockImplementation(() => {})
    const answer = await askWith({ host: "127.0.0.1", port: 1 }, operation)
    expect([answer.status, answer.body.code]).toEqual([503, "SERVICE_UNAVAILABLE"])
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0)
  })

  test("a silent database: every operation, at once and in bounded time", async () => {
    const log = vi.spyOn(logger, "error").mockImplementation(() => {})
    const requests = await Promise.all(
      reading.map(async (operation) => ({ operation, options: await wellFormed(operation) })),
    )
    processSingleton("pages", () => new Map()).clear()
    const proxy = await startDatabaseProxy(env().DATABASE_URL)
    const pool = createPool({ max: 10, timeoutMs: SILENCE_MS, connectionString: proxy.url })
    const restore = exchangeDatabase(pool)
    try {
      // A connection that was fine a moment ago.
      await pool.query("select 1")
      proxy.silence()
      const start = performance.now()
      const answers = await Promise.all(
        requests.map(async ({ operation, options }) => {
          const { status, body } = await ask(operation, options)
          return [operation.operation, status, body.code]
        }),
      )
      expect(performance.now() - start).toBeLessThan(SILENCE_MS * 1.5 + WAIT_MS + CONNECTING_MS)
      expect(answers).toEqual(
        reading.map(({ operation }) => [operation, 503, "SERVICE_UNAVAILABLE"]),
      )
      expect(log).toHaveBeenCalledTimes(reading.length)
      // New connections work again, for a client that tries again.
      proxy.loseConnections()
      const agents = await routeAt("/api/agents")
      await expect.poll(async () => (await call(agents)).status, { timeout: 5_000 }).toBe(200)
    } finally {
      await proxy.stop()
      await restore()
    }
  })

  test.each(others)("$operation: a window that cannot be reached", async (operation) => {
    vi.spyOn(logger, "error").mockImplementation(() => {})
    breakWindows(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }))
    const answer = await ask(operation, await wellFormed(operation))
    expect([answer.status, answer.body.code]).toEqual([503, "SERVICE_UNAVAILABLE"])
  })

  test.each(health)("$operation: no database, and no node", async (operation) => {
    const answer = await askWith({ host: "127.0.0.1", port: 1 }, operation)
    expect([answer.status, answer.body]).toMatchObject([503, { status: "unavailable" }])
  })
})
