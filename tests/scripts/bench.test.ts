import { afterEach, expect, test, vi } from "vitest"
import { digits, type Figures, figuresOf, interleave, printRows } from "@/scripts/bench/harness"

afterEach(() => vi.restoreAllMocks())

const figures = (rate: number): Figures => ({ rate, min: 1, p50: 2, p99: 3, errors: 1 })

function readTable(print: () => void) {
  const lines: string[] = []
  vi.spyOn(console, "log").mockImplementation((line: string) => {
    lines.push(line)
  })
  print()
  return lines.map((line) => line.trim().split(/\s{2,}/))
}

test("figures of single measurements are their least, median and 99th percentile", () => {
  const times = Array.from({ length: 100 }, (_, n) => n + 1)
  expect(figuresOf(times)).toMatchObject({ min: 1, p50: 51, p99: 100, errors: 0 })
  expect(digits(1_234.5)).toBe("1,235")
  expect(digits(0.12345)).toBe("0.123")
  expect(digits(Number.NaN)).toBe("-")
})

test("subjects are measured by turns, the first time without counting it", async () => {
  const order: string[] = []
  const subject = (server: "ours" | "base", rates: number[]) => ({
    what: "list",
    server,
    measure: async () => {
      order.push(server)
      return figures(rates.shift() ?? Number.NaN)
    },
  })
  const rows = await interleave([subject("ours", [9, 10, 30]), subject("base", [9, 20, 20])], 2, 0)
  expect(order).toEqual(["ours", "base", "ours", "base", "ours", "base"])
  expect(rows[0]).toMatchObject({ rates: [10, 30], figures: { rate: 30, errors: 2 } })
})

test("a ratio is the median of those of the rounds, and what only one server has gets none", () => {
  const lines = readTable(() =>
    printRows("Reads", [
      { what: "list", server: "ours", figures: figures(30), rates: [10, 30, 50] },
      { what: "list", server: "base", figures: figures(20), rates: [20, 20, 20] },
      { what: "sync", server: "ours", figures: figures(5), more: { "most MB": "7" } },
      { what: "sync", server: "base", figures: figures(10) },
      { what: "orders", server: "ours", figures: figures(5) },
    ]),
  )
  expect(lines).toContainEqual(["list", "ours", "30.0", "1.00", "2.00", "3.00", "1", "1.50", "-"])
  expect(lines).toContainEqual(["sync", "ours", "5.00", "1.00", "2.00", "3.00", "1", "0.500", "7"])
  expect(lines).toContainEqual(["orders", "ours", "5.00", "1.00", "2.00", "3.00", "1", "-", "-"])
  expect(lines.at(-1)).toEqual(["To base: mean 0.87, lowest 0.50"])
})
