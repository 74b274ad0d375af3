import { decodeEventLog, type Log, zeroAddress } from "viem"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { describeAgentLog } from "./describe-agent-log"
import { describeLoanLog } from "./describe-loan-log"
import { describeMarketLog } from "./describe-market-log"
import { describeRoundLog } from "./describe-round-log"
import type {
  EventLine,
  EventWeight,
  LogDescription,
  Names,
  Sentence,
  TokenAddresses,
} from "./schema"
import {
  toAddressPart,
  toAmountPart,
  toPercentPart,
  toQuotePart,
  toTokenPart,
  toUsdPart,
} from "./sentence-parts"

const logsAbi = [
  ...usdbAbi,
  ...factoryTokenAbi,
  ...tokenFactoryAbi,
  ...taxesAbi,
  ...swapAbi,
] as const

type Event = ReturnType<typeof decodeEventLog<typeof logsAbi>>

/** Sentences for the logs of a transaction, by weight and then in log order. */
export function describeLogs(
  logs: readonly Log[],
  names: Names,
  currencies: TokenAddresses,
): EventLine[] {
  return logs
    .flatMap((log, index) => {
      const line = describeLog(log, names, currencies)
      if (!line) return []
      const isLeg = line.weight === "main" && isRoutingLeg(log, logs, currencies)
      return [{ index, ...line, ...(isLeg && { weight: "detail" as const }) }]
    })
    .sort((a, b) => WEIGHTS.indexOf(a.weight) - WEIGHTS.indexOf(b.weight) || a.index - b.index)
}

/** A trade of the main token on the way to or from another one. */
function isRoutingLeg(log: Log, logs: readonly Log[], { mainToken }: TokenAddresses) {
  const [kind] = log.topics
  return (
    log.address.toLowerCase() === mainToken &&
    logs.some(({ address, topics }) => topics[0] === kind && address.toLowerCase() !== mainToken)
  )
}

const WEIGHTS: readonly EventWeight[] = ["main", "money", "detail"]

function describeLog(log: Log, names: Names, currencies: TokenAddresses): LogDescription | null {
  const address = log.address.toLowerCase()
  // Any contract can emit an event with our signature.
  if (!names[address])
    return { weight: "detail", sentence: ["Unknown event of ", toAddressPart(address)] }
  const inMarket = describeMarketLog(log, currencies)
  if (inMarket) return inMarket
  const ofLoan = describeLoanLog(log, names, currencies)
  if (ofLoan) return ofLoan
  const ofRound = describeRoundLog(log)
  if (ofRound) return ofRound
  const ofAgent = describeAgentLog(log)
  if (ofAgent) return ofAgent
  const event = decodeLog(log)
  return event && describeEvent(address, event, currencies)
}

function decodeLog({ data, topics }: Log): Event | null {
  try {
    return decodeEventLog({ abi: logsAbi, data, topics })
  } catch {
    return null
  }
}

function describeEvent(
  address: string,
  event: Event,
  currencies: TokenAddresses,
): LogDescription | null {
  const main = (...sentence: Sentence): LogDescription => ({ weight: "main", sentence })
  const detail = (...sentence: Sentence): LogDescription => ({ weight: "detail", sentence })
  switch (event.eventName) {
    case "TokensTraded": {
      const { user, amountToken, amountUSDC, tradeType } = event.args
      const verb = tradeType % 2 === 0 ? " bought " : " sold "
      return main(
        toAddressPart(user),
        verb,
        toAmountPart(address, amountToken),
        " for ",
        toUsdPart(amountUSDC),
      )
    }
    case "TokenCreated": {
      const { tokenAddress, name, creator } = event.args
      return main(
        toAddressPart(creator),
        " launched ",
        toTokenPart(tokenAddress),
        ", called ",
        toQuotePart(name),
      )
    }
    case "FaucetClaimed":
      return main(toAddressPart(event.args.user), " claimed from the faucet")
    case "ReferrerSet":
      return main(
        toAddressPart(event.args.user),
        " was referred by ",
        toAddressPart(event.args.referrer),
      )
    case "RewardsClaimed": {
      const { investor, claimableNow } = event.args
      return main(
        toAddressPart(investor),
        " claimed ",
        toAmountPart(currencies.usdb, claimableNow),
        " of rewards of ",
        toTokenPart(address),
      )
    }
    case "WhiteListedWallet": {
      const { user, amount } = event.args
      return main(
        toAddressPart(user),
        " may buy ",
        toTokenPart(address),
        " for up to ",
        toUsdPart(amount),
      )
    }
    case "SurgeStarted": {
      const { token: taxed, startRate, endRate } = event.args
      return main(
        "A surge tax on ",
        toTokenPart(taxed),
        " started, ",
        toPercentPart(startRate),
        " to ",
        toPercentPart(endRate),
      )
    }
    case "SurgeEnded":
      return main("The surge tax on ", toTokenPart(event.args.token), " was ended")
    case "Transfer":
      return { weight: "money", sentence: describeTransfer(address, event.args) }
    case "DevTaxDistributed": {
      const { token: taxed, recipient, amount } = event.args
      return detail(
        toAddressPart(recipient),
        " received ",
        toAmountPart(currencies.usdb, amount),
        " of the creator's tax of ",
        toTokenPart(taxed),
      )
    }
    case "RewardsDistributed":
      return detail(
        toAmountPart(currencies.usdb, event.args.rewardsToBeAdded),
        " were added to the rewards of ",
        toTokenPart(address),
      )
    case "Approval": {
      const { owner, spender, value } = event.args
      return detail(
        toAddressPart(spender),
        " may spend ",
        toAmountPart(address, value),
        " from ",
        toAddressPart(owner),
      )
    }
    // The state of pools after each trade, and the router's repetition of the trade.
    case "Sync":
    case "LiquidityAdded":
    case "Traded":
      return null
    default:
      return detail(
        `${event.eventName.replace(/([a-z])([A-Z])/g, "$1 $2")} in `,
        toAddressPart(address),
      )
  }
}

type Transfer = { from: string; to: string; value: bigint }

function describeTransfer(address: string, { from, to, value }: Transfer): Sentence {
  if (from === zeroAddress) return [toAmountPart(address, value), " minted to ", toAddressPart(to)]
  if (to === zeroAddress)
    return [toAmountPart(address, value), " of ", toAddressPart(from), " burned"]
  return [toAddressPart(from), " sent ", toAmountPart(address, value), " to ", toAddressPart(to)]
}
