import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import * as nowhere from "@/app/api/[[...path]]/route"
import { pool, replacePool } from "@/lib/db/client"
import { createPool } from "@/lib/db/pool"
import { version } from "@/package.json"
import { type Anvil, startAnvil } from "@/scripts/local/anvil"
import { call } from "@/tests/helpers/call"
import { startDatabaseProxy } from "@/tests/helpers/database-proxy"

const zero = `0x${"0".repeat(40)}`
const names =
  "factory swap marketTrading loanHub vesting usdb mainToken staking resolver privateMarket reader leverage taxes identityRegistry reputationRegistry"
const book = {
  chainId: 31337,
  startBlock: 7,
  ...Object.fromEntries(names.split(" ").map((name) => [name, zero])),
  usdb: `0x${"ab".repeat(20)}`,
  upDown: { btc: zero, eth: zero, bnb: zero, cake: zero, doge: zero },
  priceFeeds: { btc: zero, eth: zero, bnb: zero, cake: zero, doge: zero },
}

const folder = mkdtempSync(path.join(tmpdir(), "deployments-"))

beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllEnvs()
  Reflect.deleteProperty(globalThis, Symbol.for("atoll.pages"))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe("what a balancer and a supervisor ask", () => {
  async function ask(variables: Record<string, string> = {}) {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
    const live = await call(await import("@/app/api/health/live/route"))
    const ready = await call(await import("@/app/api/health/ready/route"))
    return { live, ready }
  }
  const configured = () => {
    writeFileSync(path.join(folder, "31337.json"), JSON.stringify(book))
    return { DEPLOYMENTS_DIR: folder }
  }

  test("200: neither a node that is away nor an index without a block takes a server out", async () => {
    await pool().query("delete from index_cursor")
    const { live, ready } = await ask({ ...configured(), RPC_URL: "http://127.0.0.1:9" })
    expect([live.status, live.body.status]).toEqual([200, "ok"])
    expect(ready).toMatchObject({
      status: 200,
      body: { status: "ok", checks: { db: { ok: true }, addressBook: { ok: true } } },
    })
    expect(ready.headers.get("cache-control")).toBe("no-store")
  })

  test("503: no address book", async () => {
    const { live, ready } = await ask({ DEPLOYMENTS_DIR: path.join(folder, "nothing") })
    expect([live.status, ready.status]).toEqual([200, 503])
    expect(ready.headers.get("retry-after")).toBe("5")
    expect(ready.body.checks).toMatchObject({ db: { ok: true }, addressBook: { ok: false } })
  })

  test("503 within a second and a half: the database does not answer; the process lives", async () => {
    const proxy = await startDatabaseProxy(process.env.DATABASE_URL ?? "")
    const silent = createPool({ max: 1, connectionString: proxy.url })
    const restore = replacePool(silent)
    proxy.silence()
    try {
      const start = performance.now()
      const { live, ready } = await ask(configured())
      expect(performance.now() - start).toBeLessThan(2_500)
      expect([live.status, ready.status]).toEqual([200, 503])
      expect(ready.body.checks.db).toEqual({ ok: false, latencyMs: null })
    } finally {
      restore()
      await proxy.stop()
      await silent.end()
    }
  })
})

describe("GET /contracts.json", () => {
  const get = async () => call(await import("@/app/contracts.json/route"))

  test("200: the address book", async () => {
    vi.stubEnv("DEPLOYMENTS_DIR", folder)
    const text = JSON.stringify({ ...book, usdb: book.usdb.toUpperCase().replace("0X", "0x") })
    writeFileSync(path.join(folder, "31337.json"), text)
    const { status, body, headers } = await get()
    expect([status, body]).toEqual([200, book])
    expect(headers.get("cache-control")).toBe("public, max-age=300")
    expect(headers.get("access-control-allow-origin")).toBe("*")
    expect(headers.get("ratelimit-policy")).toBe('"page";q=120;w=60')
  })

  test("503 NOT_CONFIGURED: the operator has named none", async () => {
    vi.stubEnv("DEPLOYMENTS_DIR", path.join(folder, "nothing"))
    expect(await get()).toMatchObject({ status: 503, body: { code: "NOT_CONFIGURED" } })
  })
})

describe("an unknown path below /api", () => {
  test.each(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const)(
    "404: %s",
    async (method) => {
      const answer = await call(nowhere, { method, path: "/api/nothing/here" })
      expect(answer).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } })
    },
  )
})

describe("GET /api/health", () => {
  let chain: Anvil

  beforeAll(async () => {
    chain = await startAnvil()
  })
  afterAll(() => chain.stop())

  async function health(variables: Record<string, string>) {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
    return call(await import("@/app/api/health/route"))
  }

  async function mine(blocks: number, seconds: number) {
    const params = [`0x${blocks.toString(16)}`, `0x${seconds.toString(16)}`]
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "anvil_mine", params })
    const headers = { "content-type": "application/json" }
    expect((await fetch(chain.url, { method: "POST", headers, body })).ok).toBe(true)
  }

  /** The row of a follower that has read the chain up to this block. */
  async function indexed(block: number) {
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "eth_getBlockByNumber",
      params: [`0x${block.toString(16)}`, false],
    })
    const headers = { "content-type": "application/json" }
    const answer = await fetch(chain.url, { method: "POST", headers, body })
    const { result } = (await answer.json()) as { result: { timestamp: string } }
    const time = new Date(Number(result.timestamp) * 1000)
    await pool().query(
      `insert into index_cursor (id, chain_id, genesis_hash, indexed_block, indexed_time, head_block, head_time)
       values (1, 31337, '\\x00', $1, $2, $1, $2)
       on conflict (id) do update set indexed_block = $1, indexed_time = $2`,
      [block, time],
    )
  }

  test("503: nothing is indexed yet; 200 when the follower is switched off", async () => {
    await pool().query("delete from index_cursor")
    const on = await health({ RPC_URL: chain.url })
    expect([on.status, on.headers.get("retry-after")]).toEqual([503, "5"])
    expect(on.body.checks.index).toEqual({
      ok: false,
      indexedBlock: null,
      head: 0,
      lagBlocks: null,
      lagSeconds: null,
      unreadableLogs: 0,
      missingStates: null,
      reason: null,
    })
    vi.resetModules()
    expect((await health({ RPC_URL: chain.url, INDEX_FOLLOWER: "off" })).status).toBe(200)
  })

  test("200: all three are ok", async () => {
    await indexed(0)
    const { status, body, headers } = await health({ RPC_URL: chain.url })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: "ok",
      version,
      checks: {
        db: { ok: true },
        rpc: { ok: true, chainId: 31337, head: 0 },
        index: { ok: true, indexedBlock: 0, head: 0, lagBlocks: 0, lagSeconds: 0 },
      },
    })
    expect(headers.get("cache-control")).toBe("no-store")
    expect(headers.has("x-ratelimit-limit")).toBe(false)
  })

  test("503: the index lags by more than the limit, though no follower says so", async () => {
    await indexed(0)
    await mine(3, 50)
    const late = await health({ RPC_URL: chain.url, HEALTH_MAX_LAG_SECONDS: "100" })
    expect(late.status).toBe(503)
    expect(late.body.checks.index).toMatchObject({ ok: false, lagBlocks: 3, indexedBlock: 0 })
    expect(late.body.checks.index.lagSeconds).toBeGreaterThan(100)
    vi.resetModules()
    const patient = await health({ RPC_URL: chain.url, HEALTH_MAX_LAG_SECONDS: "100000" })
    expect(patient.status).toBe(200)
  })

  test("503: the node is away, of another chain, or not configured", async () => {
    await indexed(0)
    const away = await health({ RPC_URL: "http://127.0.0.1:1" })
    expect(away).toMatchObject({
      status: 503,
      body: { checks: { rpc: { ok: false, head: null } } },
    })
    vi.resetModules()
    const other = await health({ RPC_URL: chain.url, CHAIN_ID: "1" })
    expect(other).toMatchObject({ status: 503, body: { checks: { rpc: { chainId: 31337 } } } })
    vi.resetModules()
    expect((await health({ RPC_URL: "", CHAIN_ID: "31337" })).body.checks.rpc).toEqual({
      ok: false,
      chainId: null,
      head: null,
      latencyMs: null,
    })
  })

  test("503 with the same body: the database is away", async () => {
    const kept = globalThis as { atollDatabase?: unknown }
    const working = kept.atollDatabase
    Reflect.deleteProperty(kept, "atollDatabase")
    vi.stubEnv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")
    const { status, body } = await health({ RPC_URL: chain.url })
    kept.atollDatabase = working
    expect(status).toBe(503)
    expect(body).toMatchObject({
      status: "unavailable",
      checks: { db: { ok: false, latencyMs: null }, rpc: { ok: true } },
    })
  })
})

test("200: /.well-known/agent.json is the agent card as well", async () => {
  const [card, former] = await Promise.all([
    call(await import("@/app/.well-known/agent-card.json/route")),
    call(await import("@/app/.well-known/agent.json/route")),
  ])
  expect([former.status, former.body]).toEqual([200, card.body])
  expect(former.headers.get("access-control-allow-origin")).toBe("*")
})
