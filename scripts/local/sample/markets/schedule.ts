import type { Actor } from "../actors"
import { type RandomStream, randomStream } from "../random"
import { activityFactor, DAY_SECONDS, randomTimes } from "../trade-times"
import { applyEvent } from "./apply-event"
import type { MarketActions } from "./market-actions"
import { buyShares, type TradeContext, tradeOrders } from "./share-trades"
import { beliefAt, type MarketEvent, type MarketScript } from "./timeline"

type ScheduledEvent = { at: number; run: (at: number) => void; canWait?: boolean }
type Span = { start: number; end: number }

/** The crowd of a moment: who has joined by then. */
export type JoinedActors = (at: number) => readonly Actor[]

/** End times are full five minutes. */
const END_TIME_STEP_SECONDS = 300
/** Between two who do the same one after the other. */
const GAP_SECONDS = 24
/** Purchases that `arrivals` adds to those asked for, taken off beforehand. */
const FOLLOW_UP_FACTOR = 0.7
/** How long a market's mood of its own lasts, as a part of its life, and how strong it is. */
const DRIFT_LIFETIME = 0.06
const DRIFT_SIGMA = 0.28

/** Everything that happens to a market. */
export function scheduleMarket(
  story: MarketScript,
  desk: MarketActions,
  present: JoinedActors,
  span: Span,
): ScheduledEvent[] {
  const from = span.end - story.opened * DAY_SECONDS
  const endTime = story.ends === null ? 0 : endTimeOf(story.ends, span)
  const creator = desk.exchange.player(story.creator)
  return [
    { at: from, run: (at) => desk.open(creator, story, endTime, at) },
    ...story.acts.flatMap((act) => scheduleEvent(act, story, desk, span)),
    ...scheduleTrades(story, desk, present, { start: from, end: lastTradeTime(story, span) }),
  ]
}

function endTimeOf(ends: number, span: Span) {
  const at = span.end - ends * DAY_SECONDS
  return Math.floor(at / END_TIME_STEP_SECONDS) * END_TIME_STEP_SECONDS
}

/** A purchase waits for a block, and an end lies before the moment its story names, by this much at most. */
const MAX_DELAY_SECONDS = 720

/** The pool sells until the end, or until the outcome is named. */
function lastTradeTime({ ends, acts }: MarketScript, span: Span) {
  const proposed = acts.filter(({ verb }) => verb === "propose" || verb === "vote")
  const known = Math.max(0, ends ?? 0, ...proposed.map(({ ago }) => ago / DAY_SECONDS))
  return known === 0 ? span.end : span.end - known * DAY_SECONDS - MAX_DELAY_SECONDS
}

function scheduleTrades(
  story: MarketScript,
  desk: MarketActions,
  present: JoinedActors,
  span: Span,
): ScheduledEvent[] {
  const random = randomStream(`trades of ${story.symbol}`)
  const from = span.start + 60
  const days = (span.end - from) / DAY_SECONDS
  const average = (story.purchases / days) * FOLLOW_UP_FACTOR
  // Twice as busy when it is new.
  const perDay = (at: number) => {
    return average * activityFactor(at) * (at - from < 0.1 * (span.end - from) ? 2 : 0.95)
  }
  const most = average * 4
  const beliefs = createBeliefs(story, span, random)
  const { symbol, isPrivate } = story
  return randomTimes({ from, to: span.end, most, perDay, random }).map((moment) => ({
    at: moment,
    canWait: true,
    run(at: number) {
      const market = { symbol, isPrivate }
      const { buyers } = desk.stateOf(market)
      const crowd = present(at).filter(({ index }) => !buyers || buyers.has(index))
      const occasion: TradeContext = {
        actions: desk,
        market,
        at,
        beliefs: beliefs(at),
        actors: crowd,
        random,
      }
      buyShares(occasion)
      if (random.chance(story.bookish)) tradeOrders(occasion)
    },
  }))
}

/** The story's views and a wandering of each option's own. */
function createBeliefs(story: MarketScript, span: Span, random: RandomStream) {
  const life = span.end - span.start
  const stray = story.options.map(() => 0)
  let before = span.start
  return (at: number) => {
    const kept = Math.exp(-(at - before) / (DRIFT_LIFETIME * life))
    before = at
    const weights = beliefAt(story.views, (at - span.start) / life).map((weight, i) => {
      const own = (stray[i] ?? 0) * kept + DRIFT_SIGMA * Math.sqrt(1 - kept ** 2) * random.normal()
      stray[i] = own
      return weight * Math.exp(own)
    })
    const sum = weights.reduce((total, weight) => total + weight, 0)
    return weights.map((weight) => weight / sum)
  }
}

function scheduleEvent(
  act: MarketEvent,
  story: MarketScript,
  desk: MarketActions,
  span: Span,
): ScheduledEvent[] {
  return act.who.map((name, i) => ({
    at: span.end - act.ago + i * GAP_SECONDS,
    run: (at) => applyEvent(act, name, { story, actions: desk, at }),
  }))
}
