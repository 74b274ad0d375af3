import type { Client } from "@modelcontextprotocol/client"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { log as logger } from "@/lib/telemetry/logger"
import { createApiKey } from "@/tests/helpers/auth"
import { insertMarket } from "@/tests/helpers/market-rows"
import { type McpTestServer, startMcpServer } from "@/tests/helpers/mcp-server"
import { fc } from "@/tests/helpers/property"
import { windowStart } from "@/tests/helpers/rate-window"
import { addressOf, insertToken } from "@/tests/helpers/rows"

// Windows of this file's server: small, so that they can be filled.
process.env.RATE_LIMIT_KEY = "8"
process.env.RATE_LIMIT_IP = "10000"
process.env.RATE_LIMIT_PAGE = "10000"

let server: McpTestServer
let visitor: Client
let token: Awaited<ReturnType<typeof insertToken>>
let market: Awaited<ReturnType<typeof insertMarket>>

beforeAll(async () => {
  token = await insertToken({ name: "Coral", symbol: "CRL" })
  market = await insertMarket({ name: "Will it rain?" })
  server = await startMcpServer()
  visitor = await server.connect()
})

afterAll(() => server.stop())

const call = (client: Client, name: string, input: Record<string, unknown> = {}) =>
  client.callTool({ name, arguments: input })

describe("/mcp", () => {
  test("is spoken to in the present revision and in those before it", async () => {
    expect(visitor.getNegotiatedProtocolVersion()).toBe("2026-07-28")
    const older = await server.connect({}, "legacy")
    expect(older.getNegotiatedProtocolVersion()).toBe("2025-11-25")
    const [now, before] = await Promise.all([visitor.listTools(), older.listTools()])
    expect(before.tools).toEqual(now.tools)
    expect(older.getServerVersion()).toMatchObject({ name: "atoll" })
    const { structuredContent } = await call(older, "get_token", { address: token.address })
    expect(structuredContent).toMatchObject({ data: { symbol: "CRL" } })
  })

  test("lists at most 21 tools in 72 KB, each with schemas and hints", async () => {
    const { tools } = await visitor.listTools()
    expect(tools.length).toBeGreaterThanOrEqual(12)
    expect(tools.length).toBeLessThanOrEqual(21)
    expect(JSON.stringify(tools).length).toBeLessThan(72_000)
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)?$/)
      expect(description).toBeTruthy()
      expect([inputSchema.type, outputSchema?.type]).toEqual(["object", "object"])
      // Clients of before hold an error against the schema, too.
      expect(outputSchema).not.toHaveProperty("required")
      expect(outputSchema).toMatchObject({ properties: { error: { type: "object" } } })
      expect(Object.keys(annotations ?? {}).sort()).toEqual([
        ...["destructiveHint", "idempotentHint", "openWorldHint", "readOnlyHint"],
      ])
    }
    const writing = tools.filter(({ annotations }) => !annotations?.readOnlyHint)
    expect(writing.map(({ name }) => name)).toEqual(["send_transactions", "write_post"])
  })

  test("answers reads without a key, as data and as text", async () => {
    const { structuredContent, content } = await call(visitor, "list_markets", { limit: 5 })
    expect(structuredContent).toMatchObject({ data: [{ address: market.address }] })
    expect(JSON.stringify(content)).toContain("⟦Will it rain?⟧")
    const whole = await call(visitor, "get_market", {
      address: market.address,
      include: ["orders"],
    })
    expect(whole.structuredContent).toMatchObject({
      data: { name: "Will it rain?" },
      orders: { data: [] },
    })
  })

  test("a part that is not asked for leaves what the answer has of that name", async () => {
    // A client that has the schemas refuses what does not match them.
    await visitor.listTools()
    const { structuredContent } = await call(visitor, "get_wallet", { wallet: addressOf(8) })
    expect(structuredContent).toMatchObject({ agent: null })
  })

  test("tools of a wallet need a key, sent either way", async () => {
    const refused = await call(visitor, "get_account")
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: {
        error: { code: "UNAUTHENTICATED", remedy: expect.stringMatching(/key/) },
      },
    })
    const { key, wallet } = await createApiKey()
    for (const [header, value] of [
      ["Authorization", `Bearer ${key}`],
      ["X-API-Key", key],
    ] as const) {
      const client = await server.connect({ [header]: value })
      const { structuredContent } = await call(client, "get_account", { include: ["profile"] })
      expect(structuredContent).toMatchObject({ profile: { wallet } })
    }
  })

  test("refuses a key that is none, with 401", async () => {
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" }
    const answer = await server.post(list, { Authorization: "Bearer atoll_none" })
    expect(answer).toMatchObject({ status: 401, body: { code: "INVALID_API_KEY" } })
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/)
  })

  test("errors are the tool's, with code, message and remedy", async () => {
    const cases: [string, Record<string, unknown>, string][] = [
      ["get_token", { address: addressOf(7) }, "TOKEN_NOT_FOUND"],
      ["get_token", { address: "0x1" }, "VALIDATION_FAILED"],
      ["get_token", {}, "VALIDATION_FAILED"],
      ["get_token", { address: token.address, colour: "red" }, "VALIDATION_FAILED"],
      ["get_token", { address: token.address, include: ["everything"] }, "VALIDATION_FAILED"],
      ["list_trades", { of: "toString", address: token.address }, "VALIDATION_FAILED"],
      ["list_tokens", { limit: { $gt: 1 } }, "VALIDATION_FAILED"],
    ]
    for (const [name, input, code] of cases) {
      const result = await call(visitor, name, input)
      expect(result).toMatchObject({ isError: true, structuredContent: { error: { code } } })
      const { error } = result.structuredContent as { error: Record<string, string> }
      expect(error.message && error.remedy && error.requestId).toBeTruthy()
    }
    await expect(call(visitor, "drop_tables")).rejects.toThrow(/No tool/)
  })

  test("a call counts once, in the window of its operation", async () => {
    const { key } = await createApiKey()
    const client = await server.connect({ Authorization: `Bearer ${key}` })
    const parts = { address: token.address, include: ["safety", "trades", "comments"] }
    await windowStart(10_000)
    for (let at = 0; at < 8; at++) {
      expect((await call(client, "get_token", parts)).isError, `call ${at}`).toBeUndefined()
    }
    const refused = await call(client, "get_token", parts)
    expect(refused.structuredContent).toMatchObject({
      error: { code: "RATE_LIMITED", retryAfter: expect.any(Number) },
    })
    // The window of the address is another one.
    expect((await call(visitor, "get_token", parts)).isError).toBeUndefined()
  })

  test("pages of other sites get no answer, unless they have a key", async () => {
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" }
    const Origin = "https://elsewhere.example"
    const foreign = await server.post(list, { Origin, "Sec-Fetch-Site": "cross-site" })
    expect(foreign).toMatchObject({ status: 403, body: { code: "CSRF_REJECTED" } })
    // They may read the refusal.
    expect(foreign.headers.get("access-control-allow-origin")).toBe("*")
    const { key } = await createApiKey()
    const unknown = await server.post(list, { Origin, Authorization: "Bearer atoll_none" })
    expect(unknown).toMatchObject({ status: 401, body: { code: "INVALID_API_KEY" } })
    const credentials: Record<string, string>[] = [
      { Authorization: `bearer ${key}` },
      { "X-API-Key": key },
    ]
    for (const credential of credentials) {
      const keyed = await server.post(list, { Origin, ...credential })
      expect(keyed.status).toBe(200)
      expect(keyed.headers.get("access-control-allow-origin")).toBe("*")
    }
    const preflight = await fetch(server.url, {
      method: "OPTIONS",
      headers: {
        Origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type,mcp-protocol-version",
      },
    })
    expect(preflight.headers.get("access-control-allow-headers")).toMatch(
      /Authorization.*Content-Type.*MCP-Protocol-Version/,
    )
    const own = await server.post(list, { Origin: "http://localhost:3000" })
    expect(own.status).toBe(200)
  })

  test("has no stream and no session: 405 for GET and DELETE", async () => {
    for (const method of ["GET", "DELETE"]) {
      const answer = await fetch(server.url, { method, headers: { Accept: "text/event-stream" } })
      expect(answer.status).toBe(405)
      expect(answer.headers.get("allow")).toBe("POST, OPTIONS")
    }
  })

  test("answers what is no message, too many messages and too large a body", async () => {
    expect(await server.post("{")).toMatchObject({
      status: 400,
      body: { error: { code: -32_700 } },
    })
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" }
    const many = Array.from({ length: 11 }, (_, id) => ({ ...list, id }))
    expect(await server.post(many)).toMatchObject({
      status: 400,
      body: { error: { code: -32_600 } },
    })
    const two = await server.post(many.slice(0, 2), { "MCP-Protocol-Version": "2025-03-26" })
    expect(two.body).toHaveLength(2)
    const large = await server.post({ ...list, params: { text: "x".repeat(70_000) } })
    expect(large).toMatchObject({ status: 413, body: { code: "BODY_TOO_LARGE" } })
    const typed = await server.post(list, { "Content-Type": "text/plain" })
    expect(typed.status).toBe(415)
    const unknown = await server.post({ ...list, method: "tools/none" })
    expect(unknown.body).toMatchObject({ error: { code: -32_601 } })
    const future = await server.post(list, { "MCP-Protocol-Version": "2031-01-01" })
    expect(future.status).toBe(400)
  })

  test("takes every Accept that JSON is in, in both revisions", async () => {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    }
    const before = { jsonrpc: "2.0", id: 1, method: "tools/list" }
    const present = { ...before, params: { _meta: meta } }
    const ask = (body: object, accept: string | null) => {
      const headers = new Headers({ "Content-Type": "application/json" })
      if (body === present) headers.set("MCP-Protocol-Version", "2026-07-28")
      if (body === present) headers.set("MCP-Method", "tools/list")
      // fetch sends a star of its own where nothing is said.
      headers.set("Accept", accept ?? "")
      return fetch(server.url, { method: "POST", headers, body: JSON.stringify(body) })
    }
    const taken = [null, "*/*", "application/json", "APPLICATION/JSON", "application/*;q=0.1"]
    for (const body of [before, present]) {
      for (const accept of taken) expect((await ask(body, accept)).status, `${accept}`).toBe(200)
      for (const accept of ["text/html", "text/event-stream", "*/*, application/json;q=0"]) {
        const answer = await ask(body, accept)
        expect([answer.status, (await answer.json()).error.code]).toEqual([406, -32_000])
      }
    }
  })

  test("a portfolio says whose it is", async () => {
    const wallet = addressOf(9)
    const { contents } = await visitor.readResource({ uri: `atoll://portfolios/${wallet}` })
    expect(contents[0]).toMatchObject({ text: expect.stringContaining(`# Portfolio of ${wallet}`) })
  })

  test("answers in JSON, and accepts a notification with 202", async () => {
    const list = await server.post({ jsonrpc: "2.0", id: 1, method: "tools/list" })
    expect(list.headers.get("content-type")).toMatch(/^application\/json/)
    const note = await server.post({ jsonrpc: "2.0", method: "notifications/initialized" })
    expect(note).toMatchObject({ status: 202, text: "" })
  })

  test("answers any message without failing", async () => {
    const methods = [
      ...["initialize", "tools/call", "tools/list", "resources/read", "prompts/get"],
      ...["completion/complete", "server/discover", "subscriptions/listen", "logging/setLevel"],
    ]
    const names = ["get_token", "get_guide", "list_trades", "quote_action", "__proto__", "search"]
    const params = fc.oneof(
      fc.jsonValue(),
      fc.record({ name: fc.constantFrom(...names), arguments: fc.jsonValue() }),
      fc.record({ uri: fc.oneof(fc.string(), fc.constantFrom("atoll://tokens/%00", "atoll://x")) }),
    )
    const message = fc.record({
      jsonrpc: fc.constantFrom("2.0", "1.0"),
      id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
      method: fc.constantFrom(...methods),
      params,
    })
    const posted = fc.oneof(message, message, fc.jsonValue(), fc.array(message, { maxLength: 3 }))
    // What fails is logged with its request.
    const log = vi.spyOn(logger, "error")
    await fc.assert(
      fc.asyncProperty(posted, async (body) => {
        const answer = await server.post(body)
        expect(answer.status, answer.text).toBeLessThan(500)
        expect(answer.text).not.toMatch(/INTERNAL_ERROR|SERVICE_UNAVAILABLE/)
      }),
    )
    expect(log).not.toHaveBeenCalled()
    log.mockRestore()
  })
})
