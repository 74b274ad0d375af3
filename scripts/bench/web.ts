// npm run bench:web: what a phone's visitor gets, from the production build with a month of history.
import path from "node:path"
import { launch } from "chrome-launcher"
import { readEnvironmentFile } from "@/scripts/local/environment-file"
import { explain } from "@/scripts/local/report.mjs"
import { replaySample } from "@/scripts/local/sample/replay"
import { createShutdown, type Shutdown } from "@/scripts/local/shutdown.mjs"
import { findHeadlessChromium } from "@/scripts/testing/chromium"
import { startStack } from "@/scripts/testing/stack"
import { printTable } from "./table"
import { auditPage, type Figures, medianFigures, type Visit } from "./web-audit"
import { measureInteractions } from "./web-session"
import { listMissedTargets, TARGETS } from "./web-targets"

/** Odd, and enough that a moment in which the machine was busy does not decide. */
const ROUNDS = 7
/** Scripts worth naming when a page carries too many. */
const LARGEST_SCRIPTS = 6

/**
 * A window of a phone's size, which is all there is to draw, and no holding on to the page before: without
 * graphics hardware the browser otherwise comes to draw a new page only a second after it was ready,
 * every second visit or so.
 */
const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--window-size=412,823",
  "--disable-features=PaintHolding,PaintHoldingCrossOrigin",
]

type Page = { name: string; path: string }

async function main(shutdown: Shutdown) {
  const root = path.resolve(import.meta.dirname, "../..")
  const chromePath = await findHeadlessChromium(root, shutdown)
  const { folder } = await startStack(root, shutdown, { replay: replaySample })
  const facts = readEnvironmentFile(folder)
  if (!facts) throw new Error(`${folder} names no running environment`)
  const pages: Page[] = [
    { name: "home", path: "/" },
    { name: "launchpad", path: "/launchpad" },
    { name: "token", path: `/tokens/${facts.contracts.mainToken}` },
    { name: "markets", path: "/markets" },
    { name: "market", path: await findMarketPath(facts.url) },
    { name: "reef", path: "/reef" },
    { name: "rounds", path: "/rounds/btc/5m" },
  ]
  // The first answer of a new server is slower than any later one.
  const documents = await measureDocuments(facts.url, pages)
  const visits = new Map<Page, Visit[]>(pages.map((page) => [page, []]))
  // Page by page in turn, so that a slow minute of the machine falls on all of them alike. The round before the
  // first has the browser's own files read, and does not count.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [page, measured] of visits) {
      const visited = await visitOnce(facts.url + page.path, chromePath, shutdown)
      if (round > 0) measured.push(visited)
    }
  }
  const failures = listLargeDocuments(documents)
  const rows: string[][] = []
  for (const [page, measured] of visits) {
    const figures = medianFigures(measured.map((one) => one.figures))
    rows.push(tableRow(page.name, figures, measured))
    failures.push(...describeMisses(page.name, figures, measured))
  }
  printTable(
    `Lighthouse, mobile, simulated throttling, median of ${ROUNDS} visits`,
    [
      "page",
      "performance",
      "lowest – highest",
      "accessibility",
      "best practices",
      "SEO",
      "LCP ms",
      "TBT ms",
      "CLS",
      "JS KB",
    ],
    [...rows, tableRow("target", TARGETS)],
  )
  console.log(
    `\nHTML before compression: ${[...documents].map(([name, bytes]) => `${name} ${toKilobytes(bytes)}`).join(", ")} KB`,
  )
  const delay = await measureInteractions(facts.url, chromePath)
  console.log(`\nInteraction to next paint in a session: ${delay} ms, target ${TARGETS.inp} ms`)
  if (!(delay <= TARGETS.inp)) failures.push(`✗ session: INP ${delay} ms, target ${TARGETS.inp}`)
  if (failures.length > 0) console.log(`\n${failures.join("\n")}`)
  return failures.length > 0 ? "Targets: not met" : "Targets: met"
}

/** Pages of which only the document is measured: the first of each list. */
const FURTHER_PAGES = [
  { name: "post", list: "/reef", link: /\/reef\/c[0-9a-z]{24}/ },
  { name: "profile", list: "/leaderboard", link: /\/wallets\/0x[0-9a-f]{40}/ },
  { name: "agent", list: "/agents", link: /\/agents\/[0-9]+/ },
] as const

const FURTHER_PATHS = ["/leaderboard", "/agents", "/borrow", "/earn", "/portfolio", "/rounds"]

/** Bytes of the documents, by the names of the pages. */
async function measureDocuments(url: string, pages: readonly Page[]) {
  const all: Page[] = [...pages, ...FURTHER_PATHS.map((path) => ({ name: path.slice(1), path }))]
  for (const { name, list, link } of FURTHER_PAGES) {
    const [path] = link.exec(await (await fetch(url + list)).text()) ?? []
    if (path) all.push({ name, path })
  }
  const sizes = new Map<string, number>()
  for (const { name, path } of all) {
    sizes.set(name, (await (await fetch(url + path)).arrayBuffer()).byteLength)
  }
  return sizes
}

const toKilobytes = (bytes: number) => (bytes / 1_000).toFixed(1)

function listLargeDocuments(documents: ReadonlyMap<string, number>) {
  return [...documents]
    .filter(([, bytes]) => bytes > TARGETS.html)
    .map(
      ([name, bytes]) =>
        `✗ ${name}: HTML ${toKilobytes(bytes)} KB, target ${toKilobytes(TARGETS.html)} KB`,
    )
}

/** The first market of the list. */
async function findMarketPath(url: string) {
  const list = await (await fetch(`${url}/markets`)).text()
  const [found] = /\/markets\/0x[0-9a-f]{40}/.exec(list) ?? []
  if (!found) throw new Error("The list of markets is empty")
  return found
}

/** A browser of its own each time: no cache, no service worker, no leftovers. */
async function visitOnce(url: string, chromePath: string, shutdown: Shutdown) {
  const chrome = await shutdown.acquire(
    () => launch({ chromePath, chromeFlags: FLAGS }),
    (started) => started.kill(),
  )
  try {
    return await auditPage(url, chrome.port)
  } finally {
    chrome.kill()
  }
}

/** The figures of a page; of its performance also the extremes, which tell how steady the machine was. */
function tableRow(name: string, figures: Partial<Figures>, visits: readonly Visit[] = []) {
  const { performance, accessibility, bestPractices, seo, lcp, tbt, cls, script } = figures
  const shown = (value: number | undefined, digits = 0) => value?.toFixed(digits) ?? ""
  const scores = visits.map((one) => one.figures.performance)
  return [
    name,
    shown(performance),
    scores.length > 0 ? `${Math.min(...scores)} – ${Math.max(...scores)}` : "",
    ...[accessibility, bestPractices, seo, lcp, tbt].map((value) => shown(value)),
    shown(cls, 3),
    shown(script === undefined ? undefined : script / 1000, 1),
  ]
}

/** What a page misses, and what Lighthouse and the network say about it. */
function describeMisses(page: string, figures: Figures, visits: readonly Visit[]) {
  const lines = listMissedTargets(figures)
  if (lines.length === 0) return []
  const complaints = [...new Set(visits.flatMap((one) => one.findings))]
  const scripts = (visits[0]?.scripts ?? []).slice(0, LARGEST_SCRIPTS)
  return [
    ...lines.map((line) => `✗ ${page}: ${line}`),
    ...complaints.map((line) => `    ${line}`),
    `    heaviest scripts: ${scripts.map(({ name, bytes }) => `${name} ${(bytes / 1000).toFixed(1)} KB`).join(", ")}`,
  ]
}

const shutdown = createShutdown({ signalCode: 130 })
try {
  const verdict = await main(shutdown)
  await shutdown.end(verdict.endsWith("not met") ? 1 : 0, verdict)
} catch (error) {
  if (!shutdown.isEnding()) explain(error)
  await shutdown.end(1)
}
