import { decodeFunctionData, type Hex } from "viem"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { market, outcome, party, quoted, shares, sum, token } from "./parts"
import type { Sentence } from "./schema"

/** Functions of both kinds of markets and of the resolver; where two share a name they mean the same. */
const callsAbi = [...marketTradingAbi, ...privateMarketTradingAbi, ...marketResolverAbi] as const

type Call = ReturnType<typeof decodeFunctionData<typeof callsAbi>>

/** What somebody asked of a prediction market, in words; null for calls of other contracts. */
export function marketCall(data: Hex): Sentence | null {
  const call = decode(data)
  return call && (tradingCall(call) ?? orderCall(call) ?? settlingCall(call) ?? ownersCall(call))
}

function decode(data: Hex): Call | null {
  try {
    return decodeFunctionData({ abi: callsAbi, data })
  } catch {
    return null
  }
}

function tradingCall(call: Call): Sentence | null {
  switch (call.functionName) {
    case "createMarket": {
      const [question, , , options] = call.args
      return ["Open the market ", quoted(question), ` with ${options.length} outcomes`]
    }
    case "buy": {
      const [of, id, input, amount, , least] = call.args
      const question = [" in ", market(of), " for ", sum(input, amount)]
      return ["Buy ", ...atLeast(of, id, least), ...question]
    }
    case "buyOrdersAndContract": {
      const [of, id, orders, input, amount, least] = call.args
      const from = orders.length > 0 ? ", from orders first" : ""
      const question = [" in ", market(of), " for ", sum(input, amount), from]
      return ["Buy ", ...atLeast(of, id, least), ...question]
    }
    case "redeem":
      return ["Redeem shares of ", market(call.args[0])]
    case "donate": {
      const [of, , isBounty] = call.args
      return ["Donate to the ", isBounty ? "bounty" : "pot", " of ", market(of)]
    }
    default:
      return null
  }
}

const atLeast = (of: string, id: number, least: bigint): Sentence =>
  least > 0n ? ["at least ", shares(of, id, least)] : ["shares of ", outcome(of, id)]

function orderCall(call: Call): Sentence | null {
  switch (call.functionName) {
    case "listOrder": {
      const [of, id, amount, price] = call.args
      const at: Sentence = [" in ", market(of), " for ", { kind: "usd", value: price }, " each"]
      return ["Offer ", shares(of, id, amount), ...at]
    }
    case "cancelOrder":
      return [`Cancel order ${call.args[1]} in `, market(call.args[0])]
    case "buyOrder":
      return [`Buy from order ${call.args[1]} in `, market(call.args[0])]
    case "buyMultipleOrders":
      return [`Buy from ${call.args[1].length} orders in `, market(call.args[0])]
    default:
      return null
  }
}

function settlingCall(call: Call): Sentence | null {
  switch (call.functionName) {
    case "proposeOutcome":
      return ["Propose ", outcome(call.args[0], call.args[1]), " for ", market(call.args[0])]
    case "dispute":
      return ["Dispute with ", outcome(call.args[0], call.args[1]), " in ", market(call.args[0])]
    case "vote":
      return ["Vote for ", outcome(call.args[0], call.args[1]), " in ", market(call.args[0])]
    case "veto":
      return ["Veto for ", outcome(call.args[0], call.args[1]), " in ", market(call.args[0])]
    case "resolveByBasis":
      return ["Decide ", outcome(call.args[0], call.args[1]), " for ", market(call.args[0])]
    case "finalizeUncontested":
    case "finalizeMarket":
    case "finalize":
      return ["Make the outcome final of ", market(call.args[0])]
    case "claimBounty":
    case "claimEarlyBounty":
      return ["Claim the bounty of ", market(call.args[0])]
    case "stake":
      return ["Stake 5 ", token(call.args[0]), " to vote in disputes"]
    case "unstake":
      return ["Take the stake of ", token(call.args[0]), " back"]
    default:
      return null
  }
}

function ownersCall(call: Call): Sentence | null {
  switch (call.functionName) {
    case "manageVoter": {
      const [of, voter, isAdmitted] = call.args
      return [isAdmitted ? "Admit " : "Dismiss ", party(voter), " as a voter of ", market(of)]
    }
    case "togglePrivateEventBuyers": {
      const [of, buyers, isAdmitted] = call.args
      const verb = isAdmitted ? "Admit" : "Dismiss"
      const who = `${buyers.length} ${buyers.length === 1 ? "buyer" : "buyers"}`
      return [`${verb} ${who} of `, market(of)]
    }
    default:
      return null
  }
}
