import { decodeFunctionData, type Hex } from "viem"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import type { Sentence } from "./schema"
import {
  toAddressPart,
  toAmountPart,
  toMarketPart,
  toOutcomePart,
  toQuotePart,
  toSharesPart,
  toTokenPart,
} from "./sentence-parts"

/** Functions of both kinds of markets and of the resolver; where two share a name they mean the same. */
const callsAbi = [...marketTradingAbi, ...privateMarketTradingAbi, ...marketResolverAbi] as const

type Call = ReturnType<typeof decodeFunctionData<typeof callsAbi>>

/** A sentence for a call of a market contract; null for calls of other contracts. */
export function describeMarketCall(data: Hex): Sentence | null {
  const call = decodeCall(data)
  return (
    call &&
    (describeTradingCall(call) ??
      describeOrderCall(call) ??
      describeResolutionCall(call) ??
      describeAccessCall(call))
  )
}

function decodeCall(data: Hex): Call | null {
  try {
    return decodeFunctionData({ abi: callsAbi, data })
  } catch {
    return null
  }
}

function describeTradingCall(call: Call): Sentence | null {
  switch (call.functionName) {
    case "createMarket": {
      const [question, , , options] = call.args
      return ["Open the market ", toQuotePart(question), ` with ${options.length} outcomes`]
    }
    case "buy": {
      const [of, id, input, amount, , least] = call.args
      const question = [" in ", toMarketPart(of), " for ", toAmountPart(input, amount)]
      return ["Buy ", ...describeShares(of, id, least), ...question]
    }
    case "buyOrdersAndContract": {
      const [of, id, orders, input, amount, least] = call.args
      const from = orders.length > 0 ? ", from orders first" : ""
      const question = [" in ", toMarketPart(of), " for ", toAmountPart(input, amount), from]
      return ["Buy ", ...describeShares(of, id, least), ...question]
    }
    case "redeem":
      return ["Redeem shares of ", toMarketPart(call.args[0])]
    case "donate": {
      const [of, , isBounty] = call.args
      return ["Donate to the ", isBounty ? "bounty" : "pot", " of ", toMarketPart(of)]
    }
    default:
      return null
  }
}

const describeShares = (of: string, id: number, least: bigint): Sentence =>
  least > 0n ? ["at least ", toSharesPart(of, id, least)] : ["shares of ", toOutcomePart(of, id)]

function describeOrderCall(call: Call): Sentence | null {
  switch (call.functionName) {
    case "listOrder": {
      const [of, id, amount, price] = call.args
      const at: Sentence = [
        " in ",
        toMarketPart(of),
        " for ",
        { kind: "usd", value: price },
        " each",
      ]
      return ["Offer ", toSharesPart(of, id, amount), ...at]
    }
    case "cancelOrder":
      return [`Cancel order ${call.args[1]} in `, toMarketPart(call.args[0])]
    case "buyOrder":
      return [`Buy from order ${call.args[1]} in `, toMarketPart(call.args[0])]
    case "buyMultipleOrders":
      return [`Buy from ${call.args[1].length} orders in `, toMarketPart(call.args[0])]
    default:
      return null
  }
}

function describeResolutionCall(call: Call): Sentence | null {
  switch (call.functionName) {
    case "proposeOutcome":
      return describeChoice("Propose ", " for ", call.args)
    case "dispute":
      return describeChoice("Dispute with ", " in ", call.args)
    case "vote":
      return describeChoice("Vote for ", " in ", call.args)
    case "veto":
      return describeChoice("Veto for ", " in ", call.args)
    case "resolveByBasis":
      return describeChoice("Resolve to ", " for ", call.args)
    case "finalizeUncontested":
    case "finalizeMarket":
    case "finalize":
      return ["Finalize the outcome of ", toMarketPart(call.args[0])]
    case "claimBounty":
    case "claimEarlyBounty":
      return ["Claim the bounty of ", toMarketPart(call.args[0])]
    case "stake":
      return ["Stake 5 ", toTokenPart(call.args[0]), " to vote in disputes"]
    case "unstake":
      return ["Withdraw the stake of ", toTokenPart(call.args[0])]
    default:
      return null
  }
}

const describeChoice = (
  verb: string,
  preposition: string,
  [market, outcome]: readonly [string, number, ...unknown[]],
): Sentence => [verb, toOutcomePart(market, outcome), preposition, toMarketPart(market)]

function describeAccessCall(call: Call): Sentence | null {
  switch (call.functionName) {
    case "manageVoter": {
      const [of, voter, isAdmitted] = call.args
      return [
        isAdmitted ? "Add " : "Remove ",
        toAddressPart(voter),
        " as a voter of ",
        toMarketPart(of),
      ]
    }
    case "togglePrivateEventBuyers": {
      const [of, buyers, isAdmitted] = call.args
      const verb = isAdmitted ? "Add" : "Remove"
      const who = `${buyers.length} ${buyers.length === 1 ? "buyer" : "buyers"}`
      return [`${verb} ${who} of `, toMarketPart(of)]
    }
    default:
      return null
  }
}
