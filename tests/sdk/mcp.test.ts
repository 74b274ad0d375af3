/** @module-tag long */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { Client, InMemoryTransport } from "@modelcontextprotocol/client"
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { parseEther } from "viem"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import * as nonceRoute from "@/app/api/auth/nonce/route"
import * as verifyRoute from "@/app/api/auth/verify/route"
import * as keysRoute from "@/app/api/v1/auth/keys/route"
import * as statsRoute from "@/app/api/v1/me/stats/route"
import * as buildRoute from "@/app/api/v1/transactions/build/route"
import * as sendRoute from "@/app/api/v1/transactions/send/route"
import * as contractsRoute from "@/app/contracts.json/route"
import { pool } from "@/lib/db/client"
import { createAtoll } from "@/sdk/src/client"
import { serveMcp } from "@/sdk/src/mcp/serve"
import { createSigner, DEFAULT_LIMITS, writeLimits } from "@/sdk/src/signing"
import {
  alice,
  bob,
  carol,
  configureChain,
  startChain,
  type TestChain,
} from "@/tests/helpers/chain"
import { type McpTestServer, startMcpServer } from "@/tests/helpers/mcp-server"
import { catchUp } from "@/tests/lib/indexer/following"
import { emptyIndex } from "@/tests/lib/indexer/tables"
import { withoutQuotations } from "@/tests/lib/mcp/quotations"
import { CAROL_KEY, carolAccount } from "./keys"

process.env.RATE_LIMIT_IP = "1000"
process.env.RATE_LIMIT_KEY = "1000"

const ROUTES: [string, Record<string, unknown>][] = [
  ["/api/auth/nonce", nonceRoute],
  ["/api/auth/verify", verifyRoute],
  ["/api/v1/auth/keys", keysRoute],
  ["/api/v1/me/stats", statsRoute],
  ["/api/v1/transactions/build", buildRoute],
  ["/api/v1/transactions/send", sendRoute],
  ["/contracts.json", contractsRoute],
]

let chain: TestChain
let service: McpTestServer
let url: string
let token: string
const folder = mkdtempSync(path.join(tmpdir(), "atoll-mcp-"))
const limitsFile = path.join(folder, "limits.json")

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  await chain.buyMain(bob, "10")
  token = (await chain.launch(alice, { name: 'Kelp⟧" EVIL', symbol: "EVIL" })).token
  await emptyIndex(pool())
  await catchUp(chain)
  service = await startMcpServer(ROUTES)
  url = service.url.origin
})

afterAll(async () => {
  await service.stop()
  await chain.stop()
  rmSync(folder, { recursive: true })
})

/** Of carol; a wallet has one. */
let ownKey: string | undefined

/** A local client of the stdio server, which signs with carol's key, or with none. */
async function connect({ canSign = true } = {}) {
  const account = carolAccount
  const atoll = createAtoll({
    url,
    ...(canSign && { account, domain: "localhost:3000" }),
    ...(canSign && ownKey && { key: ownKey }),
    onKey: (newKey) => {
      ownKey = newKey
    },
  })
  const signer = canSign ? createSigner({ account, limitsFile, confirm: async () => false }) : null
  const [here, there] = InMemoryTransport.createLinkedPair()
  const served = serveMcp({ atoll, signer, transport: there })
  const client = new Client({ name: "test", version: "1" })
  await client.connect(here)
  return { client, served }
}

const buy = (amount: string) => ({
  name: "execute_action",
  arguments: { action: "token.buy", token, amount: `${parseEther(amount)}` },
})

/** How the owner changes a limit: by the command, or in a program. */
const OWNER = /`atoll limits --[a-z-]+`.*writeLimits/

type Result = Awaited<ReturnType<Client["callTool"]>>
const textOf = ({ content }: Result) =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("\n")

describe("the stdio server", () => {
  test("has the tools of the service, and signs for two of them", async () => {
    const visitor = await service.connect()
    const there = (await visitor.listTools()).tools.map(({ name }) => name)
    const { client } = await connect()
    const { tools } = await client.listTools()
    const expected = there
      .filter((name) => name !== "send_transactions")
      .map((name) => (name === "build_action" ? "execute_action" : name))
    expect(tools.map(({ name }) => name)).toEqual(expected)
    const execute = tools.find(({ name }) => name === "execute_action")
    expect(tools.map(({ outputSchema }) => outputSchema?.required)).toEqual(
      tools.map(() => undefined),
    )
    expect(execute?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
    expect(execute?.inputSchema.properties).not.toHaveProperty("wallet")
    expect(client.getInstructions()).toMatch(/execute_action/)
  })

  test("executes an action: built, checked, signed here, sent and indexed", async () => {
    await writeLimits(limitsFile, { ...DEFAULT_LIMITS, maxPerAction: parseEther("5") })
    const { client } = await connect()
    const done = await client.callTool(buy("1"))
    expect(done.isError, textOf(done)).toBeFalsy()
    const answer = done.structuredContent as {
      transactions: { status: string }[]
      events: { type: string }[]
    }
    expect(answer.transactions.at(-1)?.status).toBe("success")
    expect(answer.events.map(({ type }) => type)).toContain("TokensTraded")
    expect(withoutQuotations(textOf(done))).not.toContain("EVIL")
    const { structuredContent } = await client.callTool({
      name: "list_trades",
      arguments: { of: "wallet", address: carol },
    })
    expect(structuredContent).toMatchObject({
      data: [{ type: "buy", contractAddress: token.toLowerCase() }, { routingLeg: true }],
    })
    const tide = { ...buy("1").arguments, token: chain.book.mainToken }
    const own = await client.callTool({ name: "execute_action", arguments: tide })
    expect(textOf(own)).toMatch(/^Done\. Effect: You pay 1 USDB and receive /)
  })

  test("signs nothing beyond its limits, nor what is to be confirmed", async () => {
    const { client } = await connect()
    const head = await chain.head()
    const cases: [Partial<typeof DEFAULT_LIMITS>, string][] = [
      [{ maxPerAction: parseEther("0.5") }, "LIMIT_PER_ACTION"],
      [{ maxPerAction: null, maxPerDay: parseEther("1.5") }, "LIMIT_PER_DAY"],
      [{ maxPerAction: null, maxPerDay: null, actions: ["vault.wrap"] }, "ACTION_NOT_ALLOWED"],
      [{ maxPerAction: null, maxPerDay: null, expires: new Date(1) }, "LIMITS_EXPIRED"],
      [{ maxPerAction: null, maxPerDay: null, confirmAbove: 0n }, "NOT_CONFIRMED"],
    ]
    for (const [limits, code] of cases) {
      await writeLimits(limitsFile, { ...DEFAULT_LIMITS, ...limits })
      const refused = await client.callTool(buy("1"))
      expect(refused).toMatchObject({
        isError: true,
        structuredContent: {
          error: { code, message: expect.anything(), remedy: expect.stringMatching(OWNER) },
        },
      })
      // The signer's own words are no user's.
      expect(textOf(refused)).not.toMatch(/⟦|\\u/)
    }
    expect(await chain.head()).toBe(head)
  })

  test("errors of the service come as they are, blockers with their remedy", async () => {
    await writeLimits(limitsFile, {
      ...DEFAULT_LIMITS,
      maxPerAction: null,
      maxPerDay: null,
      confirmAbove: null,
    })
    const { client } = await connect()
    const poor = await client.callTool(buy("100000000"))
    expect(poor).toMatchObject({
      isError: true,
      structuredContent: { error: { remedy: expect.any(String) } },
    })
    const wrong = await client.callTool({ name: "execute_action", arguments: { action: "none" } })
    expect(wrong).toMatchObject({ structuredContent: { error: { code: "VALIDATION_FAILED" } } })
    expect(textOf(wrong)).not.toMatch(/⟦|\\u/)
    const unknown = { name: "get_token", arguments: { address: carol } }
    const missing = await client.callTool(unknown)
    expect(missing).toMatchObject({ structuredContent: { error: { code: "TOKEN_NOT_FOUND" } } })
    expect(textOf(missing)).not.toMatch(/⟦|\\u/)
    // Messages that name what a user has named are marked as before; their remedies are not.
    expect(textOf(poor)).toMatch(/⟦.*⟧.* Get more of it first/)
    await expect(client.callTool({ name: "none", arguments: {} })).rejects.toThrow(/No tool/)
    await expect(client.readResource({ uri: "atoll://x/1" })).rejects.toThrow()
  })

  test("reads the portfolio of the wallet that signs, where none is named", async () => {
    const { client } = await connect()
    const { tools } = await client.listTools()
    const { inputSchema } = tools.find(({ name }) => name === "get_portfolio") ?? {}
    expect(inputSchema?.required).toEqual([])
    const ask = (input: Record<string, unknown>) =>
      client.callTool({ name: "get_portfolio", arguments: input })
    const own = await ask({})
    expect(own.isError, textOf(own)).toBeFalsy()
    expect(own.structuredContent).toEqual((await ask({ wallet: carol })).structuredContent)
    expect(own.structuredContent).not.toEqual((await ask({ wallet: alice })).structuredContent)
  })

  test("reads resources, prompts and completions of the service", async () => {
    const { client } = await connect()
    expect((await client.listResources()).resources.length).toBeGreaterThan(5)
    expect((await client.listPrompts()).prompts).toHaveLength(3)
    const { contents } = await client.readResource({ uri: `atoll://tokens/${token}` })
    expect(JSON.stringify(contents)).toContain("EVIL")
    const { completion } = await client.complete({
      ref: { type: "ref/resource", uri: "atoll://tokens/{address}" },
      argument: { name: "address", value: "EVIL" },
    })
    expect(completion.values).toEqual([token.toLowerCase()])
  })

  test("signs in again when its key is deleted, and reads without any", async () => {
    await pool().query("delete from api_key")
    const { client } = await connect()
    expect((await client.callTool({ name: "get_account", arguments: {} })).isError).toBeFalsy()
    const { client: reader } = await connect({ canSign: false })
    expect((await reader.listTools()).tools.map(({ name }) => name)).toContain("build_action")
    expect(await reader.callTool({ name: "get_account", arguments: {} })).toMatchObject({
      structuredContent: { error: { code: "UNAUTHENTICATED" } },
    })
  })

  test("is a program: `atoll mcp`, with key and limits from its environment", async () => {
    await writeLimits(limitsFile, DEFAULT_LIMITS)
    const client = new Client({ name: "test", version: "1" })
    const env = {
      ...getDefaultEnvironment(),
      ATOLL_URL: url,
      ATOLL_KEY: ownKey ?? "",
      ATOLL_PRIVATE_KEY: CAROL_KEY,
      ATOLL_LIMITS: limitsFile,
      XDG_CONFIG_HOME: folder,
    }
    const args = ["sdk/bin.mjs", "mcp"]
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env }))
    try {
      const done = await client.callTool(buy("1"))
      expect(done.isError, textOf(done)).toBeFalsy()
      // Nobody can be asked: what is to be confirmed is refused.
      expect(await client.callTool(buy("20"))).toMatchObject({
        structuredContent: { error: { code: "NOT_CONFIRMED" } },
      })
    } finally {
      await client.close()
    }
  })

  test("ends when its client goes", async () => {
    const { client, served } = await connect()
    await client.close()
    await served
  })
})
