import path from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { z } from "zod"
import { type Contract, type Operation, topicsOf } from "@/lib/api/contract"
import type { Handler } from "@/lib/api/route"
import { db, pool } from "@/lib/db/client"
import { PEOPLE, POINTS, REEF, TOKENS } from "@/lib/db/topic-versions"
import { logChange } from "@/lib/stream-log/change"
import { listRoutes } from "@/scripts/generate/openapi.mjs"
import { createApiKey } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { insertMarket } from "@/tests/helpers/market-rows"
import { emptyTables, insertToken, insertTrade } from "@/tests/helpers/rows"
import { insertRound } from "@/tests/helpers/updown-rows"

/** Tables whose changes each topic counts; what people write by triggers, the rest by the index. */
const TABLES = {
  [PEOPLE]: ["profile", "social_link", "agent", "wallet_points"],
  [POINTS]: [
    ...["points_day", "points_due", "rank_snapshot", "rank_chunk"],
    ...["agent_record", "agent_record_due", "reef_member"],
  ],
  /** Counted under their token's address as well. */
  ofToken: [
    ...["trade", "pool_sync", "candle", "token", "token_reading", "token_day", "holder", "tx"],
    ...["market", "market_outcome", "market_order", "market_order_count", "market_flow"],
    ...["share_trade", "order_event", "market_event", "share_holder", "market_creation"],
    ...["whitelist_event", "whitelist_entry", "surge_start", "surge_end", "project", "comment"],
    ...["whitelist_count", "wallet_trades"],
  ],
  [TOKENS]: [
    ...["loan", "loan_event", "open_loans", "list_count", "vault_event", "vesting_event"],
    ...["vesting_party", "vesting_schedule", "referral", "token_skeleton"],
    ...["updown_round", "updown_position", "updown_wallet"],
    ...["updown_start", "updown_bet", "updown_end", "updown_claim"],
  ],
}

const WRITTEN_BY_PEOPLE = [...TABLES[PEOPLE], ...TABLES[POINTS], "project", "comment"]

const TOKEN = `0x${"7".repeat(40)}`
const WALLET = `0x${"8".repeat(40)}`
const VALUES: Record<string, string> = {
  wallet: WALLET,
  token: "btc",
  tf: "0",
  roundId: "1",
}

let as: { key: string }
let market = ""

beforeAll(async () => {
  await emptyTables()
  as = await createApiKey()
  await insertToken({ address: TOKEN })
  await insertTrade({ token: TOKEN })
  market = (await insertMarket()).address
  await insertRound()
})

afterAll(() => vi.restoreAllMocks())

const plan = z.object({ "QUERY PLAN": z.unknown() })

/** Every table of a plan, those of functions that PostgreSQL has put into it included. */
function tablesOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(tablesOf)
  if (typeof node !== "object" || node === null) return []
  return Object.entries(node).flatMap(([name, value]) =>
    name === "Relation Name" ? [String(value)] : tablesOf(value),
  )
}

/** The tables that the work reads. */
async function tablesReadBy(work: () => Promise<unknown>) {
  const texts = new Set<string>()
  const query = pool().query
  const spy = vi.spyOn(pool(), "query").mockImplementation((...inputs: unknown[]) => {
    const [first] = inputs
    const text = typeof first === "object" && first !== null && "text" in first ? first.text : first
    if (typeof text === "string") texts.add(text)
    return Reflect.apply(query, pool(), inputs)
  })
  await work().finally(() => spy.mockRestore())
  const tables = new Set<string>()
  for (const text of texts) {
    if (!/^\s*(select|with)\b/i.test(text) || /topic_version|api_key/.test(text)) continue
    const { rows } = await pool().query(`explain (generic_plan, format json) ${text}`)
    for (const table of tablesOf(plan.array().parse(rows))) tables.add(table)
  }
  return [...tables]
}

function tablesFollowedBy(contract: Contract, params: Record<string, string>) {
  const topics = topicsOf(contract, params)
  return topics.flatMap((topic) => {
    if (topic === TOKENS) return [...TABLES[TOKENS], ...TABLES.ofToken]
    if (topic === PEOPLE || topic === POINTS) return TABLES[topic]
    return TABLES.ofToken
  })
}

type Module = { GET?: Handler<Operation> & { contract?: Contract } }

const modules = await Promise.all(
  listRoutes().map(
    async (file): Promise<{ file: string; module: Module }> => ({
      file,
      module: await import(pathToFileURL(path.resolve("app", file)).href),
    }),
  ),
)

const kept = modules.flatMap(({ file, module }) => {
  const contract = module.GET?.contract
  return contract?.kept ? [{ file, contract, module }] : []
})

describe("an answer that is kept", () => {
  test.each(kept)("$file reads no table but those of its topics", async (operation) => {
    const { file, contract, module } = operation
    const names = [...file.matchAll(/\[(\w+)\]/g)].map(([, name]) => name ?? "")
    const params = Object.fromEntries(
      names.map((name) => [
        name,
        name === "address" && !file.includes("/markets/") ? TOKEN : (VALUES[name] ?? market),
      ]),
    )
    const query: Record<string, string | number> = file.endsWith("/updown/rounds/route.ts")
      ? { token: "btc", tf: 0 }
      : {}
    const read = await tablesReadBy(async () => {
      const answer = await call(module, { params, query, as })

      expect(answer.status).toBe(200)
    })
    expect(read.length).toBeGreaterThan(0)
    const followed = tablesFollowedBy(contract, params)
    expect(read.filter((table) => !followed.includes(table))).toEqual([])
  })

  test("is one of 22", () => {
    expect(kept.length).toBe(22)
  })
})

test("a token's answers stay kept while others log in, vote and trade elsewhere", async () => {
  const paths = ["trades", "candles", "orders", "whitelist", "comments"]
  const routes = kept.filter(({ file }) =>
    paths.some((name) => file === `api/v1/tokens/[address]/${name}/route.ts`),
  )
  expect(routes.length).toBe(paths.length)
  const read = async () => {
    const tables: string[] = []
    for (const { module } of routes) {
      tables.push(...(await tablesReadBy(() => call(module, { params: { address: TOKEN }, as }))))
    }
    return tables
  }
  // Within one minute of candles.
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] })
  await read()
  for (let turn = 0; turn < 50; turn++) {
    const value = crypto.randomUUID()
    await pool().query("insert into nonce values ($1, '0x', now())", [value])
    await logChange(db, { topics: [REEF, `${REEF}:${value}`] })
    await logChange(db, { topics: [market], block: 1_000_000 + turn })
  }
  expect(await read()).toEqual([])
  await logChange(db, { topics: [TOKEN] })
  expect(await read()).toContain("trade")
  vi.useRealTimers()
})

test("what people write is counted by triggers", async () => {
  const { rows } = await pool().query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger where tgname like '%_touched'`,
  )
  const counted = rows.map(({ name }) => name).filter((name) => name !== "topic_touch")
  expect(counted.sort()).toEqual([...WRITTEN_BY_PEOPLE].sort())
})
