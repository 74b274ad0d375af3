import { afterEach, expect, test, vi } from "vitest"
import { isMet, judgeAims } from "@/scripts/bench/aims"

afterEach(() => {
  process.exitCode = undefined
  vi.restoreAllMocks()
})

test("an aim is met up to its bound, and never by what was not measured", () => {
  expect(isMet({ name: "rate", value: 4, least: 4 })).toBe(true)
  expect(isMet({ name: "rate", value: 3.99, least: 4 })).toBe(false)
  expect(isMet({ name: "p99", value: 50, most: 50 })).toBe(true)
  expect(isMet({ name: "p99", value: 50.1, most: 50 })).toBe(false)
  expect(isMet({ name: "rate", value: Number.NaN, least: 0 })).toBe(false)
  expect(isMet({ name: "p99", value: Number.NaN, most: 50 })).toBe(false)
})

test("a bench fails when one of its aims is missed, and says which", () => {
  const lines: string[] = []
  vi.spyOn(console, "log").mockImplementation((line: string) => {
    lines.push(line)
  })
  const met = { name: "list to plain", value: 1.234, least: 1 }
  judgeAims([met])
  expect(process.exitCode).toBeUndefined()
  judgeAims([met, { name: "p99", value: 1_234.5, most: 50 }])
  expect(process.exitCode).toBe(1)
  const told = lines.map((line) => line.trim().split(/\s{2,}/))
  expect(told).toContainEqual(["list to plain", "1.23", "at least 1", "met"])
  expect(told).toContainEqual(["p99", "1235", "at most 50", "missed"])
})
