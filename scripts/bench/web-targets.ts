import type { Figures } from "./web-audit"

/** Least scores, most of the rest. */
export const TARGETS = {
  performance: 97,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  cls: 0.02,
  script: 150_000,
  /** Of a document before compression. */
  html: 90_000,
  /** Of a session, in ms. */
  inp: 100,
} satisfies Partial<Figures> & { html: number; inp: number }

/** Which targets the figures of a page miss, in words; empty when it meets all that apply to it. */
export function listMissedTargets(figures: Figures): string[] {
  const { performance, accessibility, bestPractices, seo, cls, script } = TARGETS
  const least = [
    ["performance", figures.performance, performance],
    ["accessibility", figures.accessibility, accessibility],
    ["best practices", figures.bestPractices, bestPractices],
    ["SEO", figures.seo, seo],
  ] as const
  const lines = least
    .filter(([, value, target]) => !(value >= target))
    .map(([name, value, target]) => `${name} ${value}, target ${target}`)
  if (!(figures.cls < cls)) {
    lines.push(`layout shift ${figures.cls.toFixed(3)}, target below ${cls}`)
  }
  if (!(figures.script <= script)) {
    const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)
    lines.push(`JavaScript ${kilobytes(figures.script)} KB, target ${kilobytes(script)} KB`)
  }
  return lines
}
