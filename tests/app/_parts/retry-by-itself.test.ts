import { expect, test } from "vitest"
import { countTries, retryPause } from "@/app/_parts/retry-by-itself"

test("a page that failed is tried again after pauses that grow", () => {
  expect([0, 1, 2, 3, 4, 20].map(retryPause)).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
})

test("tries count for one page, while it goes on failing", () => {
  const tries = { path: "/markets", count: 3, at: 100_000 }
  expect(countTries(tries, "/markets", 130_000)).toBe(3)
  expect(countTries(tries, "/launchpad", 130_000)).toBe(0)
  expect(countTries(tries, "/markets", 170_000)).toBe(0)
})
