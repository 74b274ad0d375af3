import type { Flags, Result } from "lighthouse"
import lighthouse from "lighthouse"
import { z } from "zod"
import { median } from "./table"

/** One visit with an empty cache, or the median of several. */
export type Figures = {
  /** Of 100. */
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  /** Largest contentful paint and total blocking time, ms. */
  lcp: number
  tbt: number
  cls: number
  /** Bytes of JavaScript over the network before anybody touches the page. */
  script: number
}

export type Visit = { figures: Figures; findings: string[]; scripts: Script[] }
type Script = { name: string; bytes: number }

const requests = z.object({
  items: z.array(
    z.object({ url: z.string(), resourceType: z.string().optional(), transferSize: z.number() }),
  ),
})

const findingsSchema = z.object({ items: z.array(z.unknown()).default([]) })
const FINDING_LENGTH = 300

/** Lighthouse as it comes: a phone of the middle class on a slow mobile network, simulated. */
export async function auditPage(url: string, port: number): Promise<Visit> {
  const flags: Flags = { port, output: "json", logLevel: "error" }
  const run = await lighthouse(url, flags)
  if (!run) throw new Error(`Lighthouse has no result for ${url}`)
  const { lhr } = run
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  const scripts = scriptsOf(lhr)
  if (scripts.length === 0) throw new Error(`${url} loaded no script: nothing was measured`)
  return {
    figures: {
      performance: scoreOf(lhr, "performance"),
      accessibility: scoreOf(lhr, "accessibility"),
      bestPractices: scoreOf(lhr, "best-practices"),
      seo: scoreOf(lhr, "seo"),
      lcp: metricOf(lhr, "largest-contentful-paint"),
      tbt: metricOf(lhr, "total-blocking-time"),
      cls: metricOf(lhr, "cumulative-layout-shift"),
      script: scripts.reduce((sum, { bytes }) => sum + bytes, 0),
    },
    findings: listFindings(lhr),
    scripts,
  }
}

/** Of each figure the middle one of all visits. */
export function medianFigures(visits: readonly Figures[]): Figures {
  const of = (name: keyof Figures) => median(visits.map((one) => one[name]))
  return {
    performance: of("performance"),
    accessibility: of("accessibility"),
    bestPractices: of("bestPractices"),
    seo: of("seo"),
    lcp: of("lcp"),
    tbt: of("tbt"),
    cls: of("cls"),
    script: of("script"),
  }
}

function scoreOf({ categories }: Result, id: string) {
  const value = categories[id]?.score
  if (typeof value !== "number") throw new Error(`Lighthouse gives no score for ${id}`)
  return Math.round(value * 100)
}

function metricOf({ audits }: Result, id: string) {
  const value = audits[id]?.numericValue
  if (typeof value !== "number") throw new Error(`Lighthouse gives no ${id}`)
  return value
}

function scriptsOf({ audits }: Result): Script[] {
  const { items } = requests.parse(audits["network-requests"]?.details)
  return items
    .filter(({ resourceType }) => resourceType === "Script")
    .map(({ url, transferSize }) => ({
      name: new URL(url).pathname.split("/").at(-1) ?? url,
      bytes: transferSize,
    }))
    .sort((one, other) => other.bytes - one.bytes)
}

/** What keeps accessibility, best practices and SEO from 100. */
function listFindings({ audits, categories }: Result) {
  return ["accessibility", "best-practices", "seo"].flatMap((id) =>
    (categories[id]?.auditRefs ?? []).flatMap(({ id: name, weight }) => {
      const audit = audits[name]
      const isGood = !audit || audit.score === null || audit.score >= 0.9
      return weight === 0 || isGood ? [] : [`${id}: ${audit.title} ${firstFinding(audit.details)}`]
    }),
  )
}

/** The first thing an audit names, shortened: enough to know where to look. */
function firstFinding(details: unknown) {
  const { items } = findingsSchema.parse(details ?? {})
  return items[0] === undefined ? "" : JSON.stringify(items[0]).slice(0, FINDING_LENGTH)
}
