import { declareEvent, type LogKey, type LogReadings } from "@/lib/events/declare-event"
import { outcomes, sides } from "./constants"
import { timeframes } from "./timeframes"

type RoundArgs = { tf: number; roundId: bigint }

const MAX_ROUND_ID = 2n ** 31n - 1n

/** Null for a round that cannot be. */
function toPlace({ id, txId, time, address: contract }: LogKey, { tf, roundId }: RoundArgs) {
  if (tf >= timeframes.length || roundId > MAX_ROUND_ID) return null
  return { id, txId, time, contract, tf, roundId: Number(roundId) }
}

function toStart({ round }: LogReadings) {
  if (!round) return null
  const { startTime, endTime, startPrice, seedBonus } = round
  return { startTime, endTime, startPrice, seedBonus }
}

const roundAnswer = ({ tf, roundId }: RoundArgs) => ({ tf, roundId: Number(roundId) })
const betAnswer = ({ user, ...round }: RoundArgs & { user: string }) => ({
  ...roundAnswer(round),
  user,
})

const CANCELED = outcomes.indexOf("canceled")

/** Events of the contracts of price rounds. */
export const updownEvents = [
  declareEvent("upDown", "NewRound", {
    rows: ({ args, log, readings }) => {
      const [place, start] = [toPlace(log, args), toStart(readings)]
      return place && start && { updownStart: { ...place, ...start } }
    },
    answer: roundAnswer,
  }),
  declareEvent("upDown", "BetPlaced", {
    rows: ({ args: { user: wallet, side, amount, shares, ...args }, log, readings }) => {
      const [place, start] = [toPlace(log, args), toStart(readings)]
      if (!place || !start || side < 1 || side > sides.length) return null
      return { updownBet: { ...place, wallet, side, amount, shares, ...start } }
    },
    answer: betAnswer,
  }),
  declareEvent("upDown", "RoundSettled", {
    rows: ({ args: { settler, endPrice, outcome, ...args }, log, readings }) => {
      const [place, start] = [toPlace(log, args), toStart(readings)]
      if (!place || !start || outcome < 1 || outcome > CANCELED) return null
      const { endPriceRoundId = null, seedPaid = 0n } = readings.round ?? {}
      const end = { outcome, settler, endPrice, endPriceRoundId, seedPaid }
      return { updownEnd: { ...place, ...end, ...start } }
    },
    answer: roundAnswer,
  }),
  declareEvent("upDown", "RoundCanceled", {
    rows: ({ args, log, readings }) => {
      const [place, start] = [toPlace(log, args), toStart(readings)]
      if (!place || !start) return null
      const price = { settler: null, endPrice: null, endPriceRoundId: null }
      return { updownEnd: { ...place, outcome: CANCELED, ...price, seedPaid: 0n, ...start } }
    },
    answer: roundAnswer,
  }),
  declareEvent("upDown", "BetWon", {
    rows: ({ args: { user: wallet, stake, payout, ...args }, log }) => {
      const place = toPlace(log, args)
      return place && { updownClaim: { ...place, wallet, isRefund: false, stake, payout } }
    },
    answer: betAnswer,
  }),
  declareEvent("upDown", "BetRefunded", {
    rows: ({ args: { user: wallet, amount, ...args }, log }) => {
      const place = toPlace(log, args)
      const amounts = { stake: amount, payout: amount }
      return place && { updownClaim: { ...place, wallet, isRefund: true, ...amounts } }
    },
    answer: betAnswer,
  }),
]
