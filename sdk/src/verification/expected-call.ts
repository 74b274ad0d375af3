import type { Quote } from "../client/types"

/** A decoded argument as plain text: numbers in decimal, addresses in lower case, lists in brackets. */
export type Matcher = (argument: string, quote: Quote, slippageBp: number) => boolean

/** A value that the argument must equal, or a condition that it must meet. */
export type Expected = string | number | bigint | boolean | readonly Expected[] | Matcher

/** A call that does an action. Any other call is not signed. */
export type ExpectedCall = {
  to: readonly Expected[]
  /** In Solidity's notation: "function faucet(address referrer)". */
  signature: string
  args: readonly Expected[]
  /** Whether one argument is the least amount that the wallet accepts. */
  hasMinimum: boolean
  /** An approval that may come before it, of the called contract. */
  approval?: ExpectedApproval
  /** Whether the call may carry a fee in the native coin. */
  paysFee?: boolean
}

export type ExpectedApproval = {
  /** Null where only the chain knows the token, such as a loan's or a schedule's. */
  token: Expected | null
  /** Null where only the chain knows the amount: a debt, a bond or a fee, at most the quote's. */
  amount: Expected | null
}

export const anything: Matcher = () => true

export const nothing: Matcher = () => false

/**
 * The least amount of one asset: the quote's, which itself follows from the slippage, above zero and not below the
 * caller's. With `isExact` false the argument may be more.
 */
export const quotedMinimum =
  (asset: Expected, callersLeast: bigint, isExact = true): Matcher =>
  (argument, quote, slippageBp) => {
    const received = quote.out.filter((each) => matches(asset, each.asset, quote, slippageBp))
    const [only] = received
    if (!only || received.length > 1) return false
    const least = BigInt(only.minAmount)
    const signed = BigInt(argument)
    return (
      least > 0n &&
      least >= callersLeast &&
      least >= (BigInt(only.amount) * BigInt(10_000 - slippageBp)) / 10_000n &&
      (isExact ? signed === least : signed >= least)
    )
  }

/** The shares of a side in any round of a timeframe: which one is the present one only the contract knows. */
export const roundShares =
  (contract: Expected, timeframe: Expected, side: Expected): Matcher =>
  (id, quote, slippageBp) => {
    const [ofContract, ofTimeframe, round = "", ofSide, ...rest] = id.split(":")
    return (
      rest.length === 0 &&
      /^\d+$/.test(round) &&
      matches(contract, ofContract, quote, slippageBp) &&
      matches(timeframe, ofTimeframe, quote, slippageBp) &&
      matches(side, ofSide, quote, slippageBp)
    )
  }

/** Texts are compared without space and control characters, which the service normalises. */
export const sameText =
  (expected: string): Matcher =>
  (argument) =>
    bare(argument) === bare(expected)

const bare = (text: string) => text.normalize("NFC").replace(/[\s\p{C}]+/gu, "")

/** Whether a decoded argument equals the expected one. */
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
