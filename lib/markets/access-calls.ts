import type { Address } from "viem"
import { type ContractCall, encodeCall } from "@/lib/chain/call"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"

const abi = privateMarketTradingAbi

/** A private market and its contract. */
type PrivateMarket = { contract: Address; market: Address }

/** Names a voter of a private market, or takes the vote away. */
export const voterCall = (
  { contract, market }: PrivateMarket,
  { voter, isVoter }: { voter: Address; isVoter: boolean },
): ContractCall =>
  encodeCall(contract, { abi, functionName: "manageVoter", args: [market, voter, isVoter] })

/** Admits buyers to a private market, or takes them off its list. */
export const buyersCall = (
  { contract, market }: PrivateMarket,
  { buyers, isAllowed }: { buyers: readonly Address[]; isAllowed: boolean },
): ContractCall =>
  encodeCall(contract, {
    abi,
    functionName: "togglePrivateEventBuyers",
    args: [market, buyers, isAllowed],
  })
