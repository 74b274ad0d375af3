import { existsSync } from "node:fs"
import path from "node:path"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { operations } from "@/app/mcp/operations"
import { type ErrorCode, errorCodes } from "@/lib/http/errors"
import { remedyOf, toolRemedyOf } from "@/lib/http/remedies"
import { createCatalog } from "@/lib/mcp/catalog"
import { findRoutes } from "@/tests/helpers/routes"
import "./admin"
import { log as logger } from "@/lib/telemetry/logger"
import type { Case } from "./ask"
import { contentCases } from "./content-cases"
import { requestCases } from "./request-cases"

// Windows are no matter of these cases.
for (const window of ["KEY", "IP", "PAGE"]) process.env[`RATE_LIMIT_${window}`] = "100000"

const cases: Readonly<Partial<Record<ErrorCode, Case>>> = { ...requestCases, ...contentCases }

const CHAIN = "needs transactions of a chain"
const NETWORK = "ends when an outside network changes"
const OPERATOR = "ends when the operator or time changes something"
const NOTHING = "nothing more is to be done, or something else is to be chosen"

/** Why a remedy is not followed here. */
const NOT_FOLLOWED: Readonly<Partial<Record<ErrorCode, string>>> = {
  NOT_ECOSYSTEM_TOKEN: CHAIN,
  INVALID_REFERRER: CHAIN,
  INVALID_TRANSACTION: CHAIN,
  WRONG_CHAIN: CHAIN,
  MAYBE_SENT: CHAIN,
  TOO_MANY_WAITING: OPERATOR,
  NOT_CREATOR: CHAIN,
  AGENT_NOT_OWNED: CHAIN,
  AGENT_ID_TAKEN: CHAIN,
  FAUCET_NOT_ELIGIBLE: CHAIN,
  NOT_OUR_CONTRACT: CHAIN,
  METADATA_EXISTS: CHAIN,
  CLAIM_IN_PROGRESS: CHAIN,
  TX_NOT_FOUND: CHAIN,
  TX_FAILED: CHAIN,
  TRANSACTION_REFUSED: CHAIN,
  SYNC_FAILED: CHAIN,
  NO_ORDER_EVENTS: CHAIN,
  MARKET_NOT_FOUND: CHAIN,
  ASSET_NOT_DEPLOYED: CHAIN,
  ROUND_NOT_FOUND: CHAIN,
  SOCIAL_POST_UNVERIFIABLE: NETWORK,
  MOLTBOOK_POST_NOT_FOUND: NETWORK,
  MOLTBOOK_AUTHOR_MISMATCH: NETWORK,
  MOLTBOOK_POST_UNVERIFIABLE: NETWORK,
  UPSTREAM_UNAVAILABLE: NETWORK,
  RATE_LIMITED: OPERATOR,
  QUOTA_EXCEEDED: OPERATOR,
  CHAIN_UNAVAILABLE: OPERATOR,
  SERVICE_UNAVAILABLE: OPERATOR,
  INTERNAL_ERROR: OPERATOR,
  NOT_CONFIGURED: OPERATOR,
  FAUCET_EMPTY: OPERATOR,
  NOT_FOUND: NOTHING,
  COMMENT_NOT_FOUND: NOTHING,
  REPORT_NOT_FOUND: NOTHING,
  SOCIAL_NOT_FOUND: NOTHING,
  SOCIAL_MANAGED: NOTHING,
  ALREADY_SUBMITTED: NOTHING,
  COPIED_CONTENT: NOTHING,
  OFF_TOPIC: NOTHING,
}

beforeEach(() => {
  // Outside networks are said to be read.
  vi.spyOn(logger, "warn").mockImplementation(() => {})
  return () => vi.restoreAllMocks()
})

test("every code has a remedy that is followed, or a reason why not", () => {
  const codes = new Set([...Object.keys(cases), ...Object.keys(NOT_FOLLOWED)])
  // Codes of actions come with the chain.
  const missing = errorCodes.filter((code) => !codes.has(code) && !code.endsWith("_NOT_FOUND"))
  expect(missing).toEqual([])
})

describe("who follows the remedy of", () => {
  test.each(Object.entries(cases))("%s is refused no longer", async (code, each) => {
    const [says, follow] = each
    const [refused, followed] = await follow()
    expect([refused.body.code, refused.body.remedy]).toEqual([code, remedyOf(code as ErrorCode)])
    for (const words of says) expect(refused.body.remedy).toContain(words)
    expect(followed.body?.code, followed.text).not.toBe(code)
    // A hash of no transaction is well formed, and unknown.
    if (code !== "INVALID_TX_HASH") expect(followed.status, followed.text).toBeLessThan(400)
  })
})

describe("what remedies name is there:", () => {
  const texts = errorCodes.flatMap((code) => [remedyOf(code), toolRemedyOf(code)])

  test("operations", async () => {
    const routes = await findRoutes()
    const declared = routes.flatMap(({ path: at, operations: all }) =>
      Object.keys(all).map((method) => `${method} ${at}`),
    )
    const named = texts.flatMap(
      (text) => text.match(/\b(GET|POST|PATCH|DELETE) \/[\w./{}-]+/g) ?? [],
    )
    expect(named.length).toBeGreaterThan(10)
    expect(declared).toEqual(expect.arrayContaining(named.map((each) => each.replace(/\.$/, ""))))
  })

  test("pages", () => {
    const named = texts.flatMap((text) => text.match(/(?<![\w}])\/(?:docs|account)[\w/-]*/g) ?? [])
    expect(new Set(named)).toEqual(new Set(["/account", "/docs/api", "/docs/authentication"]))
    for (const page of ["account", "docs", "docs/[guide]", "docs/api"]) {
      expect(existsSync(path.join("app", page, "page.tsx")), page).toBe(true)
    }
  })

  test("tools", () => {
    const tools = createCatalog(operations)
    const named = texts.flatMap((text) => text.match(/\b[a-z]+_[a-z]+\b/g) ?? [])
    expect(named.length).toBeGreaterThan(3)
    for (const name of named) expect([...tools.keys()]).toContain(name)
  })
})
