"use client"

import { useEffect, useRef, useState } from "react"
import type { Address } from "viem"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { seriesName, sideLabels } from "@/components/updown/labels"
import { useChainTime, useRounds } from "@/components/updown/live-rounds"
import { type Bet, type BetQuote, quoteRound, type Stake } from "@/components/updown/round-quote"
import type { TransactionRequest } from "@/components/wallet/transactions/quoted-action"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { formatAmount } from "@/lib/format"
import type { Asset } from "@/lib/updown/assets"
import { betCall } from "@/lib/updown/calls"
import type { Timeframe } from "@/lib/updown/timeframes"
import { type RoundState, type RoundsView, roundPhase } from "@/lib/updown/view"

type Series = { asset: Asset; timeframe: Timeframe; contract: Address }

/** Finds a stored bet again after a reload. */
export const betName = ({ contract, timeframe }: Omit<Series, "asset">) =>
  `bet.${contract}.${timeframe.code}`

/** The figures shown from the press until the bet has ended, because the bet itself changes them. */
export type PressedBet = {
  round: RoundState
  bet: Bet
  quote: BetQuote
  least: BetQuote
  held: Stake | null
}

/** Places bets on a round, one at a time. */
export function useBet(series: Series, roundId: number | undefined) {
  const { contracts } = useBrowserConfig()
  const { refresh } = useRounds()
  const now = useChainTime()
  const latest = useRef(now)
  latest.current = now
  const [pressed, setPressed] = useState<PressedBet | null>(null)
  // The payout that a press found gone; null otherwise.
  const [missed, setMissed] = useState<bigint | null>(null)
  // The round of the last bet; null after a reload.
  const [placedIn, setPlacedIn] = useState<number | null>(null)
  const isPressed = useRef(false)
  const transaction = useTransaction({ name: betName(series) })
  const isBusy = pressed !== null || transaction.isRunning
  const { state, reset } = transaction
  const seenRound = useRef(roundId)

  // Messages about a bet in one round must not appear for the next round.
  useEffect(() => {
    if (seenRound.current === roundId) return
    seenRound.current = roundId
    if (state.phase === "done") reset()
  }, [roundId, state.phase, reset])

  const place = async (next: PressedBet): Promise<boolean> => {
    // A second press can come before the next render.
    if (isPressed.current || isBusy) return false
    isPressed.current = true
    setPressed(next)
    setMissed(null)
    try {
      const state = checkRound(await refresh(), series, next, latest.current)
      if (state === "gone") return false
      if (state === "worse") {
        setMissed(next.quote.payout)
        return false
      }
      setPlacedIn(next.round.roundId)
      return await transaction.run(toRequest(next, series, contracts.usdb))
    } finally {
      isPressed.current = false
      setPressed(null)
    }
  }
  const startOver = () => {
    setMissed(null)
    if (!transaction.isRunning) reset()
  }
  return { place, startOver, pressed, missed, placedIn, isBusy, state }
}

/** Whether the round still takes the bet at the shown terms. */
export function checkRound(
  view: RoundsView | null,
  { asset, timeframe }: Omit<Series, "contract">,
  { round, bet, least }: PressedBet,
  now: number,
): "same" | "worse" | "gone" {
  const state = view?.assets.find((each) => each.asset === asset)
  const fresh = state?.rounds[timeframe.code]
  if (!fresh || fresh.roundId !== round.roundId) return "gone"
  if (roundPhase(fresh, now) !== "open" || state?.isPaused) return "gone"
  return quoteRound(fresh, bet, { now }).shares < least.shares ? "worse" : "same"
}

/** A bet for the quote. */
export const betAction = (
  { asset, timeframe }: Omit<Series, "contract">,
  { side, amount }: Bet,
) => ({
  ...{ action: "updown.bet" as const, asset, timeframe: timeframe.code },
  ...{ side, amount: `${amount}` },
})

/** A bet on this round only, and for at least the shares that were shown. */
export function toRequest(
  { round, bet, least }: PressedBet,
  { asset, timeframe, contract }: Series,
  usdb: Address,
): TransactionRequest {
  const { side, amount } = bet
  return {
    action: betAction({ asset, timeframe }, bet),
    title: `Bet ${formatAmount(amount)} USDB on ${sideLabels[side]}: ${seriesName(asset, timeframe)}`,
    ...betCall(
      { contract, usdb },
      {
        tf: timeframe.code,
        roundId: BigInt(round.roundId),
        side,
        amount,
        leastShares: least.shares,
      },
    ),
  }
}
