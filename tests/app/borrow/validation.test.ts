import { expect, test } from "vitest"
import type { BorrowState } from "@/app/borrow/_parts/borrow-state"
import { findBlocker } from "@/app/borrow/_parts/validation"
import { parseAmount } from "@/lib/format"
import { loanValue, MIN_DEBT, withFloor } from "@/lib/loans/math"
import { WAD } from "@/lib/units"
import { kelp, tide } from "@/tests/lib/loans/cases"

const wallet = { balance: 100n * WAD, allowance: 0n, nativeBalance: WAD, shares: 0n }
const state: BorrowState = {
  route: { tide, token: withFloor(kelp), taxBasisPoints: 150n },
  clockOffset: 0,
  isListed: true,
  isFrozen: false,
  wallet,
}
const sentenceOf = (text: string, change: Partial<BorrowState> = {}) => {
  const blocker = findBlocker({ state: { ...state, ...change }, text, symbol: "KELP" })
  return blocker === null || blocker.kind === "empty" ? (blocker?.kind ?? null) : blocker.sentence
}

test("a loan can be taken on what the wallet holds, frozen or not", () => {
  expect(sentenceOf("100")).toBeNull()
  expect(sentenceOf("100", { isFrozen: true })).toBeNull()
  expect(sentenceOf("1000000", { wallet: null })).toBeNull()
})

test.each([
  ["", {}, "empty"],
  ["ten", {}, "Enter a number with at most 18 decimal places."],
  ["0", {}, "Enter an amount above zero."],
  ["100.1", {}, "You have 100 KELP."],
  ["5", { wallet: { ...wallet, balance: 0n } }, "You have no KELP."],
  ["5", { wallet: { ...wallet, nativeBalance: 0n } }, "Insufficient ETH for the network fee."],
  ["5", { isListed: false }, "KELP is not listed here."],
])("“%s” is refused before anything is signed: %#", (text, change, sentence) => {
  expect(sentenceOf(text, change)).toBe(sentence)
})

test("names the least amount, which suffices", () => {
  const sentence = sentenceOf("0.0001") ?? ""
  expect(sentence).toMatch(/^A loan is at least 0\.99 USDB: pledge at least [0-9.]+ KELP\.$/)
  const least = parseAmount(/least ([0-9.]+) KELP/.exec(sentence)?.[1] ?? "") ?? 0n
  expect(loanValue(state.route, least).debt).toBeGreaterThanOrEqual(MIN_DEBT)
  expect(sentenceOf(`${Number(least) / 1e18}`)).toBeNull()
})

test("says at once that everything the wallet has is worth too little", () => {
  const poor = { wallet: { ...wallet, balance: WAD / 100n } }
  expect(sentenceOf("", poor)).toMatch(/^Your 0\.01 KELP are worth 0\.0\d+ USDB as collateral\.$/)
})
