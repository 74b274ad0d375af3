import { type Log, parseEventLogs } from "viem"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { timeframes } from "@/lib/updown/timeframes"
import type { LogDescription, Sentence } from "./schema"
import { toAddressPart, toUsdPart } from "./sentence-parts"

const PRICE_DECIMALS = 8

/** A sentence for a log of price rounds; null for other logs. */
export function describeRoundLog(log: Log): LogDescription | null {
  const [event] = parseEventLogs({ abi: upDownAbi, logs: [log] })
  if (!event) return null
  const main = (...sentence: Sentence): LogDescription => ({ weight: "main", sentence })
  const detail = (...sentence: Sentence): LogDescription => ({ weight: "detail", sentence })
  switch (event.eventName) {
    case "BetPlaced": {
      const { user, amount, side } = event.args
      const bet = [" bet ", toUsdPart(amount), side === 1 ? " on up in " : " on down in "]
      return main(toAddressPart(user), ...bet, ...nameRound(log, event.args))
    }
    case "BetWon": {
      const { user, payout } = event.args
      return main(
        ...[toAddressPart(user), " received ", toUsdPart(payout), " from "],
        ...nameRound(log, event.args),
      )
    }
    case "BetRefunded": {
      const { user, amount } = event.args
      return main(
        ...[toAddressPart(user), " got back ", toUsdPart(amount), " from "],
        ...nameRound(log, event.args),
      )
    }
    case "RoundSettled": {
      const { settler, outcome, endPrice } = event.args
      const end = `: ${outcomeText(outcome)}, at ${priceText(endPrice)}`
      return main(toAddressPart(settler), " settled ", ...nameRound(log, event.args), end)
    }
    case "RoundCanceled":
      return main("Canceled ", ...nameRound(log, event.args), ": bets are paid back")
    case "NewRound":
      return detail(
        "Opened ",
        ...nameRound(log, event.args),
        ` at ${priceText(event.args.startPrice)}`,
      )
    case "CarryoverCaptured":
      return detail(toUsdPart(event.args.amount), " are carried over to the next round")
    case "PausedSet":
      return main(
        event.args.paused ? "Stopped bets on " : "Allowed bets on ",
        toAddressPart(log.address),
      )
    default:
      return null
  }
}

const outcomeText = (outcome: number) =>
  ["pending", "up won", "down won", "bets are paid back"][outcome] ?? "unknown"

/** "round 12 of 5m of BTC rounds". */
const nameRound = (log: Log, { tf, roundId }: { tf: number; roundId?: bigint }): Sentence => [
  `round ${roundId} of ${timeframes[tf]?.label ?? tf} of `,
  toAddressPart(log.address),
]

function priceText(price: bigint) {
  const sign = price < 0n ? "-" : ""
  const digits = `${price < 0n ? -price : price}`.padStart(PRICE_DECIMALS + 1, "0")
  const fraction = digits.slice(-PRICE_DECIMALS).replace(/0+$/, "")
  return `${sign}$${digits.slice(0, -PRICE_DECIMALS)}${fraction && `.${fraction}`}`
}
