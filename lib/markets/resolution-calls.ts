import { type Address, encodeFunctionData } from "viem"
import type { PreparedCall } from "@/lib/chain/call"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { type ActionKind, STAKE_AMOUNT } from "./resolution-rules"

/** `contract` resolves the market `token`: the resolver, or the contract of private markets. */
export type ResolutionTarget = {
  contract: Address
  token: Address
  usdb: Address
  isPrivate: boolean
}

type Call = PreparedCall["call"]

/**
 * The transaction of an action, with an exact approval of its bond. The bond grows with every purchase until a
 * proposal fixes it: a proposal that comes after a purchase is refused as BondGrown, and created again.
 */
export function createRequest(
  kind: ActionKind,
  target: ResolutionTarget,
  { outcome, bond }: { outcome: number; bond: bigint },
): PreparedCall {
  const encode = target.isPrivate ? encodePrivate : encodePublic
  const call = { to: target.contract, data: encode(kind, target, outcome) }
  return needsBond(kind)
    ? { call, approval: { token: target.usdb, spender: target.contract, amount: bond } }
    : { call }
}

export const needsBond = (kind: ActionKind) =>
  kind === "propose" || kind === "dispute" || kind === "veto"

const functionNames = {
  propose: "proposeOutcome",
  dispute: "dispute",
  vote: "vote",
  veto: "veto",
  decide: "resolveByBasis",
} as const

function encodePublic(kind: ActionKind, { token }: ResolutionTarget, outcome: number) {
  const abi = marketResolverAbi
  if (kind === "finalizeUncontested") {
    return encodeFunctionData({ abi, functionName: "finalizeUncontested", args: [token] })
  }
  if (kind === "finalize") {
    return encodeFunctionData({ abi, functionName: "finalizeMarket", args: [token] })
  }
  return encodeFunctionData({ abi, functionName: functionNames[kind], args: [token, outcome] })
}

function encodePrivate(kind: ActionKind, { token }: ResolutionTarget, outcome: number) {
  const abi = privateMarketTradingAbi
  return kind === "vote"
    ? encodeFunctionData({ abi, functionName: "vote", args: [token, outcome] })
    : encodeFunctionData({ abi, functionName: "finalize", args: [token] })
}

export function createStakeRequest(resolver: Address, token: Address): PreparedCall {
  const data = encodeFunctionData({ abi: marketResolverAbi, functionName: "stake", args: [token] })
  return {
    call: { to: resolver, data },
    approval: { token, spender: resolver, amount: STAKE_AMOUNT },
  }
}

export function createUnstakeCall(resolver: Address, token: Address): Call {
  const args = [token] as const
  return {
    to: resolver,
    data: encodeFunctionData({ abi: marketResolverAbi, functionName: "unstake", args }),
  }
}

export function createClaimCall({ contract, token, isPrivate }: ResolutionTarget): Call {
  const [functionName, args] = ["claimBounty", [token]] as const
  const data = isPrivate
    ? encodeFunctionData({ abi: privateMarketTradingAbi, functionName, args })
    : encodeFunctionData({ abi: marketResolverAbi, functionName, args })
  return { to: contract, data }
}

export function createEarlyClaimCall({ contract, token }: ResolutionTarget, round: number): Call {
  const args = [token, BigInt(round)] as const
  return {
    to: contract,
    data: encodeFunctionData({ abi: marketResolverAbi, functionName: "claimEarlyBounty", args }),
  }
}
