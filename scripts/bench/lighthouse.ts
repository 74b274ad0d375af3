import path from "node:path"
import { execa } from "execa"
import { z } from "zod"
import { createShutdown } from "@/scripts/local/shutdown.mjs"
import { findHeadlessChromium } from "@/scripts/testing/chromium"
import { digits, median, type Options, printTable } from "./harness"
import { type Instance, ROOT } from "./instances"

/**
 * A window of a phone's size, which is all there is to draw, and no holding on to the page before: without graphics
 * hardware the browser otherwise comes to draw a new page only a second after it was ready, every second visit or so.
 */
const FLAGS =
  "--headless=new --no-sandbox --disable-gpu --window-size=412,823 --disable-features=PaintHolding,PaintHoldingCrossOrigin"

const SCORES = ["performance", "accessibility", "best-practices", "seo"]
const METRICS = ["largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"]

/**
 * A new browser for each visit: no cache, no leftovers. The first visits do not count, and each round turns the order
 * around.
 */
export async function auditPages(
  instances: readonly Instance[],
  pages: readonly (readonly [string, string])[],
  { rounds }: Options,
) {
  const chromePath = await findHeadlessChromium(ROOT, createShutdown({ signalCode: 130 }))
  const visits = new Map<string, number[][]>()
  for (let round = 0; round <= rounds; round++) {
    for (const [name, at] of pages) {
      const order = round % 2 === 0 ? instances : instances.toReversed()
      for (const { server, url } of order) {
        const figures = await visit(url + at, chromePath)
        const key = path.join(name, server)
        if (round > 0) visits.set(key, [...(visits.get(key) ?? []), figures])
      }
    }
  }
  const rows = [...visits].map(([key, all]) => {
    const scores = all.map(([performance = Number.NaN]) => performance)
    const medians = all[0]?.map((_, at) => median(all.map((one) => one[at] ?? Number.NaN))) ?? []
    const range = `${Math.min(...scores)} – ${Math.max(...scores)}`
    return [...key.split("/"), range, ...medians.map(digits)]
  })
  printTable(
    `Lighthouse, mobile, simulated throttling, medians of ${rounds} visits`,
    [
      ...["page", "server", "lowest – highest", "performance", "accessibility", "best practices"],
      ...["SEO", "LCP ms", "TBT ms", "CLS", "JS KB"],
    ],
    rows,
  )
}

/** Fetched on demand: Lighthouse and its dependencies would be a fifth of all files that this project installs. */
const LIGHTHOUSE = "lighthouse@12.8.2"

async function visit(url: string, chromePath: string): Promise<number[]> {
  const options = ["--quiet", "--output=json", `--chrome-flags=${FLAGS}`]
  const { stdout } = await execa("npx", ["--yes", LIGHTHOUSE, url, ...options], {
    env: { CHROME_PATH: chromePath },
  })
  const { runtimeError, ...result } = report.parse(JSON.parse(stdout))
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  return figuresOf(result)
}

const report = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(
    z.string(),
    z.object({
      numericValue: z.number().optional(),
      details: z.object({ items: z.unknown() }).partial().optional(),
    }),
  ),
})

const networkRequest = z.object({ resourceType: z.literal("Script"), transferSize: z.number() })

function figuresOf({ categories, audits }: Pick<z.output<typeof report>, "categories" | "audits">) {
  const scores = SCORES.map((id) => Math.round((categories[id]?.score ?? Number.NaN) * 100))
  const metrics = METRICS.map((id) => audits[id]?.numericValue ?? Number.NaN)
  const requests = z.array(z.unknown()).parse(audits["network-requests"]?.details?.items)
  const bytes = requests.reduce<number>((sum, item) => {
    const { data } = networkRequest.safeParse(item)
    return sum + (data?.transferSize ?? 0)
  }, 0)
  return [...scores, ...metrics, bytes / 1_000]
}
