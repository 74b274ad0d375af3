import { expect, test } from "vitest"
import { addShown, findRead, type ShownQuote } from "@/components/ticket/use-price-slip"

const quote = (amountOut: bigint) => ({ amountIn: 100n, amountOut })

const show = (...quotes: readonly (readonly [at: number, amountOut: bigint])[]) =>
  quotes.reduce<readonly ShownQuote[]>((shown, [at, out]) => addShown(shown, quote(out), at), [])

test("the quote that was read is the newest that stood for a second", () => {
  expect(findRead([], 5_000)).toBeNull()
  expect(findRead(show([0, 10n]), 100)).toEqual(quote(10n))
  expect(findRead(show([0, 10n], [3_000, 9n]), 3_500)).toEqual(quote(10n))
  expect(findRead(show([0, 10n], [3_000, 9n]), 4_000)).toEqual(quote(9n))
  // One that comes in the moment of the press is compared with what stood before it.
  expect(findRead(show([0, 10n], [3_000, 9n], [5_000, 5n], [5_010, 4n]), 5_020)).toEqual(quote(9n))
})

test("quotes that were followed by another that could be read are forgotten", () => {
  const shown = show(...Array.from({ length: 50 }, (_, at) => [at * 2_000, BigInt(at)] as const))
  expect(shown.length).toBeLessThanOrEqual(2)
})
