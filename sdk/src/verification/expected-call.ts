import type { Quote } from "../client/types"

/** A decoded argument as plain text: numbers in decimal, addresses in lower case, lists in brackets. */
export type Matcher = (argument: string, quote: Quote, slippageBp: number) => boolean

/** A value that the argument must equal, or a condition that it must meet. */
export type Expected = string | number | bigint | boolean | readonly Expected[] | Matcher

/** A call that does an action. Any other call is not signed. */
export type ExpectedCall = {
  to: readonly Expected[]
  /** As in Solidity: "function faucet(address referrer)". */
  signature: string
  args: readonly Expected[]
  /** An approval that may come before it, of the called contract. */
  approval?: ExpectedApproval
  /** Whether the call may carry a fee in the native coin. */
  paysFee?: boolean
}

export type ExpectedApproval = {
  /** Null where only the chain knows the token: that of a loan or a vesting schedule. */
  token: Expected | null
  /** Null where only the chain knows the amount: a debt, a bond or a fee, at most what the quote says. */
  amount: Expected | null
}

export const anything: Matcher = () => true

export const nothing: Matcher = () => false

/** The least amount that the quote names, which itself follows from the slippage. */
export const quotedMinimum: Matcher = (argument, { out }, slippageBp) =>
  out.some(({ amount, minAmount }) => {
    const least = (BigInt(amount) * BigInt(10_000 - slippageBp)) / 10_000n
    return minAmount === argument && BigInt(minAmount) >= least
  })

/** The quote names the least shares of a bet, whose amount depends on later bets. */
export const quotedShares: Matcher = (argument, { out }) =>
  out.some(({ minAmount }) => minAmount === argument)

export const aboveZero: Matcher = (argument) => BigInt(argument) > 0n

/** Texts are compared without space and control characters, which the service normalises. */
export const sameText =
  (expected: string): Matcher =>
  (argument) =>
    bare(argument) === bare(expected)

const bare = (text: string) => text.normalize("NFC").replace(/[\s\p{C}]+/gu, "")

/** Whether a decoded argument is what was expected. */
export function matches(
  expected: Expected,
  argument: unknown,
  quote: Quote,
  slippageBp: number,
): boolean {
  if (typeof expected === "function") return expected(toText(argument), quote, slippageBp)
  if (typeof expected === "object") {
    return (
      Array.isArray(argument) &&
      argument.length === expected.length &&
      expected.every((each, place) => matches(each, argument[place], quote, slippageBp))
    )
  }
  return toText(argument) === toText(expected)
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

function toText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toText).join()}]`
  const text = `${value}`
  return ADDRESS.test(text) ? text.toLowerCase() : text
}

export const isSameAddress = (one: string, other: string) =>
  one.toLowerCase() === other.toLowerCase()
