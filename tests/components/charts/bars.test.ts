import { describe, expect, test } from "vitest"
import {
  type Bar,
  connectBars,
  extendBars,
  findChangedTail,
  isQuiet,
  measureRange,
  toBars,
  toColumns,
} from "@/components/charts/bars"
import { fc } from "@/tests/helpers/property"

const MINUTE = 60_000

test("bars come out of columns as they went in", () => {
  const some = [
    { time: 1_700_000_000_000, open: 1.5, high: 2, low: 1, close: 1.75, volume: 30 },
    { time: 1_700_000_060_000, open: 1.75, high: 1.75, low: 0, close: 0.25, volume: 0 },
  ]
  expect(toBars(toColumns(some))).toEqual(some)
  expect(toBars(toColumns([]))).toEqual([])
})

/** Bars of one minute each, from closing prices; a bar opens where the one before it closed. */
function bars(closes: readonly number[], start = 0): Bar[] {
  return closes.map((close, index) => {
    const open = closes[index - 1] ?? close
    const [low = close, high = close] = [open, close].sort((a, b) => a - b)
    return { time: start + index * MINUTE, open, high, low, close, volume: close * 10 }
  })
}

describe("the changed tail", () => {
  test("is the last bar when only it moved", () => {
    const next = bars([1, 2, 5])
    expect(findChangedTail(bars([1, 2, 3]), next)).toEqual([next[2]])
  })

  test("holds the last bar drawn and all after it", () => {
    const next = bars([1, 2, 3, 4, 5])
    expect(findChangedTail(bars([1, 2, 3]), next)).toEqual(next.slice(2))
  })

  test("ignores bars that fell out at the front", () => {
    const drawn = bars([1, 2, 3])
    expect(findChangedTail(drawn, drawn.slice(1))).toEqual([drawn[2]])
  })

  test.each([
    ["nothing is drawn yet", [], bars([1])],
    ["nothing is left", bars([1, 2]), []],
    ["an older bar changed", bars([1, 2, 3]), bars([1, 4, 3])],
    [
      "an older bar was traded more",
      bars([1, 2, 3]),
      bars([1, 2, 3]).map((bar, index) => (index === 1 ? { ...bar, volume: 99 } : bar)),
    ],
    ["older bars came in at the front", bars([2, 3], MINUTE), bars([1, 2, 3])],
    ["the last bar drawn is gone", bars([1, 2, 3]), bars([1, 2])],
  ])("is refused when %s", (_, drawn, next) => {
    expect(findChangedTail(drawn, next)).toBeNull()
  })

  test("never goes back before the last bar drawn", () => {
    const prices = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 8 })
    fc.assert(
      fc.property(prices, prices, fc.nat(3), (before, after, shift) => {
        const drawn = bars(before)
        const next = bars(after, shift * MINUTE)
        const tail = findChangedTail(drawn, next)
        if (!tail) return
        expect(tail[0]?.time).toBe(drawn.at(-1)?.time)
        const kept = drawn.filter(({ time }) => time >= (next[0]?.time ?? 0)).slice(0, -1)
        expect([...kept, ...tail]).toEqual(next)
      }),
    )
  })
})

describe("bars without trades", () => {
  test("carry the last close up to the present bucket", () => {
    const extended = extendBars(bars([1, 2]), MINUTE, 3.5 * MINUTE)
    expect(extended.map(({ time, close }) => [time / MINUTE, close])).toEqual([
      [0, 1],
      [1, 2],
      [2, 2],
      [3, 2],
    ])
    expect(extended.slice(2).every(isQuiet)).toBe(true)
    expect(extended.map(({ volume }) => volume)).toEqual([10, 20, 0, 0])
  })

  test("are not added before the present bucket ends, nor by a clock that is behind", () => {
    expect(extendBars(bars([1, 2]), MINUTE, 1.9 * MINUTE)).toHaveLength(2)
    expect(extendBars(bars([1, 2]), MINUTE, 0)).toHaveLength(2)
  })

  test("are not invented before the first price", () => {
    expect(extendBars([], MINUTE, 10 * MINUTE)).toEqual([])
  })
})

test("connected bars begin where the one before them ended and reach that far", () => {
  const [first, second, third] = [
    { time: 0, open: 5, high: 6, low: 4, close: 4, volume: 1 },
    { time: MINUTE, open: 7, high: 7, low: 7, close: 7, volume: 2 },
    { time: 2 * MINUTE, open: 6, high: 8, low: 5, close: 6, volume: 3 },
  ]
  expect(connectBars([first, second, third])).toEqual([
    first,
    { ...second, open: 4, low: 4 },
    { ...third, open: 7 },
  ])
})

test("a range spans its first, last, highest and lowest price", () => {
  const range = bars([3, 9, 1, 4])
  expect(measureRange(range)).toEqual({
    first: range[0],
    last: range[3],
    high: 9,
    low: 1,
    volume: 170,
  })
  expect(measureRange([])).toBeNull()
})
