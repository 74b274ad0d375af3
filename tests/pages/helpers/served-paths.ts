import { mnemonicToAccount } from "viem/accounts"
import { z } from "zod"
import { contracts } from "./chain"
import { rows } from "./database"
import type { Sent } from "./raw-request"
import { storePost } from "./reef"
import { stack } from "./stack"

/** What is asked for, and the status of the answer. */
export type ServedPath = Sent & { status: number }

const HTML = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }
const MARKDOWN = { accept: "text/markdown" }
/** What reads a page's data for a link. */
const ROUTER = { headers: { rsc: "1", "sec-fetch-dest": "empty" } }
const JSON_BODY = { "content-type": "application/json" }
const NOBODY = "0x00000000000000000000000000000000000000aa"
const CREATOR = mnemonicToAccount(stack.mnemonic ?? "", { addressIndex: 2 }).address.toLowerCase()

const all = (status: number, paths: readonly string[], sent: Omit<Sent, "path"> = {}) =>
  paths.map((path): ServedPath => ({ path, status, ...sent }))

const textRow = z.object({ text: z.string() })

async function readText(query: string) {
  const [row] = await rows(textRow, query)
  if (!row) throw new Error(`The history has nothing for: ${query}`)
  return row.text
}

/** What servers are asked for, every kind of path among it. */
export async function servedPaths(): Promise<ServedPath[]> {
  const token = contracts.mainToken.toLowerCase()
  const [market, hash, post, files] = await Promise.all([
    readText("select token as text from market order by token limit 1"),
    readText("select '0x' || encode(hash, 'hex') as text from tx order by id desc limit 1"),
    storePost({ title: "Served twice", body: "A post." }),
    filesOfBuild(),
  ])
  return [
    ...all(200, documents({ token, market, hash, post }), { headers: HTML }),
    ...all(200, ["/", `/tokens/${token}`], { headers: HTML, method: "HEAD" }),
    ...all(404, missing, { headers: HTML }),
    ...all(404, [`/tokens/${NOBODY}`], { headers: HTML, method: "HEAD" }),
    ...all(404, ["/nowhere", "/_next/data/x/index.json"]),
    ...all(308, redirected(token), { headers: HTML }),
    ...all(200, ["/index.md", "/markets.md", `/tokens/${token}.md`, `/reef/${post}.md`]),
    ...all(200, ["/", "/docs/quickstart", `/markets/${market}`], { headers: MARKDOWN }),
    ...all(404, [`/tokens/${NOBODY}.md`, "/account.md"]),
    ...all(404, [`/tokens/${NOBODY}`], { headers: MARKDOWN }),
    ...all(200, await dataOf(["/", "/markets", `/tokens/${token}`, "/portfolio"]), ROUTER),
    ...all(307, ["/?_rsc=1", "/markets"], ROUTER),
    ...all(405, ["/", `/tokens/${token}`], { method: "POST" }),
    ...all(405, ["/markets"], { method: "DELETE", headers: HTML }),
    ...all(200, files),
    ...all(200, ["/favicon.ico"], { method: "HEAD" }),
    ...all(404, ["/_next/static/chunks/none.js", "/icons/none.png"]),
    ...all(200, documentsForPrograms),
    ...all(200, [`/portfolio/${CREATOR}/trades.csv`, `/portfolio/${CREATOR}/holdings.json`]),
    ...all(200, [`/borrow/calendar.ics?wallet=${CREATOR}`]),
    ...all(200, answersForAll(token)),
    ...all(401, ["/api/v1/tokens", `/api/v1/tokens/${token}`, "/api/v1/me/profile"]),
    ...all(401, [`/api/v1/tokens/%30${token.slice(1)}`, `/api/v1/tokens/${token}/`]),
    ...all(400, ["/api/auth/nonce", "/api/reef/feed?limit=x", "/api/internal/docs"]),
    ...all(404, ["/api", "/api/none", "/api/v1/none/none", "/api/no%2Fsuch", "/internal/none"]),
    ...all(404, [
      "/internal/follow",
      "/api/internal/jobs",
      "/api/pul%73e",
      "/API/pulse",
      "/%zz",
      "/%00",
    ]),
    ...all(308, ["/api//pulse", `/api/v1/tokens//trades`, "//api/pulse"]),
    ...all(204, ["/api/pulse"], {
      method: "OPTIONS",
      headers: { origin: "https://other.example" },
    }),
    ...all(405, ["/api/pulse", "/api/openapi.json"], { method: "DELETE" }),
    ...all(405, ["/api/v1/quote"]),
    ...all(200, ["/api/pulse", "/api/openapi.json", "/llms.txt"], { method: "HEAD" }),
    ...all(400, ["/api/auth/verify"], { method: "POST", headers: JSON_BODY, body: '{"a":' }),
  ]
}

type Subjects = Record<"token" | "market" | "hash" | "post", string>

const documents = ({ token, market, hash, post }: Subjects) => [
  ...["/", "/launchpad", "/launchpad?view=table", "/markets", "/markets/create", "/launch"],
  ...[
    `/tokens/${token}`,
    `/tokens/${token}?side=sell`,
    `/tokens/${token.toUpperCase().replace("X", "x")}`,
  ],
  ...[`/markets/${market}`, `/launch/${token}`, `/tx/${hash}`, `/reef/${post}`],
  ...["/reef", "/reef?sort=new", "/reef/new", "/reef/moderation", "/leaderboard", "/search?q=h"],
  ...["/portfolio", `/portfolio/${CREATOR}`, `/wallets/${CREATOR}`, `/wallets/${NOBODY}`],
  ...["/borrow", "/earn", "/rounds", "/rounds/btc/5m", "/faucet", "/bugs", "/operator", "/account"],
  ...["/vesting", `/vesting?wallet=${CREATOR}`, "/vesting/create", "/agents", "/agents/new"],
  ...[
    "/docs",
    "/docs/quickstart",
    "/docs/api",
    "/docs/api/getApiV1Tokens",
    "/docs/search?q=stream",
  ],
  ...["/docs/design", "/dev/components"],
]

const missing = [
  ...[
    `/tokens/${NOBODY}`,
    "/tokens/none",
    `/markets/${NOBODY}`,
    "/wallets/none",
    "/portfolio/none",
  ],
  ...[
    `/launch/${NOBODY}`,
    "/tx/0x12",
    "/reef/none",
    "/agents/77",
    "/rounds/btc/none",
    "/docs/none",
  ],
  ...["/docs/api/none", "/nowhere", "/nowhere/at/all", "/tokens/%2e%2e/x"],
]

const redirected = (token: string) => [
  ...[
    "/settings",
    "/markets?unknown=1",
    `/tokens/${token}?side=sell&utm=x`,
    "/markets/",
    "//markets",
  ],
]

const documentsForPrograms = [
  ...["/contracts.json", "/llms.txt", "/llms-full.txt", "/sitemap.xml", "/sitemaps/pages.xml"],
  ...["/robots.txt", "/manifest.webmanifest"],
  ...["/.well-known/agent.json", "/.well-known/agent-card.json"],
]

const answersForAll = (token: string) => [
  ...["/api/openapi.json", "/api/health", "/api/pulse", "/api/reef/feed", "/api/reef/highlights"],
  ...["/api/v1/leaderboard", `/api/internal/tokens/${token}/project`],
]

/** The addresses that the framework leads to. */
function dataOf(paths: readonly string[]) {
  return Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(stack.url + path, { ...ROUTER, redirect: "manual" })
      return answer.headers.get("location") ?? path
    }),
  )
}

/** Public files, and one of each kind of the build's. */
async function filesOfBuild() {
  const html = await (await fetch(stack.url, { headers: HTML })).text()
  const named = (pattern: RegExp) => pattern.exec(html)?.[0] ?? `no ${pattern}`
  return [
    named(/\/_next\/static\/chunks\/[\w.-]+\.js/),
    named(/\/_next\/static\/chunks\/[\w.-]+\.css/),
    named(/\/_next\/static\/media\/[\w.-]+\.woff2/),
    ...["/favicon.ico", "/icon.svg", "/icons/32.png", "/icons/apple-touch.png"],
  ]
}
