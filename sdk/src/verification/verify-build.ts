import { decodeFunctionData, erc20Abi, type Hex, parseAbi } from "viem"
import { UnexpectedTransactionError } from "../client/errors"
import type { Action, AddressBook, Build, BuiltTransaction } from "../client/types"
import { type ExpectedCall, isSameAddress, matches } from "./expected-call"
import { listExpectedCalls } from "./expected-calls"

export type Terms = {
  action: Action
  /** Lower or mixed case; null where nobody signs. */
  wallet: string | null
  book: AddressBook
  /** Most of the native coin that fees and gas may cost, in wei. */
  maxNativeCost: bigint
}

const ZERO = "0x0000000000000000000000000000000000000000"
export const DEFAULT_SLIPPAGE_BP = 100

/**
 * Throws UnexpectedTransactionError unless the transactions perform the action and nothing else: at most one approval,
 * exact and of the called contract, and one call of a known contract with the arguments that follow from the action. A
 * compromised service gets no signature for anything else.
 */
export function verifyBuild(build: Build, { action, wallet, book, maxNativeCost }: Terms): void {
  const { quote, transactions, calls } = build
  const [last, approval, ...others] = [...transactions].reverse()
  if (!last || others.length > 0) throw unexpected("the action takes one or two transactions")
  if (last.kind !== "action") throw unexpected("the last transaction is not the action")
  const slippageBp = action.slippageBp ?? DEFAULT_SLIPPAGE_BP
  if (quote.action !== action.action) throw unexpected(`the quote is of ${quote.action}`)
  const call = listExpectedCalls(action, book).find((expected) =>
    isExpected(last, expected, build, slippageBp),
  )
  if (!call) throw unexpected(`the call of ${last.to} is not that of ${action.action}`)
  if ("minOut" in action && action.minOut !== undefined && !call.hasMinimum) {
    throw unexpected(`${action.action} has no least amount`)
  }
  verifyQuote(quote, call, { book, slippageBp })
  if (approval) verifyApproval(approval, call, { build, spender: last.to, book, slippageBp })
  verifyFrames(transactions, book.chainId)
  verifyCost(transactions, call, maxNativeCost)
  verifyCalls(calls, { transactions, wallet, chainId: book.chainId })
}

function isExpected(
  { to, data }: BuiltTransaction,
  { to: targets, signature, args }: ExpectedCall,
  { quote }: Build,
  slippageBp: number,
): boolean {
  if (isSameAddress(to, ZERO)) return false
  if (!targets.some((target) => matches(target, to, quote, slippageBp))) return false
  const decoded = decode(signature, data)
  return decoded !== null && matches(args, decoded, quote, slippageBp)
}

/** The arguments of a call; null where it is another function. */
function decode(signature: string, data: string): readonly unknown[] | null {
  try {
    const abi = parseAbi([signature])
    const { args } = decodeFunctionData({ abi, data: toHex(data) })
    return Array.isArray(args) ? args : []
  } catch {
    return null
  }
}

const toHex = (data: string): Hex => `0x${data.slice(2)}`

type ApprovalContext = { build: Build; spender: string; book: AddressBook; slippageBp: number }

function verifyApproval(
  { kind, to, data }: BuiltTransaction,
  { approval: expected }: ExpectedCall,
  { build: { quote }, spender, book, slippageBp }: ApprovalContext,
) {
  if (kind !== "approve" || !expected) throw unexpected("the action needs no approval")
  if (expected.token !== null && !matches(expected.token, to, quote, slippageBp)) {
    throw unexpected(`${to} is not the token that the action takes`)
  }
  const { spender: approved, amount } = decodeApproval(data)
  if (!isSameAddress(approved, spender)) throw unexpected(`${approved} is to be approved`)
  if (expected.amount !== null && !matches(expected.amount, amount, quote, slippageBp)) {
    throw unexpected("the approval is not of the amount of the action")
  }
  if (expected.amount === null && amount > mostQuoted(quote, book.usdb)) {
    throw unexpected("the approval is above what the quote takes")
  }
}

function decodeApproval(data: string) {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: toHex(data) })
    if (functionName === "approve") return { spender: args[0], amount: args[1] }
  } catch {
    // Said below.
  }
  throw unexpected("the approval is another call")
}

/** A dollar is one USDB, and the quote takes nothing beyond the action's own amounts. */
function verifyQuote(
  quote: Build["quote"],
  { approval }: ExpectedCall,
  { book, slippageBp }: { book: AddressBook; slippageBp: number },
) {
  for (const { asset, amount, usd } of [...quote.in, ...quote.out]) {
    const isDollar = isSameAddress(asset, book.usdb)
    if (isDollar && Math.abs(usd - Number(amount) / 1e18) > 0.011 + usd * 1e-9) {
      throw unexpected(`the quote says that ${amount} base units of USDB are ${usd} dollars`)
    }
  }
  const { token = null, amount: most = null } = approval ?? {}
  if (token === null || typeof most !== "string") return
  const taken = quote.in.filter(({ asset }) => matches(token, asset, quote, slippageBp))
  if (taken.some(({ amount }) => BigInt(amount) > BigInt(most))) {
    throw unexpected("the quote takes more than the action names")
  }
}

/** The most that a quote takes of a token; for a refinancing, which pays out more than its fee, the fees. */
function mostQuoted({ in: taken, fees }: Build["quote"], token: string): bigint {
  const [amount, fee] = [taken, fees].map((flows) =>
    flows
      .filter(({ asset }) => isSameAddress(asset, token))
      .reduce((sum, each) => sum + BigInt(each.amount), 0n),
  ) as [bigint, bigint]
  return amount > fee ? amount : fee
}

/** Chain and order of the transactions. */
function verifyFrames(transactions: readonly BuiltTransaction[], chainId: number) {
  const first = transactions[0]?.nonce ?? 0
  for (const [place, { nonce, chainId: chain }] of transactions.entries()) {
    if (chain !== chainId) throw unexpected(`it is for chain ${chain}, not ${chainId}`)
    if (nonce !== first + place) throw unexpected("the nonces do not follow each other")
  }
}

function verifyCost(
  transactions: readonly BuiltTransaction[],
  { paysFee = false }: ExpectedCall,
  most: bigint,
) {
  let cost = 0n
  for (const { kind, value, gas, maxFeePerGas, maxPriorityFeePerGas } of transactions) {
    const mayPay = paysFee && kind === "action"
    if (BigInt(value) !== 0n && !mayPay) throw unexpected("it sends native coins")
    if (BigInt(maxPriorityFeePerGas) > BigInt(maxFeePerGas)) throw unexpected("its fees are wrong")
    cost += BigInt(value) + BigInt(gas) * BigInt(maxFeePerGas)
  }
  if (cost > most) throw unexpected(`it may cost ${cost} wei, above the limit of ${most}`)
}

type CallsContext = {
  transactions: readonly BuiltTransaction[]
  wallet: string | null
  chainId: number
}

/** The same calls for wallet_sendCalls. */
function verifyCalls(calls: Build["calls"], { transactions, wallet, chainId }: CallsContext) {
  if (wallet !== null && !isSameAddress(calls.from, wallet)) {
    throw unexpected(`it is built for ${calls.from}`)
  }
  const isSame =
    Number(calls.chainId) === chainId &&
    calls.calls.length === transactions.length &&
    calls.calls.every(({ to, data, value }, place) => {
      const other = transactions[place]
      return (
        other &&
        isSameAddress(to, other.to) &&
        data === other.data &&
        BigInt(value) === BigInt(other.value)
      )
    })
  if (!isSame) throw unexpected("calls and transactions differ")
}

const unexpected = (why: string) =>
  new UnexpectedTransactionError(`Not signed, because it is not what was asked for: ${why}`, {
    code: "UNEXPECTED_TRANSACTION",
    remedy: "Do not sign it by hand. Check the address of the service, and tell its operator.",
  })
