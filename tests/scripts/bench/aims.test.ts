import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterEach, expect, test, vi } from "vitest"
import { isMet, judgeAims, parseAimRows, printSummary } from "@/scripts/bench/aims"

afterEach(() => {
  process.exitCode = undefined
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
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

test("the summary of all benches counts aims, names those that are missed, and fails with them", () => {
  const lines: string[] = []
  vi.spyOn(console, "log").mockImplementation((line: string) => {
    lines.push(line)
  })
  const folder = mkdtempSync(path.join(tmpdir(), "atoll-aims-test-"))
  const file = path.join(folder, "api")
  vi.stubEnv("BENCH_AIMS", file)
  judgeAims([
    { name: "list to plain", value: 1.5, least: 1 },
    { name: "p99", value: 60, most: 50 },
  ])
  const judgements = parseAimRows(readFileSync(file, "utf8"))
  rmSync(folder, { recursive: true })
  lines.length = 0
  const met = { bench: "pages", code: 0, judgements: judgements.slice(0, 1) }
  expect(printSummary([met])).toBe(0)
  expect(lines.join("\n")).not.toContain("Missed")
  const broken = { bench: "sync", code: 2, judgements: [] }
  expect(printSummary([met, { bench: "api", code: 1, judgements }, broken])).toBe(1)
  const told = lines.map((line) => line.trim().split(/\s{2,}/))
  expect(told).toContainEqual(["pages", "1", "0"])
  expect(told).toContainEqual(["api", "1", "1"])
  expect(told).toContainEqual(["sync", "0", "0", "failed (2)"])
  expect(told).toContainEqual(["api", "p99", "60", "at most 50"])
})
