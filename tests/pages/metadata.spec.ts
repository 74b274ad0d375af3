import sharp from "sharp"
import { z } from "zod"
import { isDeep } from "@/tests/helpers/deep"
import { type PageState, pageStates } from "./helpers/page-states"
import { stack } from "./helpers/stack"
import { deepTest, expect, test } from "./helpers/test"

/** Not for search engines: nobody looks for what is private, made up on the spot, or not there. */
const HIDDEN =
  /^(not-found|error|components|search|transaction|settings|portfolio|portfolio-wallet|reef-moderation)$/

const visible = pageStates.filter(({ name, isLike }) => !HIDDEN.test(name) && (isDeep || !isLike))

/** Reads the document itself, as who shows links to it does: no script runs, and nothing comes later. */
const PREVIEW_BOT = { headers: { "user-agent": "Twitterbot/1.0" } }

test("every page says what it is to who shows links to it, each with a title of its own", {
  tag: "@long",
}, async ({ request }) => {
  const titles = new Map<string, string>()
  const drawn = new Set<string>()
  for (const sight of visible) {
    const path = await pathOf(sight)
    const { pathname } = new URL(path, stack.url)
    const answer = await request.get(path, PREVIEW_BOT)
    const html = await answer.text()
    expect.soft(answer.status(), `${sight.name}: ${html.slice(0, 200)}`).toBe(200)
    const { title, canonical, meta } = readHead(html)
    expect.soft(title, sight.name).toMatch(/Atoll/)
    expect.soft(titles.get(title) ?? pathname, `pages called ${title}`).toBe(pathname)
    titles.set(title, pathname)
    expect.soft(meta("description").length, sight.name).toBeGreaterThan(20)
    expect.soft(meta("og:title").length, sight.name).toBeGreaterThan(3)
    expect.soft(canonical, sight.name).toHaveLength(1)
    const address = new URL(canonical[0] ?? "", stack.url)
    expect.soft(address.origin, sight.name).toBe(new URL(stack.url).origin)
    // The address of the page itself, without the view; a share page points to its token.
    expect.soft([pathname, tokenOf(path)], sight.name).toContain(address.pathname)
    const { pathname: picture } = new URL(meta("og:image"), stack.url)
    // Drawing one takes longer than its page: one of each kind, unless --deep.
    const kind = picture.replace(/\/(0x[0-9a-f]+|c[0-9a-z]{24})(?=\/)/gi, "")
    if (drawn.has(kind) && !isDeep) continue
    drawn.add(kind)
    const image = await request.get(meta("og:image"))
    expect.soft(image.status(), sight.name).toBe(200)
    const { width, height } = await sharp(await image.body()).metadata()
    expect.soft([width, height], sight.name).toEqual([1200, 630])
  }
})

function readHead(html: string) {
  const { 1: head = "" } = /<head>(.*?)<\/head>/s.exec(html) ?? []
  const tags = [...head.matchAll(/<(meta|link) [^>]*>/g)].map(([tag]) => tag)
  const value = (tag: string, name: string) =>
    (new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "").replaceAll("&amp;", "&")
  return {
    title: /<title>([^<]*)<\/title>/.exec(head)?.[1] ?? "",
    canonical: tags
      .filter((tag) => value(tag, "rel") === "canonical")
      .map((tag) => value(tag, "href")),
    meta(name: string) {
      const match = tags.find((tag) => [value(tag, "name"), value(tag, "property")].includes(name))
      return match ? value(match, "content") : ""
    },
  }
}

deepTest("robots find the sitemap, and in it every page once", async ({ request }) => {
  const robots = await (await request.get("/robots.txt")).text()
  for (const path of ["/api/", "/dev/", "/search"]) expect(robots).toContain(`Disallow: ${path}`)
  const sitemap = /^Sitemap: (.+)$/m.exec(robots)?.[1]
  expect(sitemap).toBe(`${stack.url}/sitemap.xml`)
  const parts = locations(await (await request.get(sitemap ?? "")).text())
  expect(parts.length).toBeGreaterThanOrEqual(2)
  const pages: string[] = []
  for (const part of parts) pages.push(...locations(await (await request.get(part)).text()))
  expect(new Set(pages).size).toBe(pages.length)
  for (const path of ["/", "/launchpad", `/tokens/${stack.contracts.mainToken}`]) {
    expect(pages).toContain(`${stack.url}${path}`)
  }
  // What tests have made is many and alike, and so are the operations: the last page of each kind stands for all.
  const kinds = new Map(pages.map((page) => [kindOf(new URL(page).pathname), page]))
  for (const kind of ["/markets/made", "/tokens/made"]) {
    expect([...kinds.keys()]).toContain(kind)
  }
  for (const page of kinds.values()) expect((await request.get(page)).status(), page).toBe(200)
})

const manifest = z.object({
  name: z.string(),
  start_url: z.string(),
  display: z.literal("standalone"),
  icons: z.array(
    z.object({ src: z.string(), sizes: z.string(), purpose: z.string().default("any") }),
  ),
})

test("the manifest has what a phone needs to install the site", { tag: "@long" }, async ({
  page,
  request,
}) => {
  await page.goto("/")
  const href = await page.locator("link[rel=manifest]").getAttribute("href")
  const { icons, start_url } = manifest.parse(await (await request.get(href ?? "")).json())
  expect((await request.get(start_url)).status()).toBe(200)
  expect(icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`).sort()).toEqual([
    "any 192x192",
    "any 512x512",
    "maskable 512x512",
  ])
  for (const { src, sizes } of icons) {
    const { width, height } = await sharp(await (await request.get(src)).body()).metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
  }
})

async function pathOf({ path }: PageState) {
  return typeof path === "string" ? path : path()
}

const kindOf = (path: string) =>
  path
    .replace(/\/(0x[0-9a-f]{40}|c[0-9a-z]{24})$/i, "/made")
    .replace(/(\/docs\/api\/).+/, isDeep ? "$&" : "$1made")

const tokenOf = (path: string) => path.replace("/launch/", "/tokens/")

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].flatMap(([, url]) => url ?? [])
