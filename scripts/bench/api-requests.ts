import { encodeId } from "@/lib/http/opaque-ids"
import { intervalNames, intervals } from "@/lib/tokens/candles/intervals"
import {
  BUSY_POST,
  LARGE_HISTORY,
  MARKET,
  markets,
  PURCHASES,
  SMALL_HISTORY,
  tokens,
  WRITER,
} from "./rows"

export type Request = {
  what: string
  /** The path of request number `n` among those that differ; number 0 has the most rows. */
  path: (n: number) => string
  /** Number of different requests, if not `DIFFERENT`. */
  different?: number
  /** The path of the same answer on the plain server. */
  plain?: (n: number) => string
  /** Measured also when it is the same each time, which is answered from memory. */
  isKept?: boolean
  /** The same request about something of which there is less: it must not be faster. */
  smaller?: string
}

/** More than are answered between two writes. */
export const DIFFERENT = 1_000

const tokenAt = (n: number) => tokens[n % tokens.length]
const marketAt = (n: number) => markets[n % markets.length]

/** As many rows as the usual request, plus or minus nine. */
const listPage = (n: number) =>
  n === 0 ? "" : `page=${1 + (Math.floor(n / 20) % 33)}&limit=${11 + (n % 20)}`

const rowsBelow = (n: number) => (n === 0 ? "" : `?cursor=${(PURCHASES - 20 * n) * 1_000_000}`)

const ofTokens: Request[] = [
  {
    what: "list",
    path: (n) => `/api/v1/tokens?isPrediction=false&${listPage(n)}`,
    plain: (n) => `/list?${listPage(n)}`,
    isKept: true,
  },
  { what: "detail", path: (n) => `/api/v1/tokens/${tokenAt(n)}`, isKept: true },
  ...["candles", "trades"].map((what) => ({
    what,
    path: (n: number) => `/api/v1/tokens/${tokenAt(n)}/${what}`,
    plain: (n: number) => `/${what}/${tokenAt(n)}`,
    isKept: true,
  })),
]

const ofMarkets: Request[] = [
  {
    what: "markets",
    path: (n) => `/api/v1/tokens?isPrediction=true&${listPage(n)}`,
    isKept: true,
  },
  { what: "market", path: (n) => `/api/v1/tokens/${marketAt(n)}`, isKept: true },
  {
    what: "liquidity",
    path: (n) => `/api/v1/markets/${MARKET}/liquidity${rowsBelow(n)}`,
    isKept: true,
  },
  {
    what: "orders",
    path: (n) => `/api/v1/tokens/${MARKET}/orders?page=${1 + n}`,
    isKept: true,
  },
]

const NOW = Date.now()

const ofCandles = intervalNames.flatMap((interval) =>
  [false, true].flatMap((fill) => {
    const name = `${interval}${fill ? ", filled" : ""}`
    return [SMALL_HISTORY, LARGE_HISTORY].map(({ token, syncs }) => ({
      what: nameSize(name, syncs),
      path: (n: number) => {
        const end = NOW - (Math.floor(n / 20) % 28) * intervals[interval] * 1_000
        return `/api/v1/tokens/${token}/candles?interval=${interval}&fill=${fill}&limit=${60 - (n % 20)}&from=0&to=${end}`
      },
      ...(syncs === LARGE_HISTORY.syncs && { smaller: nameSize(name, SMALL_HISTORY.syncs) }),
    }))
  }),
)

function nameSize(what: string, rows: number) {
  return `${what} of ${rows.toLocaleString("en-US")}`
}

const FEW = "search, few posts"

const feeds = {
  recent: "sort=recent",
  "recent, all sections": "sort=recent&section=all",
  "top of 1 hour": "sort=top&period=1h",
  "top of 24 hours": "sort=top&period=24h",
  "top of 7 days": "sort=top&period=7d",
  "top of all times": "sort=top&period=all",
  hot: "sort=hot",
  [FEW]: "section=all&q=nautilus",
  "search, every post": "q=seaweed",
}

const ofReef: Request[] = [
  ...Object.entries(feeds).map(([what, query]) => ({
    what,
    // These answers are cached for some seconds, regardless of writes.
    different: 10 * DIFFERENT,
    path: (n: number) => {
      const offset = what === FEW ? n % 4 : Math.floor(n / 10) % 1_000
      return `/api/reef/feed?${query}&limit=${11 + (n % 10)}&offset=${offset}`
    },
  })),
  { what: "highlights", path: () => "/api/reef/highlights" },
  {
    what: "a wallet with 40 posts",
    path: (n: number) => `/api/reef/feed/${WRITER}?offset=${n % 20}`,
  },
  {
    what: "a post with 10 comments",
    path: (n: number) => `/api/reef/post/${encodeId(BUSY_POST + 1n + BigInt(n))}`,
  },
  {
    what: "a post with 1,000 comments",
    path: () => `/api/reef/post/${encodeId(BUSY_POST)}`,
  },
].map((request) => ({ ...request }))

export const requestSets: Readonly<Record<string, readonly Request[]>> = {
  tokens: ofTokens,
  markets: ofMarkets,
  candles: ofCandles,
  reef: ofReef,
}
