import { beforeAll, expect, test } from "vitest"
import { GET as index } from "@/app/sitemap.xml/route"
import { GET as part } from "@/app/sitemaps/[part]/route"
import { pool } from "@/lib/db/client"
import { renderSitemap, TOKENS_PER_PART } from "@/lib/sitemap"
import { emptyTables, insertToken } from "@/tests/helpers/rows"

const CHANGED = "2026-11-20T10:00:00.000Z"
const AGENTS = [TOKENS_PER_PART - 1, 7 * TOKENS_PER_PART] as const
let near = ""
let far = ""

beforeAll(async () => {
  await emptyTables()
  near = (await insertToken()).address
  await pool().query("update token set last_activity_at = $1", [CHANGED])
  await pool().query("select setval(pg_get_serial_sequence('project', 'id'), $1)", [
    TOKENS_PER_PART,
  ])
  far = (await insertToken()).address
  await pool().query(
    "insert into agent (wallet, agent_id, name) values ('a', $1, 'A'), ('b', $2, 'B')",
    [...AGENTS],
  )
})

function read(path: string) {
  const handler = path === "/sitemap.xml" ? index : part
  const params = Promise.resolve({ part: path.split("/").at(-1) })
  return handler(new Request(`http://localhost:3000${path}`), { params })
}

const urlsOf = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)

test("the index names the pages and every part that has tokens or agents, with its last change", async () => {
  const response = await read("/sitemap.xml")
  expect(response.headers.get("content-type")).toMatch(/^application\/xml/)
  const xml = await response.text()
  expect(urlsOf(xml)).toEqual([
    "http://localhost:3000/sitemaps/pages.xml",
    "http://localhost:3000/sitemaps/tokens-0.xml",
    "http://localhost:3000/sitemaps/tokens-1.xml",
    "http://localhost:3000/sitemaps/agents-0.xml",
    "http://localhost:3000/sitemaps/agents-7.xml",
  ])
  expect(xml).toContain(`tokens-0.xml</loc><lastmod>${CHANGED}</lastmod>`)
})

test("each part holds its own tokens", async () => {
  const [first, second] = await Promise.all([
    read("/sitemaps/tokens-0.xml"),
    read("/sitemaps/tokens-1.xml"),
  ])
  expect(urlsOf(await first.text())).toEqual([`http://localhost:3000/tokens/${near}`])
  expect(urlsOf(await second.text())).toEqual([`http://localhost:3000/tokens/${far}`])
})

test("agents have parts of their own, by the numbers of the registry", async () => {
  for (const [part, agentId] of [
    ["0", AGENTS[0]],
    ["7", AGENTS[1]],
  ] as const) {
    const urls = urlsOf(await (await read(`/sitemaps/agents-${part}.xml`)).text())
    expect(urls).toEqual([`http://localhost:3000/agents/${agentId}`])
  }
  expect((await read("/sitemaps/agents-1.xml")).status).toBe(404)
})

test("the pages are those without a token", async () => {
  const response = await read("/sitemaps/pages.xml")
  expect(urlsOf(await response.text())).toContain("http://localhost:3000/launchpad")
})

test.each(["tokens-2.xml", "tokens-9999999.xml", "tokens--1.xml", "tokens.xml", "x"])(
  "404: there is no part %s",
  async (name) => {
    expect((await read(`/sitemaps/${name}`)).status).toBe(404)
  },
)

test("signs that mean something in XML are escaped", () => {
  const { text } = renderSitemap("https://atoll.example", [
    { path: `/?a=1&b=<'">`, changedAt: null },
  ])
  expect(text).toContain("<loc>https://atoll.example/?a=1&amp;b=&lt;&apos;&quot;&gt;</loc>")
})
