import pg from "pg"
import { isValidElement, type ReactElement, type ReactNode } from "react"
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { FailedSection } from "@/components/ui/section"
import { takePartial } from "@/lib/pages/partial-pages"
import { log as logger } from "@/lib/telemetry/logger"
import { insertMarket } from "@/tests/helpers/market-rows"
import { insertAgent, insertPost } from "@/tests/helpers/reef"
import { addressOf, emptyTables, insertToken } from "@/tests/helpers/rows"

const REQUEST = "7c1b"

// With loans: the pages of it are for chains that have them.
const contracts = JSON.parse(process.env.CONTRACTS ?? "{}")
process.env.PUBLIC_RPC_URL = "http://127.0.0.1:9"
process.env.CONTRACTS = JSON.stringify({ ...contracts, loanHub: `0x${"66".repeat(20)}` })

vi.mock("next/headers", () => ({ headers: async () => new Headers({ "x-request-id": REQUEST }) }))

const wallet = addressOf(9)
const token = addressOf(1)
let market = ""
let post = ""
let failing: RegExp | null = null

/** The database refuses the statements that match. */
beforeAll(async () => {
  const send = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...[statement, ...rest]: unknown[]
  ) {
    const text = typeof statement === "string" ? statement : Reflect.get(Object(statement), "text")
    const isRefused = failing?.test(`${text}`)
    return Reflect.apply(send, this, [isRefused ? "select no_such_column" : statement, ...rest])
  })
  await emptyTables()
  await insertToken({ address: token })
  market = (await insertMarket()).address
  await insertAgent(wallet)
  post = await insertPost({ title: `About ${token}` })
})

beforeEach(() => {
  vi.spyOn(logger, "error").mockImplementation(() => {})
})

afterEach(() => {
  failing = null
  takePartial(REQUEST)
})

/** Titles of the sections that say they failed. Renders the server's components of a page, not those of the browser. */
async function findFailed(node: ReactNode): Promise<ReactNode[]> {
  if (Array.isArray(node)) return (await Promise.all(node.map(findFailed))).flat()
  if (!isValidElement(node)) return []
  const { type, props } = node as ReactElement<Record<string, ReactNode>>
  if (type === FailedSection) return [props.title]
  return findFailed(isServerComponent(type) ? await type(props) : Object.values(props))
}

const isServerComponent = (type: unknown): type is (props: unknown) => Promise<ReactNode> =>
  typeof type === "function" && type.constructor.name === "AsyncFunction"

type Load = () => Promise<{ default: (props: never) => Promise<ReactNode> }>

async function openPage(load: Load, params: object, search: object) {
  const { default: page } = await load()
  const props = { params: Promise.resolve(params), searchParams: Promise.resolve(search) }
  return findFailed(await page(props as never))
}

type Example = {
  page: string
  load: Load
  params?: () => object
  search?: object
  /** The statement that fails. */
  statement: RegExp
  /** Titles of the sections that say so; without a title the page has the heading. */
  failed: ReactNode[]
}

const examples: Example[] = [
  {
    page: "/",
    load: () => import("@/app/page"),
    statement: /reef_post/,
    failed: ["From the Reef"],
  },
  {
    page: "/ (prices)",
    load: () => import("@/app/page"),
    statement: /candle/,
    failed: ["Top movers", "New launches", "Most traded"],
  },
  {
    page: "/wallets/[address]",
    load: () => import("@/app/wallets/[address]/page"),
    params: () => ({ address: wallet }),
    statement: /reef_post/,
    failed: ["Posts on the Reef"],
  },
  {
    page: "/portfolio/[wallet]",
    load: () => import("@/app/portfolio/[wallet]/page"),
    params: () => ({ wallet }),
    search: { tab: "trades" },
    statement: /from "?trade/,
    failed: [undefined],
  },
  {
    page: "/borrow",
    load: () => import("@/app/borrow/page"),
    statement: /liquidation_time/,
    failed: ["Expired loans"],
  },
  {
    page: "/agents/[agentId]",
    load: () => import("@/app/agents/[agentId]/page"),
    params: () => ({ agentId: "1" }),
    statement: /from "agent_feedback/,
    failed: ["Feedback"],
  },
  {
    page: "/launchpad",
    load: () => import("@/app/launchpad/page"),
    statement: /profile/,
    failed: [undefined],
  },
  {
    page: "/launchpad (table)",
    load: () => import("@/app/launchpad/page"),
    search: { view: "table" },
    statement: /candle/,
    failed: [undefined],
  },
  {
    page: "/markets",
    load: () => import("@/app/markets/page"),
    statement: /group by/,
    failed: [undefined],
  },
  {
    page: "/reef",
    load: () => import("@/app/reef/page"),
    statement: /"?created_at"? >=? /,
    failed: ["Top posts today"],
  },
  {
    page: "/vesting (the wallet's name)",
    load: () => import("@/app/vesting/page"),
    search: { wallet },
    statement: /join "profile"/,
    // Its address stands in its place.
    failed: [],
  },
  {
    page: "/reef/[postId]",
    load: () => import("@/app/reef/[postId]/page"),
    params: () => ({ postId: post }),
    statement: /is_prediction/,
    failed: [undefined],
  },
  {
    page: "/tokens/[address]",
    load: () => import("@/app/tokens/[address]/page"),
    params: () => ({ address: token }),
    statement: /join "comment"/,
    failed: ["Comments"],
  },
  {
    page: "/markets/[address]",
    load: () => import("@/app/markets/[address]/page"),
    params: () => ({ address: market }),
    statement: /join "comment"/,
    failed: ["Comments"],
  },
]

test.each(examples)("$page stands where a section fails", async (example) => {
  const { load, params = () => ({}), search = {}, statement, failed } = example
  const whole = await openPage(load, params(), search)
  expect(whole).toEqual([])
  expect(takePartial(REQUEST)).toBe(false)
  failing = statement
  const page = await openPage(load, params(), search)
  expect(page).toEqual(failed)
  expect(takePartial(REQUEST)).toBe(true)
})
