import { decodeFunctionData, type Hex, parseAbi } from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { listMarketContracts } from "./market-contracts"
import type { TransactionCall } from "./rpc-calls"

/**
 * Functions that remove a wallet from a whitelist or end a token's freezing: they emit no event.
 * `SetWhitelistedWallet` emits one and is not needed.
 */
const abi = parseAbi([
  "function RemoveWhitelist(address wallet)",
  "function RemoveWhitelist(address wallet, address marketToken)",
  "function manageWhitelist(address marketToken, address[] wallets, uint256 amount, string tag, bool status)",
  "function DisableFreeze()",
  "function DisableFreeze(address marketToken)",
])

/** 128 KiB in hexadecimal. The regular check of all entries covers longer calls. */
const MAX_INPUT_CHARACTERS = 2 * 128 * 1024

export type WhitelistKey = { token: string; wallet: string }

/** Possible changes by calls that emit no event. */
export type CalldataChanges = {
  /** Tokens called directly, or unfrozen through the contract of their market. */
  tokens: string[]
  /** Whitelist entries that a call removes if its sender may. */
  removals: WhitelistKey[]
}

/** Decodes the calls to tokens and market contracts. */
export function findCalldataChanges(
  calls: readonly TransactionCall[],
  book: AddressBook,
  isToken: (address: string) => boolean,
): CalldataChanges {
  const contracts = new Set(listMarketContracts(book))
  const tokens = new Set<string>()
  const removals: WhitelistKey[] = []
  for (const { to, input } of calls) {
    const isOfToken = isToken(to)
    if (isOfToken) tokens.add(to)
    if (!isOfToken && !contracts.has(to)) continue
    const change = decodeCall(input, isOfToken ? to : null)
    if (!change || !isToken(change.token)) continue
    if (change.isUnfrozen) tokens.add(change.token)
    for (const wallet of change.wallets) removals.push({ token: change.token, wallet })
  }
  return { tokens: [...tokens], removals }
}

type CalldataChange = { token: string; wallets: string[]; isUnfrozen: boolean }

/** Null for any other function. `self` is the called token, null for a market contract. */
function decodeCall(input: string, self: string | null): CalldataChange | null {
  const call = input.length > MAX_INPUT_CHARACTERS ? null : tryDecodeCall(input)
  if (!call) return null
  const change = (token: string | null | undefined, wallets: readonly string[] = []) => ({
    ...{ token: token?.toLowerCase() ?? "", isUnfrozen: call.functionName === "DisableFreeze" },
    wallets: wallets.map((wallet) => wallet.toLowerCase()),
  })
  if (call.functionName === "DisableFreeze") return change(call.args?.[0] ?? self)
  if (call.functionName === "RemoveWhitelist") return change(call.args[1] ?? self, [call.args[0]])
  const [market, wallets, , , isListed] = call.args
  return isListed ? null : change(market, wallets)
}

function tryDecodeCall(input: string) {
  try {
    return decodeFunctionData({ abi, data: input as Hex })
  } catch {
    // Another function, or malformed arguments: the call removes nothing.
    return null
  }
}
