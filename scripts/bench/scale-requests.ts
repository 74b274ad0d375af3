import { intervalNames } from "@/lib/tokens/candles/intervals"
import { BUSIEST_TOKEN, MARKET, walletAt } from "./rows"

/** What a request reads, and its path, other for each number, so that no answer was kept. Pages have but one. */
export type ScaleRequest = { what: string; path: (n: number) => string; isPage?: true }

/** Wallet 0 has a hundredth of all trades, wallet 1 a thousand. */
export const WHALE = walletAt(0)
const TRADER = walletAt(1)

/** The small database has twenty rows of what a wallet or a token has few of. */
const deepPage = (n: number) => `page=${2 + (n % 3)}&limit=5`
const limitOf = (n: number) => `limit=${20 + n}`

const list = (what: string, path: string): ScaleRequest[] => {
  const start = path.includes("?") ? `${path}&` : `${path}?`
  return [
    { what, path: (n) => `${start}${limitOf(n)}` },
    { what: `${what}, later page`, path: (n) => `${start}${deepPage(n)}` },
  ]
}

/** A list with cursors from the middle of its rows: transaction `share` of all. */
const cursorList = (what: string, path: string, middle: number): ScaleRequest[] => [
  { what, path: (n) => `${path}?${limitOf(n)}` },
  {
    what: `${what}, from the middle`,
    path: (n) => `${path}?cursor=${middle + n * 1_000_000}&${limitOf(n)}`,
  },
]

const same = (what: string, path: string): ScaleRequest => ({ what, path: () => path })

/** The reads of the API, without those of one wallet that are alike. `trades`: rows of the database. */
export const apiRequests = (trades: number): ScaleRequest[] => {
  const middle = Math.floor(trades / 2) * 1_000_000
  const token = `/api/v1/tokens/${BUSIEST_TOKEN}`
  return [
    ...list("tokens", "/api/v1/tokens"),
    ...["oldest", "volume", "liquidity", "ending"].flatMap((sort) =>
      list(`tokens by ${sort}`, `/api/v1/tokens?sort=${sort}`),
    ),
    ...list("tokens with metrics", "/api/v1/tokens?metrics=true"),
    ...list("markets", "/api/v1/tokens?isPrediction=true"),
    ...list("active markets", "/api/v1/tokens?isPrediction=true&status=active"),
    same("tokens by word", "/api/v1/tokens?search=kelp"),
    same("token by name", "/api/v1/tokens?search=kelp%2010"),
    ...list("tokens of a creator", `/api/v1/tokens?dev=${walletAt(2)}`),
    same("token", token),
    same("safety", `${token}/safety`),
    same("supply", `${token}/supply`),
    ...cursorList("trades of a token", `${token}/trades`, middle),
    {
      what: "rare trades of a token",
      path: (n) => `${token}/trades?type=leverage_sell&${limitOf(n)}`,
    },
    ...intervalNames.flatMap((interval) => [
      {
        what: `candles ${interval}`,
        path: (n: number) => `${token}/candles?interval=${interval}&limit=${60 + n}`,
      },
    ]),
    ...list("comments", `${token}/comments`),
    ...list("whitelist", `${token}/whitelist`),
    ...cursorList("purchases", `/api/v1/markets/${MARKET}/liquidity`, middle),
    ...list("orders", `/api/v1/tokens/${MARKET}/orders`),
    ...cursorList("transactions of the whale", `/api/v1/wallet/${WHALE}/transactions`, middle),
    ...cursorList("transactions of a wallet", `/api/v1/wallet/${TRADER}/transactions`, middle),
    same("profile of the whale", `/api/v1/profile/${WHALE}`),
    same("profile of a wallet", `/api/v1/profile/${TRADER}`),
    same("own stats", "/api/v1/me/stats"),
    same("own profile", "/api/v1/me/profile"),
    ...list("own orders", "/api/v1/me/orders"),
    ...list("own loans", "/api/v1/loans"),
    ...list("events of own loans", "/api/v1/loans/events"),
    ...list("own vault events", "/api/v1/vault/events"),
    ...list("market events", "/api/v1/markets/events"),
    { what: "leaderboard", path: (n) => `/api/v1/leaderboard?${limitOf(n)}` },
    { what: "leaderboard, later page", path: (n) => `/api/v1/leaderboard?page=${6 + n}` },
    ...list("agents", "/api/agents"),
    { what: "search of a word", path: (n) => `/api/internal/search?q=reef%20${n % 10}` },
    { what: "search of a misspelt word", path: (n) => `/api/internal/search?q=rreff${n % 10}` },
    {
      what: "search of an address",
      path: (n) => `/api/internal/search?q=0xd000000000000000000000000000000000000${n % 10}`,
    },
    same("similar tokens", "/api/internal/tokens/similar?name=kelp%207&symbol=KELP7"),
    same("sitemap, part", "/sitemaps/tokens-0.xml"),
  ]
}

/** Pages; unknown parameters are removed from their addresses. */
export const pageRequests: ScaleRequest[] = Object.entries({
  home: "/",
  launchpad: "/launchpad",
  "launchpad by volume": "/launchpad?sort=active",
  "launchpad by price": "/launchpad?sort=price",
  "launchpad by change": "/launchpad?sort=change",
  "launchpad by holders": "/launchpad?sort=holders",
  "launchpad by progress": "/launchpad?sort=progress",
  markets: "/markets",
  "a token": `/tokens/${BUSIEST_TOKEN}`,
  "a market": `/markets/${MARKET}`,
  "a wallet": `/wallets/${TRADER}`,
  "the whale": `/wallets/${WHALE}`,
  "a portfolio": `/portfolio/${TRADER}`,
  leaderboard: "/leaderboard",
  agents: "/agents",
  search: "/search?q=kelp",
}).map(([name, path]) => ({ what: `page: ${name}`, path: () => path, isPage: true }))

/** Files of the whale, written while they are sent; the last is of everything stored about it. */
export const EXPORTS = [
  ...["trades", "rounds", "positions", "holdings"].flatMap((name) =>
    ["csv", "json"].map((type) => `/portfolio/${WHALE}/${name}.${type}`),
  ),
  "/api/v1/me/export",
]
