import { randomStream } from "../random"
import { DAY_SECONDS } from "../trade-times"
import type { Question } from "./calls"
import { EARLY, INVALID } from "./transactions"

/** A moment of what people believe: how likely each option is, in any unit. */
export type Belief = { progress: number; weights: readonly number[] }

const EVENT_KINDS = [
  "buy",
  "offer",
  "pot",
  "bounty",
  "voter",
  "buyers",
  "propose",
  "dispute",
  "vote",
  "veto",
  "decide",
  "settle",
  "redeem",
  "claim",
  "claimEarly",
] as const

/** What somebody does to a market beside trading; before the end of the history by `ago` seconds. */
export type MarketEvent = {
  ago: number
  who: readonly string[]
  verb: (typeof EVENT_KINDS)[number]
  rest: string
}

/** A market of the history. Its times count back from the end, so that its state there is certain. */
export type MarketScript = Question & {
  creator: string
  /** Days before the end of the history. */
  opened: number
  /** Days before the end, negative for after it; null for open-ended. */
  ends: number | null
  /** Purchases from the pool. */
  purchases: number
  /** How often a purchase is followed by something in the order book, 0 to 1. */
  bookish: number
  /** Trades of the market's token on the exchange, a day. */
  tokenTradesPerDay: number
  views: readonly Belief[]
  acts: readonly MarketEvent[]
}

const UNIT_SECONDS: Record<string, number> = { d: DAY_SECONDS, h: 3_600, m: 60 }

/**
 * Reads a table of acts: how long before the end, who (several by commas, one after the other), what, and
 * an outcome, an amount, both ("0:120") or names.
 */
export function parseEvents(table: string): MarketEvent[] {
  return table
    .trim()
    .split("\n")
    .map((line) => {
      const [when = "", who = "", what = "", rest = ""] = line.trim().split(/\s+/)
      const verb = EVENT_KINDS.find((known) => known === what)
      const unit = UNIT_SECONDS[when.slice(-1)]
      const count = Number(when.slice(0, -1))
      if (!verb || !unit || Number.isNaN(count)) throw new Error(`No act: ${line}`)
      return { ago: count * unit, who: who.split(","), verb, rest }
    })
}

export function parseOutcome(word: string): number {
  if (word === "EARLY") return EARLY
  if (word === "INVALID") return INVALID
  const outcome = Number(word)
  if (word === "" || !Number.isInteger(outcome)) throw new Error(`No outcome: ${word}`)
  return outcome
}

/** Reads a table of views: progress from 0 to 1, then a weight for each option. */
export function parseBeliefs(table: string): Belief[] {
  return table
    .trim()
    .split("\n")
    .map((line) => {
      const [progress = Number.NaN, ...weights] = line.trim().split(/\s+/).map(Number)
      if ([progress, ...weights].some(Number.isNaN)) throw new Error(`No view: ${line}`)
      return { progress, weights }
    })
}

/** Views of many options: a field with favourites, some of whom change; one may win in the end. */
export function generateBeliefs(seed: string, options: number, winner?: number): Belief[] {
  const random = randomStream(`field of ${seed}`)
  let strengths = Array.from({ length: options }, () => random.logNormal(1, 0.9))
  return [0, 0.25, 0.5, 0.75, 1].map((progress) => {
    strengths = strengths.map((strength) => strength * random.logNormal(1, 0.35))
    const sum = strengths.reduce((total, strength) => total + strength, 0)
    const weights = strengths.map((strength, i) => {
      return i === winner ? strength + sum * 1.5 * progress ** 2 : strength
    })
    return { progress, weights }
  })
}

/** The probabilities believed in at a moment. */
export function beliefAt(all: readonly Belief[], progress: number): number[] {
  const after = all.findIndex((view) => view.progress > progress)
  const last = all[after === -1 ? all.length - 1 : Math.max(0, after - 1)]
  if (!last) throw new Error("A market needs a view")
  const next = after === -1 ? last : (all[after] ?? last)
  const width = next.progress - last.progress
  const share = width > 0 ? Math.max(0, progress - last.progress) / width : 0
  const weights = last.weights.map((weight, i) => {
    return weight + ((next.weights[i] ?? weight) - weight) * share
  })
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}
