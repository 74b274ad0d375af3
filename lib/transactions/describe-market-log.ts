import { decodeEventLog, type Log } from "viem"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import type { LogDescription, Sentence, TokenAddresses } from "./schema"
import {
  toAddressPart,
  toAmountPart,
  toMarketPart,
  toOutcomePart,
  toSharesPart,
} from "./sentence-parts"

const publicAbi = [...marketTradingAbi, ...marketResolverAbi] as const
const logsAbi = [...publicAbi, ...privateMarketTradingAbi] as const

type Event = ReturnType<typeof decodeEventLog<typeof logsAbi>>

/** A sentence for a log of a market contract; null for logs of other contracts. */
export function describeMarketLog(log: Log, currencies: TokenAddresses): LogDescription | null {
  const event = decodeLog(log)
  return event && (describeTrading(event, currencies) ?? describeResolution(event, currencies))
}

/** A vote has the same name and types on both contracts, but different indexed fields. */
function decodeLog({ data, topics }: Log): Event | null {
  for (const abi of [publicAbi, privateMarketTradingAbi]) {
    try {
      return decodeEventLog({ abi, data, topics })
    } catch {
      // An event of the other contract, or of neither.
    }
  }
  return null
}

const main = (...sentence: Sentence): LogDescription => ({ weight: "main", sentence })
const detail = (...sentence: Sentence): LogDescription => ({ weight: "detail", sentence })

function describeTrading(event: Event, { usdb }: TokenAddresses): LogDescription | null {
  switch (event.eventName) {
    case "MarketCreated":
      return main(
        toAddressPart(event.args.creator),
        " opened ",
        toMarketPart(event.args.marketToken),
      )
    case "SharesTraded": {
      const { marketToken, buyer, outcomeId, shares, usdcSpent } = event.args
      return main(
        toAddressPart(buyer),
        " bought ",
        toSharesPart(marketToken, outcomeId, shares),
        " for ",
        toAmountPart(usdb, usdcSpent),
        " and tax",
      )
    }
    case "OrderCreated": {
      const { marketToken, orderId, seller, outcomeId, amount, pricePerShare } = event.args
      const offer = toSharesPart(marketToken, outcomeId, amount)
      const price: Sentence = [" for ", { kind: "usd", value: pricePerShare }, " each"]
      return main(toAddressPart(seller), " offered ", offer, ...price, `, as order ${orderId}`)
    }
    case "OrderFilled": {
      const { marketToken, orderId, buyer, usdcSpent } = event.args
      const what: Sentence = [
        ` bought from order ${orderId} in `,
        toMarketPart(marketToken),
        " for ",
      ]
      return main(toAddressPart(buyer), ...what, toAmountPart(usdb, usdcSpent), " and tax")
    }
    case "OrderCancelled":
      return main(
        `Order ${event.args.orderId} in `,
        toMarketPart(event.args.marketToken),
        " was cancelled",
      )
    case "SharesRedeemed": {
      const { user, payout, marketToken } = event.args
      return main(
        toAddressPart(user),
        " redeemed ",
        toAmountPart(usdb, payout),
        " of ",
        toMarketPart(marketToken),
      )
    }
    case "PotDonated":
    case "BountyDonated": {
      const { donor, usdcAmount, marketToken } = event.args
      const pot = event.eventName === "PotDonated" ? "pot" : "bounty"
      const gift = toAmountPart(usdb, usdcAmount)
      return main(
        toAddressPart(donor),
        " donated ",
        gift,
        ` to the ${pot} of `,
        toMarketPart(marketToken),
      )
    }
    default:
      return null
  }
}

function describeResolution(event: Event, { usdb }: TokenAddresses): LogDescription | null {
  switch (event.eventName) {
    case "Proposal": {
      const { proposer, marketToken, outcomeId } = event.args
      return describeChoice(proposer, " proposed ", marketToken, outcomeId)
    }
    case "DisputeStarted": {
      const { disputer, marketToken, newOutcomeId } = event.args
      return describeChoice(disputer, " disputed: ", marketToken, newOutcomeId)
    }
    case "Vote": {
      const { voter, marketToken, outcomeId } = event.args
      return describeChoice(voter, " voted for ", marketToken, outcomeId)
    }
    case "Vetoed": {
      const { vetoer, marketToken, proposedOutcome } = event.args
      return describeChoice(vetoer, " vetoed for ", marketToken, proposedOutcome)
    }
    case "Resolved": {
      const { marketToken, finalOutcome } = event.args
      return main(
        toOutcomePart(marketToken, finalOutcome),
        " is final for ",
        toMarketPart(marketToken),
      )
    }
    case "DisputeReset":
      return main(
        "It was too early to say: a new round began for ",
        toMarketPart(event.args.marketToken),
      )
    case "MarketInvalidated":
      return main("Stakes of ", toMarketPart(event.args.marketToken), " are paid back")
    case "BondsDistributed":
      return detail(
        toAddressPart(event.args.winner),
        " received ",
        toAmountPart(usdb, event.args.totalAmount),
        " of bonds",
      )
    case "BondsSeized":
      return detail(toAmountPart(usdb, event.args.totalAmount), " of bonds went to the insurance")
    case "BountyClaimed":
      return main(
        toAddressPart(event.args.claimer),
        " received ",
        toAmountPart(usdb, event.args.usdcAmount),
        " of bounty",
      )
    case "VoterChanged": {
      const { marketToken, voter, status } = event.args
      return describeAdmission(voter, status, "voter", marketToken)
    }
    case "BuyerChanged": {
      const { marketToken, buyer, status } = event.args
      return describeAdmission(buyer, status, "buyer", marketToken)
    }
    default:
      return null
  }
}

const describeChoice = (wallet: string, verb: string, market: string, outcome: number) =>
  main(toAddressPart(wallet), verb, toOutcomePart(market, outcome), " for ", toMarketPart(market))

function describeAdmission(wallet: string, isAdmitted: boolean, role: string, market: string) {
  const verb = isAdmitted ? "added" : "removed"
  return main(toAddressPart(wallet), ` was ${verb} as a ${role} of `, toMarketPart(market))
}
