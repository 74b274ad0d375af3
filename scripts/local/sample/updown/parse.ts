import { assets } from "@/lib/updown/assets"
import { findTimeframe, timeframes } from "@/lib/updown/timeframes"
import type { AddressDirectory } from "../markets/calls"
import type { Transaction } from "../markets/transactions"
import type { ScenarioLine } from "../scenario-line"
import { postPrice, roundTransactions } from "./transactions"

type Writer = (at: AddressDirectory) => Transaction

/** A transaction of the price rounds, or a price for them. */
export type RoundCall = { kind: RoundKind; write: Writer; gas: bigint }

export type RoundKind = keyof typeof roundCalls

const labels = timeframes.map(({ label }) => label)

/** The code of a timeframe such as "5m". */
function timeframe(words: ScenarioLine): number {
  return labels.indexOf(words.oneOf(labels))
}

/** Rounds such as "5m:12,24h:3". */
function parseRounds(words: ScenarioLine) {
  return words.list().map((round) => {
    const [label = "", id = ""] = round.split(":")
    const tf = findTimeframe(label)?.code
    return tf === undefined ? words.fail(`${round} is no round`) : { tf, roundId: BigInt(id) }
  })
}

/** What follows each action in a line, and its transaction. The asset comes first. */
const roundCalls = {
  startRounds: (words) => {
    const asset = words.oneOf(assets)
    return (at) => roundTransactions(at.book, asset).start()
  },
  price: (words) => {
    const [asset, usd] = [words.oneOf(assets), words.next()]
    return (at) => postPrice(at.book, asset, usd)
  },
  bet: (words) => {
    const [asset, tf] = [words.oneOf(assets), timeframe(words)]
    const [side, amount] = [words.oneOf(["up", "down"]), words.amount()]
    return (at) => roundTransactions(at.book, asset).bet(tf, side, amount)
  },
  settleRound: (words) => {
    const [asset, tf] = [words.oneOf(assets), timeframe(words)]
    return (at) => roundTransactions(at.book, asset).settle(tf)
  },
  cancelRound: (words) => {
    const [asset, tf] = [words.oneOf(assets), timeframe(words)]
    return (at) => roundTransactions(at.book, asset).cancel(tf)
  },
  claimRounds: (words) => {
    const [asset, rounds] = [words.oneOf(assets), parseRounds(words)]
    return (at) => roundTransactions(at.book, asset).claim(rounds)
  },
} satisfies Record<string, (words: ScenarioLine) => Writer>

export const roundKinds = Object.keys(roundCalls) as RoundKind[]

export function isRoundKind(kind: string): kind is RoundKind {
  return Object.hasOwn(roundCalls, kind)
}

export function parseRoundCall(kind: RoundKind, words: ScenarioLine): RoundCall {
  return roundCall(kind, roundCalls[kind](words))
}

export const roundCall = (kind: RoundKind, write: Writer): RoundCall => ({
  kind,
  write,
  gas: GAS[kind],
})

/** Gas limits: twice what the calls use, since blocks hold many of them. */
const GAS: Record<RoundKind, bigint> = {
  startRounds: 2_000_000n,
  price: 150_000n,
  bet: 500_000n,
  settleRound: 1_000_000n,
  cancelRound: 1_000_000n,
  claimRounds: 800_000n,
}
