import { readLocalStorage, writeLocalStorage } from "@/components/browser/local-storage"
import { timeframes } from "@/lib/updown/timeframes"
import { formatUsdb, seriesName, sideLabels } from "./labels"
import type { PayingRound } from "./own-rounds"

type WinMessage = { title: string; description: string; tone: "good" | "info" }

/** Above this number, one message covers all rounds. */
const MAX_SINGLE = 2

const storageKey = (wallet: string) => `atoll.rounds.told.${wallet}`

/**
 * Messages for rounds that pay the wallet and were not yet announced in this browser; `paidIds` are the rounds that
 * pay now.
 */
export function createWinMessages(
  wallet: string,
  paying: readonly PayingRound[],
): { messages: WinMessage[]; paidIds: string[] } {
  const announcedIds = new Set((readLocalStorage(storageKey(wallet)) ?? "").split(" "))
  const news = paying.filter((round) => !announcedIds.has(idOf(round)))
  const messages = news.length > MAX_SINGLE ? [describeAll(news)] : news.map(describeOne)
  return { messages, paidIds: paying.map(idOf) }
}

/** Forgets rounds that were collected, because they cannot pay again. */
export const rememberTold = (wallet: string, ids: readonly string[]) =>
  writeLocalStorage(storageKey(wallet), ids.length === 0 ? null : ids.join(" "))

const idOf = ({ asset, tf, roundId }: PayingRound) => `${asset}.${tf}.${roundId}`

function describeOne(round: PayingRound): WinMessage {
  const { outcome, asset, tf, roundId, side, stake, payout } = round
  const timeframe = timeframes.find(({ code }) => code === tf) ?? timeframes[0]
  const name = `${seriesName(asset, timeframe)}, round ${roundId}`
  const paid = formatUsdb(BigInt(payout))
  if (outcome === "canceled") {
    return {
      title: `${paid} USDB are refunded`,
      description: `${name}: the round was canceled.`,
      tone: "info",
    }
  }
  const gain = formatUsdb(BigInt(payout) - BigInt(stake))
  return {
    title: `You won ${paid} USDB`,
    description: `${name}: ${sideLabels[side]} won, +${gain} USDB.`,
    tone: "good",
  }
}

function describeAll(rounds: readonly PayingRound[]): WinMessage {
  const total = rounds.reduce((sum, { payout }) => sum + BigInt(payout), 0n)
  return {
    title: `${rounds.length} rounds pay you ${formatUsdb(total)} USDB`,
    description: "Winnings and refunds of price rounds.",
    tone: "good",
  }
}
