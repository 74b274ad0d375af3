import { decodeEventLog, type Log, zeroAddress } from "viem"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { marketEvent } from "./market-logs"
import { dollars, party, percentage, quoted, sum, token } from "./parts"
import type { EventLine, EventWeight, Names, Sentence } from "./schema"

const logsAbi = [
  ...usdbAbi,
  ...factoryTokenAbi,
  ...tokenFactoryAbi,
  ...taxesAbi,
  ...swapAbi,
] as const

type Event = ReturnType<typeof decodeEventLog<typeof logsAbi>>

/** Where sums are paid in without the event saying so. */
export type Places = { usdb: string; mainToken: string }

/** What a transaction did, in words; the weightiest first, otherwise in the order it happened. */
export function describeLogs(logs: readonly Log[], names: Names, places: Places): EventLine[] {
  return logs
    .flatMap((log, index) => {
      const said = wordsFor(log, names, places)
      if (!said) return []
      const isLeg = said.weight === "main" && isRoutingLeg(log, logs, places)
      return [{ index, ...said, ...(isLeg && { weight: "detail" as const }) }]
    })
    .sort((a, b) => WEIGHTS.indexOf(a.weight) - WEIGHTS.indexOf(b.weight) || a.index - b.index)
}

/** A trade of the main token on the way to or from another one. */
function isRoutingLeg(log: Log, logs: readonly Log[], { mainToken }: Places) {
  const [kind] = log.topics
  return (
    log.address.toLowerCase() === mainToken &&
    logs.some(({ address, topics }) => topics[0] === kind && address.toLowerCase() !== mainToken)
  )
}

const WEIGHTS: readonly EventWeight[] = ["main", "money", "detail"]

export type Said = { weight: EventWeight; sentence: Sentence }

function wordsFor(log: Log, names: Names, places: Places): Said | null {
  const address = log.address.toLowerCase()
  // Anybody can emit an event that looks like ours.
  if (!names[address]) return { weight: "detail", sentence: ["Something in ", party(address)] }
  const inMarket = marketEvent(log, places)
  if (inMarket) return inMarket
  const event = decode(log)
  return event && said(address, event, places)
}

function decode({ data, topics }: Log): Event | null {
  try {
    return decodeEventLog({ abi: logsAbi, data, topics })
  } catch {
    return null
  }
}

function said(address: string, event: Event, places: Places): Said | null {
  const main = (...sentence: Sentence): Said => ({ weight: "main", sentence })
  const detail = (...sentence: Sentence): Said => ({ weight: "detail", sentence })
  switch (event.eventName) {
    case "TokensTraded": {
      const { user, amountToken, amountUSDC, tradeType } = event.args
      const verb = tradeType % 2 === 0 ? " bought " : " sold "
      return main(party(user), verb, sum(address, amountToken), " for ", dollars(amountUSDC))
    }
    case "TokenCreated": {
      const { tokenAddress, name, creator } = event.args
      return main(party(creator), " launched ", token(tokenAddress), ", called ", quoted(name))
    }
    case "FaucetClaimed":
      return main(party(event.args.user), " claimed from the faucet")
    case "ReferrerSet":
      return main(party(event.args.user), " was referred by ", party(event.args.referrer))
    case "RewardsClaimed": {
      const { investor, claimableNow } = event.args
      return main(
        party(investor),
        " claimed ",
        sum(places.usdb, claimableNow),
        " of rewards of ",
        token(address),
      )
    }
    case "WhiteListedWallet": {
      const { user, amount } = event.args
      return main(party(user), " may buy ", token(address), " for up to ", dollars(amount))
    }
    case "SurgeStarted": {
      const { token: taxed, startRate, endRate } = event.args
      return main(
        "A surge tax on ",
        token(taxed),
        " started, ",
        percentage(startRate),
        " to ",
        percentage(endRate),
      )
    }
    case "SurgeEnded":
      return main("The surge tax on ", token(event.args.token), " was ended")
    case "Transfer":
      return { weight: "money", sentence: transferOf(address, event.args) }
    case "DevTaxDistributed": {
      const { token: taxed, recipient, amount } = event.args
      return detail(
        party(recipient),
        " got ",
        sum(places.usdb, amount),
        " of the creator's tax of ",
        token(taxed),
      )
    }
    case "RewardsDistributed":
      return detail(
        sum(places.usdb, event.args.rewardsToBeAdded),
        " were added to the rewards of ",
        token(address),
      )
    case "Approval": {
      const { owner, spender, value } = event.args
      return detail(party(spender), " may take ", sum(address, value), " from ", party(owner))
    }
    // The state of pools after each trade, and the router's repetition of the trade.
    case "Sync":
    case "LiquidityAdded":
    case "Traded":
      return null
    default:
      return detail(`${event.eventName.replace(/([a-z])([A-Z])/g, "$1 $2")} in `, party(address))
  }
}

type Transfer = { from: string; to: string; value: bigint }

function transferOf(address: string, { from, to, value }: Transfer): Sentence {
  if (from === zeroAddress) return [party(to), " got ", sum(address, value), ", newly made"]
  if (to === zeroAddress) return [sum(address, value), " of ", party(from), " were destroyed"]
  return [party(from), " sent ", sum(address, value), " to ", party(to)]
}
