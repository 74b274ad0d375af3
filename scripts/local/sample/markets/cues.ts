import type { Player } from "../cast"
import { type Random, randomStream } from "../random"
import { activity, arrivals, DAY_SECONDS } from "../rhythm"
import { buyOnce, type Occasion, turnToBook } from "./crowd"
import type { Desk } from "./desk"
import { perform } from "./perform"
import { type Act, type MarketStory, viewAt } from "./story"

type Cue = { at: number; run: (at: number) => void; canWait?: boolean }
type Span = { start: number; end: number }

/** The crowd of a moment: who has joined by then. */
export type Present = (at: number) => readonly Player[]

/** End times are full five minutes. */
const END_GRID_SECONDS = 300
/** Between two who do the same one after the other. */
const TURN_SECONDS = 24
/** Purchases that `arrivals` adds to those asked for, taken off beforehand. */
const COMPANY = 0.7
/** How long a market's mood of its own lasts, as a part of its life, and how strong it is. */
const STRAY_PART = 0.06
const STRAY = 0.28

/** Everything that happens to a market. */
export function marketCues(story: MarketStory, desk: Desk, present: Present, span: Span): Cue[] {
  const from = span.end - story.opened * DAY_SECONDS
  const endTime = story.ends === null ? 0 : endOf(story.ends, span)
  const creator = desk.stage.player(story.creator)
  return [
    { at: from, run: (at) => desk.open(creator, story, endTime, at) },
    ...story.acts.flatMap((act) => actCues(act, story, desk, span)),
    ...tradeCues(story, desk, present, { start: from, end: lastTrade(story, span) }),
  ]
}

function endOf(ends: number, span: Span) {
  const at = span.end - ends * DAY_SECONDS
  return Math.floor(at / END_GRID_SECONDS) * END_GRID_SECONDS
}

/** A purchase waits for a block, and an end lies before the moment its story names, by this much at most. */
const LATEST_SECONDS = 720

/** The pool sells until the end, or until the outcome is named. */
function lastTrade({ ends, acts }: MarketStory, span: Span) {
  const proposed = acts.filter(({ verb }) => verb === "propose" || verb === "vote")
  const known = Math.max(0, ends ?? 0, ...proposed.map(({ ago }) => ago / DAY_SECONDS))
  return known === 0 ? span.end : span.end - known * DAY_SECONDS - LATEST_SECONDS
}

function tradeCues(story: MarketStory, desk: Desk, present: Present, span: Span): Cue[] {
  const random = randomStream(`trades of ${story.symbol}`)
  const from = span.start + 60
  const days = (span.end - from) / DAY_SECONDS
  const average = (story.purchases / days) * COMPANY
  // Twice as busy when it is new.
  const perDay = (at: number) => {
    return average * activity(at) * (at - from < 0.1 * (span.end - from) ? 2 : 0.95)
  }
  const most = average * 4
  const beliefs = beliefsOf(story, span, random)
  const { symbol, isPrivate } = story
  return arrivals({ from, to: span.end, most, perDay, random }).map((moment) => ({
    at: moment,
    canWait: true,
    run(at: number) {
      const market = { symbol, isPrivate }
      const { buyers } = desk.ledger(market)
      const crowd = present(at).filter(({ index }) => !buyers || buyers.has(index))
      const occasion: Occasion = { desk, market, at, beliefs: beliefs(at), crowd, random }
      buyOnce(occasion)
      if (random.chance(story.bookish)) turnToBook(occasion)
    },
  }))
}

/** The story's views and a wandering of each option's own. */
function beliefsOf(story: MarketStory, span: Span, random: Random) {
  const life = span.end - span.start
  const stray = story.options.map(() => 0)
  let before = span.start
  return (at: number) => {
    const kept = Math.exp(-(at - before) / (STRAY_PART * life))
    before = at
    const weights = viewAt(story.views, (at - span.start) / life).map((weight, i) => {
      const own = (stray[i] ?? 0) * kept + STRAY * Math.sqrt(1 - kept ** 2) * random.normal()
      stray[i] = own
      return weight * Math.exp(own)
    })
    const sum = weights.reduce((total, weight) => total + weight, 0)
    return weights.map((weight) => weight / sum)
  }
}

function actCues(act: Act, story: MarketStory, desk: Desk, span: Span): Cue[] {
  return act.who.map((name, i) => ({
    at: span.end - act.ago + i * TURN_SECONDS,
    run: (at) => perform(act, name, { story, desk, at }),
  }))
}
