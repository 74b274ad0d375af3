import { describe, expect, test } from "vitest"
import {
  computeChange,
  formatAmount,
  formatCompact,
  formatCompactUsd,
  formatDateTime,
  formatDuration,
  formatExactAmount,
  formatInteger,
  formatMoney,
  formatPercent,
  formatRelativeTime,
  formatUsd,
  parseAmount,
  shortenAddress,
} from "@/lib/format"
import { WAD } from "@/lib/units"
import { fc } from "@/tests/helpers/property"

describe("amount", () => {
  test.each([
    [0n, "0"],
    [WAD, "1"],
    [1_234_567n * WAD + WAD / 2n, "1,234,567.5"],
    [1_999_999_999_999_999_999n, "1.9999"],
    [12_345n * 10n ** 10n, "0.0001234"],
    [1n, "<0.000000000001"],
    [-3n * WAD, "-3"],
  ])("shows %s rounded towards zero as %s", (value, text) => {
    expect(formatAmount(value)).toBe(text)
  })

  test("never shows more than there is", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 10n ** 6n, max: 10n ** 40n }), (value) => {
        const shown = parseAmount(formatAmount(value))
        expect(shown).not.toBeNull()
        expect(shown ?? 0n).toBeLessThanOrEqual(value)
      }),
    )
  })
})

describe("parseAmount", () => {
  test("takes back every exact amount", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 190n }), (value) => {
        expect(parseAmount(formatExactAmount(value))).toBe(value)
      }),
    )
  })

  test.each(["", " ", ".", "-1", "1e5", "0x10", "1.2.3", "ten", "0.1234567890123456789"])(
    "refuses %j",
    (text) => {
      expect(parseAmount(text)).toBeNull()
    },
  )

  test.each([
    ["1,000.5", 1000n * WAD + WAD / 2n],
    [".5", WAD / 2n],
    ["7.", 7n * WAD],
  ])("reads %j as people write it", (text, value) => {
    expect(parseAmount(text)).toBe(value)
  })
})

test.each([
  [0n, "$0.00"],
  [1_234_567n * WAD + 999n * 10n ** 15n, "$1,234,567.99"],
  [WAD, "$1.00"],
  [10_099n * 10n ** 14n, "$1.0099"],
  [5n * 10n ** 13n, "$0.00005"],
  [-2n * WAD, "-$2.00"],
])("usd(%s) is %s", (value, text) => {
  expect(formatUsd(value)).toBe(text)
})

test.each([
  [0n, "$0.00"],
  [9_701_599_999_999_999_999n, "$9.70"],
  [-9_709_999_999_999_999_999n, "-$9.70"],
  [12_345n * WAD, "$12,345.00"],
  [10n ** 16n, "$0.01"],
  // Less than a cent is not nothing.
  [5n * 10n ** 13n, "$0.00005"],
  [-5n * 10n ** 13n, "-$0.00005"],
])("money(%s) is %s", (value, text) => {
  expect(formatMoney(value)).toBe(text)
})

test.each([
  [999n, "999"],
  [9_999n, "9,999"],
  [12_399n, "12.3K"],
  [1_000_000n, "1M"],
  [2_590_000_000n, "2.5B"],
])("compact(%s) is %s", (value, text) => {
  expect(formatCompact(value)).toBe(text)
})

test("grouped keeps all digits of a count", () => {
  expect(formatInteger(0)).toBe("0")
  expect(formatInteger(999)).toBe("999")
  expect(formatInteger(1_234_567)).toBe("1,234,567")
  expect(formatInteger(-12_345)).toBe("-12,345")
  expect(formatInteger(10n ** 21n)).toBe("1,000,000,000,000,000,000,000")
})

test("compactUsd keeps cents of small sums and shortens large ones", () => {
  expect(formatCompactUsd(12n * WAD)).toBe("$12.00")
  expect(formatCompactUsd(1_290_000n * WAD)).toBe("$1.2M")
  expect(formatCompactUsd(-1_290_000n * WAD)).toBe("-$1.2M")
})

test.each([
  [150, "1.5%"],
  [0, "0%"],
  [5n, "0.05%"],
  [-1234n, "-12.34%"],
  [123_456n, "1,234.56%"],
])("percent(%s) is %s", (basisPoints, text) => {
  expect(formatPercent(basisPoints)).toBe(text)
})

test("change counts in basis points and knows no base of zero", () => {
  expect(computeChange(100n, 101n)).toBe(100n)
  expect(computeChange(3n, 2n)).toBe(-3333n)
  expect(computeChange(0n, 5n)).toBeNull()
})

test("shortAddress keeps both ends", () => {
  expect(shortenAddress("0x1234567890abcdef1234567890abcdef12345678")).toBe("0x1234…5678")
})

test.each([
  [-10_000, "now"],
  [4_000, "now"],
  [59_000, "59 s ago"],
  [3_599_000, "59 min ago"],
  [7_200_000, "2 h ago"],
  [200_000_000, "2 d ago"],
])("relativeTime of %s ms is %s", (age, text) => {
  const now = new Date("2026-01-02T00:00:00Z")
  expect(formatRelativeTime(new Date(now.getTime() - age), now)).toBe(text)
})

test.each([
  [0, "0 s"],
  [11.2, "12 s"],
  [245, "4 min 05 s"],
  [86_399, "23 h 59 min"],
])("duration(%s) is %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

test("dateTime is UTC to the minute", () => {
  expect(formatDateTime(new Date("2026-03-04T05:06:07Z"))).toBe("2026-03-04 05:06 UTC")
})
