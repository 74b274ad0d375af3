import { WAD } from "@/lib/units"
import type { Actor } from "./actors"
import { type Action, ExchangeState, OPERATOR } from "./exchange-state"
import { MarketActions } from "./markets/market-actions"
import { scheduleMarket } from "./markets/schedule"
import type { MarketScript } from "./markets/timeline"
import { type RandomStream, randomStream } from "./random"
import {
  type Launch,
  parseTimeline,
  type TimelinePoint,
  type TokenActivity,
  type TokenEvent,
  timelineAt,
  type Whitelisting,
} from "./timeline"
import { tradeOnce } from "./token-trades"
import { activityFactor, blockTime, DAY_SECONDS, randomTimes } from "./trade-times"

export type Scenario = {
  actors: readonly Actor[]
  tide: TokenActivity
  launches: readonly Launch[]
  sentiment: readonly TimelinePoint[]
  /** Trades of the market makers in each token, a day. */
  makersPerDay: number
  markets: readonly MarketScript[]
  /** Who stakes for votes on disputes, and how many days before the end. */
  stakers: readonly (readonly [name: string, ago: number])[]
}

/** Seconds of chain time: from `start` until `end`, day 0 of the stories beginning at `dayZero`. */
export type Span = { start: number; end: number; dayZero: number }

/** Something that happens at a moment; what `canWait` joins a block that comes soon anyway. */
type ScheduledEvent = { at: number; run: (at: number) => void; canWait?: boolean }

/** The busiest an hour gets, beside the frequency a story asks for. */
const MAX_ACTIVITY = 1.9
const BURST_SECONDS = 2 * 3600
/** How long a pool's mood of its own lasts. */
const DRIFT_SECONDS = 0.6 * DAY_SECONDS
const FAUCET_VISITS_PER_DAY = 0.3
/** What founders buy for at once, as parts of their limit. */
const FOUNDER_BUY_SHARE = [0.1, 0.25] as const

/** The node's work grows with the blocks more than with what is in them. */
const MAX_WAIT_SECONDS = 300
/** Trades of these days are mined to the block; those before them can wait. */
const PROMPT_DAYS = 3

/** Writes a history: its transactions in order, each at a block time within the span. */
export function planHistory(scenario: Scenario, span: Span): Action[] {
  const stage = new ExchangeState(scenario.actors)
  const cues = [
    ...scenario.actors.flatMap((player) => scheduleActor(player, stage, span)),
    ...scenario.launches.flatMap((launch) => scheduleLaunch(launch, stage, span)),
    ...[scenario.tide, ...scenario.launches].flatMap((listing) => {
      return scheduleTokenTrades(listing, scenario, stage, span)
    }),
    ...scheduleMarkets(scenario, stage, span),
  ]
  const onGrid = alignToBlocks(cues, span)
    .filter(({ at }) => at < span.end)
    .sort((a, b) => a.at - b.at)
  for (const { at, run } of onGrid) run(at)
  return stage.actions
}

/** The cues at the times of their blocks. */
function alignToBlocks(cues: readonly ScheduledEvent[], { start }: Span): ScheduledEvent[] {
  const prompt = cues.filter(({ canWait }) => !canWait)
  const placed = prompt.map((cue) => ({ ...cue, at: blockTime(start, cue.at) }))
  const times = [...new Set(placed.map(({ at }) => at))].sort((a, b) => a - b)
  const waiting = cues.filter(({ canWait }) => canWait).sort((a, b) => a.at - b.at)
  let next = 0
  let own = 0
  return placed.concat(
    waiting.map((cue) => {
      while ((times[next] ?? Number.POSITIVE_INFINITY) < cue.at) next += 1
      const latest = blockTime(start, cue.at + MAX_WAIT_SECONDS)
      // Those who find no block share one of their own.
      if (own < cue.at) own = latest
      return { ...cue, at: Math.min(times[next] ?? own, own) }
    }),
  )
}

function scheduleMarkets(scenario: Scenario, stage: ExchangeState, span: Span): ScheduledEvent[] {
  const { actors, launches, markets, stakers } = scenario
  const desk = new MarketActions(stage)
  const people = actors.filter((player) => player.role !== "maker")
  const present = (at: number) => people.filter(({ joins }) => timeOfDay(span, joins) < at)
  const symbols = launches.map(({ symbol }) => symbol)
  return [
    ...stakers.map(([name, ago]) => ({
      at: span.end - ago * DAY_SECONDS,
      run: (at: number) => desk.stake(stage.player(name), at, symbols),
    })),
    ...markets.flatMap((market) => [
      ...scheduleMarket(market, desk, present, span),
      // Nobody makes a market in the token of a market.
      ...scheduleTokenTrades(
        marketTokenActivity(market, span),
        { ...scenario, makersPerDay: 0 },
        stage,
        span,
      ).map((cue) => ({ ...cue, canWait: true })),
    ]),
  ]
}

/** How the token of a market is traded: little, and slowly upwards. */
function marketTokenActivity(
  { symbol, opened, tokenTradesPerDay: rate }: MarketScript,
  span: Span,
): TokenActivity {
  const day = (span.end - span.dayZero) / DAY_SECONDS - opened
  const chapters = parseTimeline(`
    0  1   ${rate}
    3  1.5 ${rate}
    20 2.2 ${rate}
  `)
  return { symbol, day, burst: 0, swing: 0.15, beta: 0.2, story: chapters }
}

function timeOfDay({ start, dayZero }: Span, day: number) {
  return Math.max(start + 1, dayZero + day * DAY_SECONDS)
}

function scheduleActor(player: Actor, stage: ExchangeState, span: Span): ScheduledEvent[] {
  const from = timeOfDay(span, player.joins)
  const random = randomStream(`life of ${player.name}`)
  const most = FAUCET_VISITS_PER_DAY * MAX_ACTIVITY
  const perDay = (at: number) => FAUCET_VISITS_PER_DAY * activityFactor(at)
  const visits =
    player.role === "small" ? randomTimes({ from, to: span.end, most, perDay, random }) : []
  return [
    { at: from, run: (at) => stage.join(player, at) },
    ...visits.map((at) => ({
      at,
      run: (time: number) => stage.claim(player, time),
      canWait: true,
    })),
  ]
}

function scheduleLaunch(launch: Launch, stage: ExchangeState, span: Span): ScheduledEvent[] {
  const from = timeOfDay(span, launch.day)
  const creator = stage.player(launch.creator)
  const tens = Math.floor(randomStream(`first buy of ${launch.symbol}`).between(6, 20))
  const firstBuy: ScheduledEvent = {
    at: from + 24,
    run: (at) => stage.buyUpTo(creator, launch.symbol, BigInt(tens) * 10n ** 19n, at),
  }
  return [
    { at: from, run: (at) => stage.launch(launch, at) },
    ...(launch.frozen ? [] : [firstBuy]),
    ...launch.deeds.map((deed) => ({
      at: from + deed.day * DAY_SECONDS,
      run: (at: number) => applyTokenEvent(deed, launch, stage, at),
    })),
  ]
}

function applyTokenEvent(
  deed: TokenEvent,
  { symbol, creator }: Launch,
  stage: ExchangeState,
  at: number,
) {
  const dev = stage.player(creator).index
  switch (deed.kind) {
    case "vet":
      return stage.addAction(at, OPERATOR, { kind: "vet", symbol })
    case "claimRewards":
      return stage.claimRewards(symbol, at)
    case "surge": {
      const { startRate, endRate, hours } = deed
      stage.pools.startSurge(symbol, at, hours, startRate, endRate)
      return stage.addAction(at, dev, { kind: "surge", symbol, startRate, endRate, hours })
    }
    case "endSurge":
      stage.pools.endSurge(symbol, at)
      return stage.addAction(at, dev, { kind: "endSurge", symbol })
    case "devShare": {
      const wallet = stage.player(deed.player).index
      return stage.addAction(at, dev, {
        kind: "devShare",
        symbol,
        wallet,
        basisPoints: deed.basisPoints,
      })
    }
    case "whitelist":
      return whitelist(deed, symbol, dev, stage, at)
  }
}

function whitelist(
  deed: Whitelisting,
  symbol: string,
  dev: number,
  stage: ExchangeState,
  at: number,
) {
  const { limit, tag, areFounders } = deed
  const players = deed.players.map((name) => stage.player(name))
  stage.whitelist(symbol, players, limit)
  const wallets = players.map((player) => player.index)
  stage.addAction(at, dev, { kind: "whitelist", symbol, wallets, limit, tag })
  if (!areFounders) return
  const random = randomStream(`founders of ${symbol}`)
  for (const player of players) {
    const usd = Math.floor(limit * random.between(...FOUNDER_BUY_SHARE))
    stage.buyUpTo(player, symbol, BigInt(usd) * WAD, at)
    stage.markNeverSold(player, symbol)
  }
}

function scheduleTokenTrades(
  listing: TokenActivity,
  scenario: Scenario,
  stage: ExchangeState,
  span: Span,
): ScheduledEvent[] {
  const { symbol, story } = listing
  const random = randomStream(`trades of ${symbol}`)
  const from = timeOfDay(span, listing.day)
  const target = targetDepth(listing, scenario.sentiment, span, random)
  const cue = (crowd: readonly Actor[]) => (moment: number) => ({
    at: moment,
    canWait: moment < span.end - PROMPT_DAYS * DAY_SECONDS,
    run(at: number) {
      const present = crowd.filter((player) => timeOfDay(span, player.joins) < at)
      const gap = Math.log(target(at) / stage.pools.depth(symbol))
      tradeOnce({ exchange: stage, symbol, at, gap, actors: present, random })
    },
  })
  const people = scenario.actors.filter((player) => player.role !== "maker")
  const makers = scenario.actors.filter((player) => player.role === "maker")

  const haste = Math.max(...scenario.sentiment.map((chapter) => chapter.perDay))
  const most = Math.max(...story.map((chapter) => chapter.perDay)) * MAX_ACTIVITY * haste
  const perDay = (at: number) => {
    const { perDay: own } = timelineAt(story, (at - from) / DAY_SECONDS)
    const { perDay: mood } = timelineAt(scenario.sentiment, (at - span.dayZero) / DAY_SECONDS)
    return own * mood * activityFactor(at)
  }
  const usual = randomTimes({ from: from + 36, to: span.end, most, perDay, random })
  const burst = Array.from({ length: listing.burst }, () => from + 36 + random.wait(BURST_SECONDS))
  const quoted = randomTimes({
    from: from + DAY_SECONDS,
    to: span.end,
    most: scenario.makersPerDay,
    perDay: () => scenario.makersPerDay,
    random,
  })
  return [...usual.map(cue(people)), ...burst.map(cue(people)), ...quoted.map(cue(makers))]
}

/** What depth a pool leans to: its story, the mood of all, and a wandering of its own. */
function targetDepth(
  listing: TokenActivity,
  mood: readonly TimelinePoint[],
  span: Span,
  random: RandomStream,
) {
  const from = timeOfDay(span, listing.day)
  let stray = 0
  let before = from
  return (at: number) => {
    const kept = Math.exp(-Math.max(0, at - before) / DRIFT_SECONDS)
    stray = stray * kept + listing.swing * Math.sqrt(1 - kept ** 2) * random.normal()
    before = at
    const { depth } = timelineAt(listing.story, (at - from) / DAY_SECONDS)
    const common = timelineAt(mood, (at - span.dayZero) / DAY_SECONDS).depth ** listing.beta
    return Math.max(1, depth * common * Math.exp(stray))
  }
}
