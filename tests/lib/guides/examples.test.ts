/** @module-tag long */
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import path from "node:path"
import { toHex } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { pool } from "@/lib/db/client"
import { type Guide, type GuideFacts, writeGuide } from "@/lib/guides/guide"
import { guides } from "@/lib/guides/registry"
import type { RouteEntry } from "@/lib/http/route-table"
import { createServer } from "@/server/http-server"
import type { RouteModule } from "@/server/routes"
import { answerRoutes } from "@/server/routes"
import {
  alice,
  bob,
  carol,
  configureChain,
  startChain,
  type TestChain,
} from "@/tests/helpers/chain"
import { createMarkets } from "@/tests/helpers/markets"
import { roundActions } from "@/tests/helpers/updown"
import { catchUp } from "@/tests/lib/indexer/following"
import { emptyIndex } from "@/tests/lib/indexer/tables"
import { createLoanWorld } from "@/tests/lib/portfolio/loan-actions"
import { runReference } from "./reference-examples"
import { runExamples } from "./run-examples"

process.env.RATE_LIMIT_KEY = "1000"
process.env.RATE_LIMIT_IP = "1000"

const MNEMONIC = "test test test test test test test test test test test junk"

let chain: TestChain
let server: Server
let origin: string
let folder: string
let facts: GuideFacts
let market: string

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  await createLoanWorld(chain)
  market = (await (await createMarkets(chain)).createMarket(alice)).token
  await chain.buyMain(bob, "1000")
  await roundActions(chain).start("btc")
  await emptyIndex(pool())
  await catchUp(chain)
  server = createServer(
    vi.fn(async () => {}),
    [answerRoutes(await loadRoutes())],
  )
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  folder = mkdtempSync(path.resolve(".data/examples-"))
  facts = { origin, chainId: chain.book.chainId, tide: chain.book.mainToken }
})

afterAll(async () => {
  rmSync(folder, { recursive: true })
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await chain.stop()
})

/** Every route file below app/, as the server has them. */
async function loadRoutes(): Promise<RouteEntry<RouteModule>[]> {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
  const routes = files.filter((file) => path.basename(file) === "route.ts")
  return Promise.all(
    routes.map(async (file) => {
      const module: RouteModule = await import(path.resolve("app", file))
      return [`/${path.dirname(file)}`, module] as const
    }),
  )
}

const keyOf = (index: number) => {
  const { privateKey } = mnemonicToAccount(MNEMONIC, { addressIndex: index }).getHdKey()
  return toHex(privateKey ?? new Uint8Array())
}

const run = (guide: Guide, variables: Record<string, string>) =>
  runExamples(writeGuide(guide, facts), { folder, origin, variables })

/** A ceiling for a machine that does much else. */
const LIMIT = { timeout: 300_000 }

const others = guides.filter(({ slug }) => !["quickstart", "authentication"].includes(slug))

/** As the guide on authentication reads it from the file that the quickstart has written. */
const TELL_COOKIE = `awk 'NF == 7 { print "COOKIE=" $6 "=" $7 }' cookies.txt`

describe("examples of the guides run against an instance", () => {
  const carolWallet = { WALLET: carol, PRIVATE_KEY: keyOf(4), KEY: "" }
  let cookie = ""

  test("quickstart; its key is that of the other guides", async () => {
    const [quickstart] = guides
    if (!quickstart) throw new Error("there is no guide")
    const output = await runExamples(
      `${writeGuide(quickstart, facts)}\n\`\`\`bash\necho "KEY=$KEY"\n${TELL_COOKIE}\n\`\`\`\n`,
      {
        ...{ folder, origin, variables: carolWallet },
      },
    )
    carolWallet.KEY = /KEY=(\S+)$/m.exec(output)?.[1] ?? ""
    expect(carolWallet.KEY).not.toBe("")
    cookie = /^COOKIE=(\S+)$/m.exec(output)?.[1] ?? ""
    expect(cookie).toContain("=")
  })

  test("authentication", async () => {
    const guide = guides.find(({ slug }) => slug === "authentication")
    if (!guide) throw new Error("there is no such guide")
    const output = await run(guide, { WALLET: bob, PRIVATE_KEY: keyOf(3) })
    expect(output).toContain(bob)
  })

  test.each(others)("$slug", LIMIT, async (guide) => {
    const output = await run(guide, carolWallet)
    // Actions that are performed succeed; a reverted one is no failure of a command.
    expect(output).not.toContain('"reverted"')
    const performed = [...writeGuide(guide, facts).matchAll(/^perform /gm)].length
    const succeeded = [...output.matchAll(/"status": "success"/g)].length
    expect(succeeded).toBeGreaterThanOrEqual(performed)
  })

  test("the SDK's key is kept: a second run uses it", LIMIT, async () => {
    const guide = guides.find(({ slug }) => slug === "sdk")
    const [, section = ""] =
      /^## Keep the key\n([\s\S]*?)^## /m.exec(guide?.write(facts) ?? "") ?? []
    const variables = { ATOLL: origin, WALLET: bob, PRIVATE_KEY: keyOf(3), KEY: "" }
    for (const _ of ["first", "second"]) {
      const output = await runExamples(section, { folder, origin, variables })
      expect(output).toContain(`reads and acts as ${bob}`)
    }
  })

  test("those of the reference, in curl, TypeScript and Python", LIMIT, async ({ annotate }) => {
    const results = await runReference({
      ...{ folder, origin, market, wallet: carol, key: carolWallet.KEY, tide: facts.tide, cookie },
    })
    if (!results.hasPython)
      await annotate("no python3 with httpx: the examples in Python are not run")
    expect(results.wrong).toEqual([])
    expect(results.succeeded).toBeGreaterThan(35)
  })
})
