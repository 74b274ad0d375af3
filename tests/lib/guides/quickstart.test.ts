/** @module-tag long */
import { execFile, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import path from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import * as cardRoute from "@/app/.well-known/agent-card.json/route"
import * as nonceRoute from "@/app/api/auth/nonce/route"
import * as verifyRoute from "@/app/api/auth/verify/route"
import * as keysRoute from "@/app/api/v1/auth/keys/route"
import * as quoteRoute from "@/app/api/v1/quote/route"
import * as buildRoute from "@/app/api/v1/transactions/build/route"
import * as sendRoute from "@/app/api/v1/transactions/send/route"
import * as llmsRoute from "@/app/llms.txt/route"
import type { Resource } from "@/lib/api/route"
import { pool } from "@/lib/db/client"
import { writeLlmsText } from "@/lib/guides/llms-text"
import { createServer } from "@/server/http-server"
import { answerRoutes } from "@/server/routes"
import { call } from "@/tests/helpers/call"
import { bob, carol, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { catchUp } from "@/tests/lib/indexer/following"
import { emptyIndex } from "@/tests/lib/indexer/tables"

/** Of `carol`; the key of a mnemonic that everybody knows. */
const CAROL_KEY = "0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a"

const ROUTES: [string, Resource][] = Object.entries({
  "/api/auth/nonce": nonceRoute,
  "/api/auth/verify": verifyRoute,
  "/api/v1/auth/keys": keysRoute,
  "/api/v1/quote": quoteRoute,
  "/api/v1/transactions/build": buildRoute,
  "/api/v1/transactions/send": sendRoute,
  "/llms.txt": llmsRoute,
}).map(([at, handlers]) => [at, handlers as unknown as Resource])

let chain: TestChain
let server: Server
let origin: string
let folder: string
const requests: string[] = []

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  await chain.buyMain(bob, "10")
  await emptyIndex(pool())
  await catchUp(chain)
  server = createServer(
    vi.fn(async () => {}),
    [answerRoutes(ROUTES)],
  )
  server.on("request", ({ url }) => requests.push(url ?? ""))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Inside the repository, where the program finds viem.
  folder = mkdtempSync(path.resolve(".data/quickstart-"))
})

afterAll(async () => {
  rmSync(folder, { recursive: true })
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await chain.stop()
})

/** The code of a Markdown text in one language. */
const blocksOf = (markdown: string, language: string) =>
  [...markdown.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(
    ([, code = ""]) => code,
  )

describe("the quickstart of llms.txt", () => {
  test("its commands make a trade in six requests after the text itself", async () => {
    const text = await (await fetch(`${origin}/llms.txt`)).text()
    const [program = ""] = blocksOf(text, "js")
    const [commands = ""] = blocksOf(text, "bash")
    writeFileSync(path.join(folder, "sign.mjs"), program)
    // The service names the address of its configuration, which is not that of this test.
    writeFileSync(
      path.join(folder, "run.sh"),
      commands.replace(/^export ATOLL=.*$/m, `export ATOLL=${origin}`),
    )
    requests.length = 0
    const { stdout } = await promisify(execFile)("bash", ["-e", "-o", "pipefail", "run.sh"], {
      cwd: folder,
      env: { ...process.env, PRIVATE_KEY: CAROL_KEY, WALLET: carol },
    })
    expect(requests).toHaveLength(6)
    const answer = JSON.parse(stdout.slice(stdout.lastIndexOf('{"transactions"')))
    const [trade] = answer.transactions.slice(-1)
    expect(trade.status).toBe("success")
    expect(trade.events.map(({ type }: { type: string }) => type)).toContain("TokensTraded")
  })

  test("run again, it says that the wallet has a key, and what to do", async () => {
    const again = promisify(execFile)("bash", ["-e", "-o", "pipefail", "run.sh"], {
      cwd: folder,
      env: { ...process.env, PRIVATE_KEY: CAROL_KEY, WALLET: carol },
    })
    await expect(again).rejects.toMatchObject({
      stderr: expect.stringMatching(/already has an API key\. Use the wallet's key again\./),
    })
  })

  test.each([
    { error: "Token not found", remedy: "Look for it." },
    { error: "Token not found" },
    { quote: { blockers: [{ message: "Too little", remedy: "Get more." }] }, transactions: [] },
    {
      quote: { blockers: [] },
      simulation: { revert: { message: "No", remedy: "" } },
      transactions: [],
    },
  ])("its program signs nothing that is refused or would fail: %o", (answer) => {
    const [program = ""] = blocksOf(writeLlmsText({ origin, chainId: 7, tide: bob }), "js")
    writeFileSync(path.join(folder, "refused.mjs"), program)
    const { status, stdout, stderr } = spawnSync("node", ["refused.mjs"], {
      ...{ cwd: folder, encoding: "utf8", input: JSON.stringify(answer) },
      env: { ...process.env, PRIVATE_KEY: CAROL_KEY },
    })
    expect([status, stdout]).toEqual([1, ""])
    expect(stderr).toMatch(
      /^(Token not found|Token not found\. Look for it\.|Too little Get more\.|No )$/m,
    )
  })

  test("names every action, and writes the address it is given", () => {
    const text = writeLlmsText({ origin: "https://atoll.example", chainId: 7, tide: bob })
    expect(text).toContain("export ATOLL=https://atoll.example\n")
    expect(text).toContain(`"token": "${bob}"`)
    for (const name of ["token.buy", "market.claimBounty", "approve.revoke"]) {
      expect(text).toContain(`- \`${name}\`: `)
    }
  })

  test("the agent card points to it", async () => {
    const { body: card } = await call(cardRoute)
    expect(card).toMatchObject({ name: "Atoll", capabilities: { streaming: true } })
    expect(card.documentationUrl).toMatch(/\/llms\.txt$/)
  })
})
