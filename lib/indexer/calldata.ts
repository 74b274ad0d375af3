import { decodeFunctionData, type Hex, parseAbi } from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { listMarketContracts } from "./market-contracts"
import type { TransactionCall } from "./rpc-calls"

/**
 * What takes a wallet off a whitelist, and what ends a token's freezing: neither leaves an event. Entries are made
 * with an event, so `SetWhitelistedWallet` need not be looked at.
 */
const abi = parseAbi([
  "function RemoveWhitelist(address wallet)",
  "function RemoveWhitelist(address wallet, address marketToken)",
  "function manageWhitelist(address marketToken, address[] wallets, uint256 amount, string tag, bool status)",
  "function DisableFreeze()",
  "function DisableFreeze(address marketToken)",
])

/** Longer inputs are left to the entries' regular check. */
const MAX_INPUT_CHARACTERS = 2 * 128 * 1024

export type WhitelistKey = { token: string; wallet: string }

/** What calls may have changed without an event. */
export type CalldataChanges = {
  /** Tokens that somebody called directly, or whose freezing ended through their market. */
  tokens: string[]
  /** Whitelist entries that a call takes away, should it be allowed to. */
  removals: WhitelistKey[]
}

/** Reads the calls that go to tokens or to the market contracts. */
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

/** Null for a call of anything else. `self` is the token called, null for a market contract. */
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
    // Another function, or an input that fits none: nothing that takes an entry away.
    return null
  }
}
