import { decodeEventLog, type Log } from "viem"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import type { Places, Said } from "./logs"
import { market, outcome, party, shares, sum } from "./parts"
import type { Sentence } from "./schema"

const publicAbi = [...marketTradingAbi, ...marketResolverAbi] as const
const logsAbi = [...publicAbi, ...privateMarketTradingAbi] as const

type Event = ReturnType<typeof decodeEventLog<typeof logsAbi>>

/** What a log of a prediction market says, in words; null for logs of other contracts. */
export function marketEvent(log: Log, places: Places): Said | null {
  const event = decode(log)
  return event && (traded(event, places) ?? settled(event, places))
}

/** A vote has the same name and types on both contracts, and other parts of it are indexed. */
function decode({ data, topics }: Log): Event | null {
  for (const abi of [publicAbi, privateMarketTradingAbi]) {
    try {
      return decodeEventLog({ abi, data, topics })
    } catch {
      // The other contract's, or none of theirs.
    }
  }
  return null
}

const main = (...sentence: Sentence): Said => ({ weight: "main", sentence })
const detail = (...sentence: Sentence): Said => ({ weight: "detail", sentence })

function traded(event: Event, { usdb }: Places): Said | null {
  switch (event.eventName) {
    case "MarketCreated":
      return main(party(event.args.creator), " opened ", market(event.args.marketToken))
    case "SharesTraded": {
      const { marketToken, buyer, outcomeId, shares: bought, usdcSpent } = event.args
      const got = shares(marketToken, outcomeId, bought)
      return main(party(buyer), " bought ", got, " for ", sum(usdb, usdcSpent), " and tax")
    }
    case "OrderCreated": {
      const { marketToken, orderId, seller, outcomeId, amount, pricePerShare } = event.args
      const offer = shares(marketToken, outcomeId, amount)
      const price: Sentence = [" for ", { kind: "usd", value: pricePerShare }, " each"]
      return main(party(seller), " offered ", offer, ...price, `, as order ${orderId}`)
    }
    case "OrderFilled": {
      const { marketToken, orderId, buyer, usdcSpent } = event.args
      const what: Sentence = [` bought from order ${orderId} in `, market(marketToken), " for "]
      return main(party(buyer), ...what, sum(usdb, usdcSpent), " and tax")
    }
    case "OrderCancelled":
      return main(
        `Order ${event.args.orderId} in `,
        market(event.args.marketToken),
        " was cancelled",
      )
    case "SharesRedeemed": {
      const { user, payout, marketToken } = event.args
      return main(party(user), " redeemed ", sum(usdb, payout), " of ", market(marketToken))
    }
    case "PotDonated":
    case "BountyDonated": {
      const { donor, usdcAmount, marketToken } = event.args
      const pot = event.eventName === "PotDonated" ? "pot" : "bounty"
      const gift = sum(usdb, usdcAmount)
      return main(party(donor), " donated ", gift, ` to the ${pot} of `, market(marketToken))
    }
    default:
      return null
  }
}

function settled(event: Event, { usdb }: Places): Said | null {
  switch (event.eventName) {
    case "Proposal":
      return named(event.args.proposer, " proposed ", event.args.marketToken, event.args.outcomeId)
    case "DisputeStarted":
      return named(
        event.args.disputer,
        " disputed: ",
        event.args.marketToken,
        event.args.newOutcomeId,
      )
    case "Vote":
      return named(event.args.voter, " voted for ", event.args.marketToken, event.args.outcomeId)
    case "Vetoed":
      return named(
        event.args.vetoer,
        " vetoed for ",
        event.args.marketToken,
        event.args.proposedOutcome,
      )
    case "Resolved": {
      const { marketToken, finalOutcome } = event.args
      return main(outcome(marketToken, finalOutcome), " is final for ", market(marketToken))
    }
    case "DisputeReset":
      return main("It was too early to say: a new round began for ", market(event.args.marketToken))
    case "MarketInvalidated":
      return main("Stakes of ", market(event.args.marketToken), " are paid back")
    case "BondsDistributed":
      return detail(
        party(event.args.winner),
        " got ",
        sum(usdb, event.args.totalAmount),
        " of bonds",
      )
    case "BondsSeized":
      return detail(sum(usdb, event.args.totalAmount), " of bonds went to the insurance")
    case "BountyClaimed":
      return main(
        party(event.args.claimer),
        " got ",
        sum(usdb, event.args.usdcAmount),
        " of bounty",
      )
    case "VoterChanged": {
      const { marketToken, voter, status } = event.args
      return main(
        party(voter),
        ` was ${status ? "admitted" : "dismissed"} as a voter of `,
        market(marketToken),
      )
    }
    case "BuyerChanged": {
      const { marketToken, buyer, status } = event.args
      return main(
        party(buyer),
        ` was ${status ? "admitted" : "dismissed"} as a buyer of `,
        market(marketToken),
      )
    }
    default:
      return null
  }
}

function named(who: string, did: string, of: string, id: number): Said {
  return main(party(who), did, outcome(of, id), " for ", market(of))
}
