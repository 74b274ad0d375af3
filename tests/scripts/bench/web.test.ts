import { describe, expect, test } from "vitest"
import { type Figures, medianFigures } from "@/scripts/bench/web-audit"
import { listMissedTargets } from "@/scripts/bench/web-targets"

const GOOD: Figures = {
  performance: 97,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  lcp: 2_000,
  tbt: 100,
  cls: 0.019,
  script: 150_000,
}

describe("the targets of a page", () => {
  test("are met at their edges", () => {
    expect(listMissedTargets(GOOD)).toEqual([])
  })

  test.each([
    [{ performance: 96 }, "performance 96, target 97"],
    [{ accessibility: 99 }, "accessibility 99, target 100"],
    [{ bestPractices: 99 }, "best practices 99, target 100"],
    [{ seo: 99 }, "SEO 99, target 100"],
    [{ cls: 0.02 }, "layout shift 0.020, target below 0.02"],
    [{ script: 150_001 }, "JavaScript 150.0 KB, target 150.0 KB"],
    [{ performance: Number.NaN }, "performance NaN, target 97"],
  ])("are missed with %o", (worse, line) => {
    expect(listMissedTargets({ ...GOOD, ...worse })).toEqual([line])
  })
})

test("the middle of several visits is taken for each figure by itself", () => {
  const visits = [
    { ...GOOD, performance: 90, cls: 0 },
    { ...GOOD, performance: 97, cls: 0.3 },
    { ...GOOD, performance: 96, cls: 0.01 },
  ]
  expect(medianFigures(visits)).toMatchObject({ performance: 96, cls: 0.01 })
})
