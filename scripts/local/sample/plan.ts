import { WAD } from "@/lib/tokens/math"
import type { Player } from "./cast"
import { marketCues } from "./markets/cues"
import { Desk } from "./markets/desk"
import type { MarketStory } from "./markets/story"
import { type Random, randomStream } from "./random"
import { activity, arrivals, blockTime, DAY_SECONDS } from "./rhythm"
import { type Action, OPERATOR, Stage } from "./stage"
import {
  type Chapter,
  chapterAt,
  type Deed,
  type Launch,
  type Listing,
  story,
  type Whitelisting,
} from "./story"
import { tradeOnce } from "./traders"

export type Scenario = {
  cast: readonly Player[]
  tide: Listing
  launches: readonly Launch[]
  mood: readonly Chapter[]
  /** Trades of the market makers in each token, a day. */
  makersPerDay: number
  markets: readonly MarketStory[]
  /** Who stakes for votes on disputes, and how many days before the end. */
  stakers: readonly (readonly [name: string, ago: number])[]
}

/** Seconds of chain time: from `start` until `end`, day 0 of the stories beginning at `dayZero`. */
export type Span = { start: number; end: number; dayZero: number }

/** Something that happens at a moment; what `canWait` joins a block that comes soon anyway. */
type Cue = { at: number; run: (at: number) => void; canWait?: boolean }

/** The busiest an hour gets, beside the frequency a story asks for. */
const BUSIEST = 1.9
const BURST_SECONDS = 2 * 3600
/** How long a pool's mood of its own lasts. */
const STRAY_SECONDS = 0.6 * DAY_SECONDS
const FAUCET_VISITS_PER_DAY = 0.3
/** What founders buy for at once, as parts of their limit. */
const FOUNDERS_SHARE = [0.1, 0.25] as const

/** The node's work grows with the blocks more than with what is in them. */
const LONGEST_WAIT_SECONDS = 300
/** Trades of these days are mined to the block; those before them can wait. */
const PROMPT_DAYS = 3

/** Writes a history: its transactions in order, each at a block time within the span. */
export function planHistory(scenario: Scenario, span: Span): Action[] {
  const stage = new Stage(scenario.cast)
  const cues = [
    ...scenario.cast.flatMap((player) => lifeCues(player, stage, span)),
    ...scenario.launches.flatMap((launch) => launchCues(launch, stage, span)),
    ...[scenario.tide, ...scenario.launches].flatMap((listing) => {
      return tradeCues(listing, scenario, stage, span)
    }),
    ...predictionCues(scenario, stage, span),
  ]
  const onGrid = inBlocks(cues, span)
    .filter(({ at }) => at < span.end)
    .sort((a, b) => a.at - b.at)
  for (const { at, run } of onGrid) run(at)
  return stage.actions
}

/** The cues at the times of their blocks. */
function inBlocks(cues: readonly Cue[], { start }: Span): Cue[] {
  const prompt = cues.filter(({ canWait }) => !canWait)
  const placed = prompt.map((cue) => ({ ...cue, at: blockTime(start, cue.at) }))
  const times = [...new Set(placed.map(({ at }) => at))].sort((a, b) => a - b)
  const waiting = cues.filter(({ canWait }) => canWait).sort((a, b) => a.at - b.at)
  let next = 0
  let own = 0
  return placed.concat(
    waiting.map((cue) => {
      while ((times[next] ?? Number.POSITIVE_INFINITY) < cue.at) next += 1
      const latest = blockTime(start, cue.at + LONGEST_WAIT_SECONDS)
      // Those who find no block share one of their own.
      if (own < cue.at) own = latest
      return { ...cue, at: Math.min(times[next] ?? own, own) }
    }),
  )
}

function predictionCues(scenario: Scenario, stage: Stage, span: Span): Cue[] {
  const { cast, launches, markets, stakers } = scenario
  const desk = new Desk(stage)
  const people = cast.filter((player) => player.role !== "maker")
  const present = (at: number) => people.filter(({ joins }) => momentOf(span, joins) < at)
  const symbols = launches.map(({ symbol }) => symbol)
  return [
    ...stakers.map(([name, ago]) => ({
      at: span.end - ago * DAY_SECONDS,
      run: (at: number) => desk.stake(stage.player(name), at, symbols),
    })),
    ...markets.flatMap((market) => [
      ...marketCues(market, desk, present, span),
      // Nobody makes a market in the token of a market.
      ...tradeCues(listingOf(market, span), { ...scenario, makersPerDay: 0 }, stage, span).map(
        (cue) => ({ ...cue, canWait: true }),
      ),
    ]),
  ]
}

/** How the token of a market is traded: little, and slowly upwards. */
function listingOf({ symbol, opened, tokenTradesPerDay: rate }: MarketStory, span: Span): Listing {
  const day = (span.end - span.dayZero) / DAY_SECONDS - opened
  const chapters = story(`
    0  1   ${rate}
    3  1.5 ${rate}
    20 2.2 ${rate}
  `)
  return { symbol, day, burst: 0, swing: 0.15, beta: 0.2, story: chapters }
}

function momentOf({ start, dayZero }: Span, day: number) {
  return Math.max(start + 1, dayZero + day * DAY_SECONDS)
}

function lifeCues(player: Player, stage: Stage, span: Span): Cue[] {
  const from = momentOf(span, player.joins)
  const random = randomStream(`life of ${player.name}`)
  const most = FAUCET_VISITS_PER_DAY * BUSIEST
  const perDay = (at: number) => FAUCET_VISITS_PER_DAY * activity(at)
  const visits =
    player.role === "small" ? arrivals({ from, to: span.end, most, perDay, random }) : []
  return [
    { at: from, run: (at) => stage.join(player, at) },
    ...visits.map((at) => ({
      at,
      run: (time: number) => stage.claim(player, time),
      canWait: true,
    })),
  ]
}

function launchCues(launch: Launch, stage: Stage, span: Span): Cue[] {
  const from = momentOf(span, launch.day)
  const creator = stage.player(launch.creator)
  const tens = Math.floor(randomStream(`first buy of ${launch.symbol}`).between(6, 20))
  const firstBuy: Cue = {
    at: from + 24,
    run: (at) => stage.buyUpTo(creator, launch.symbol, BigInt(tens) * 10n ** 19n, at),
  }
  return [
    { at: from, run: (at) => stage.launch(launch, at) },
    ...(launch.frozen ? [] : [firstBuy]),
    ...launch.deeds.map((deed) => ({
      at: from + deed.day * DAY_SECONDS,
      run: (at: number) => enact(deed, launch, stage, at),
    })),
  ]
}

function enact(deed: Deed, { symbol, creator }: Launch, stage: Stage, at: number) {
  const dev = stage.player(creator).index
  switch (deed.kind) {
    case "vet":
      return stage.act(at, OPERATOR, { kind: "vet", symbol })
    case "claimRewards":
      return stage.claimRewards(symbol, at)
    case "surge": {
      const { startRate, endRate, hours } = deed
      stage.market.startSurge(symbol, at, hours, startRate, endRate)
      return stage.act(at, dev, { kind: "surge", symbol, startRate, endRate, hours })
    }
    case "endSurge":
      stage.market.endSurge(symbol, at)
      return stage.act(at, dev, { kind: "endSurge", symbol })
    case "devShare": {
      const wallet = stage.player(deed.player).index
      return stage.act(at, dev, { kind: "devShare", symbol, wallet, basisPoints: deed.basisPoints })
    }
    case "whitelist":
      return whitelist(deed, symbol, dev, stage, at)
  }
}

function whitelist(deed: Whitelisting, symbol: string, dev: number, stage: Stage, at: number) {
  const { limit, tag, areFounders } = deed
  const players = deed.players.map((name) => stage.player(name))
  stage.whitelist(symbol, players, limit)
  const wallets = players.map((player) => player.index)
  stage.act(at, dev, { kind: "whitelist", symbol, wallets, limit, tag })
  if (!areFounders) return
  const random = randomStream(`founders of ${symbol}`)
  for (const player of players) {
    const usd = Math.floor(limit * random.between(...FOUNDERS_SHARE))
    stage.buyUpTo(player, symbol, BigInt(usd) * WAD, at)
    stage.holdOn(player, symbol)
  }
}

function tradeCues(listing: Listing, scenario: Scenario, stage: Stage, span: Span): Cue[] {
  const { symbol, story } = listing
  const random = randomStream(`trades of ${symbol}`)
  const from = momentOf(span, listing.day)
  const target = targetOf(listing, scenario.mood, span, random)
  const cue = (crowd: readonly Player[]) => (moment: number) => ({
    at: moment,
    canWait: moment < span.end - PROMPT_DAYS * DAY_SECONDS,
    run(at: number) {
      const present = crowd.filter((player) => momentOf(span, player.joins) < at)
      const gap = Math.log(target(at) / stage.market.depth(symbol))
      tradeOnce({ stage, symbol, at, gap, crowd: present, random })
    },
  })
  const people = scenario.cast.filter((player) => player.role !== "maker")
  const makers = scenario.cast.filter((player) => player.role === "maker")

  const haste = Math.max(...scenario.mood.map((chapter) => chapter.perDay))
  const most = Math.max(...story.map((chapter) => chapter.perDay)) * BUSIEST * haste
  const perDay = (at: number) => {
    const { perDay: own } = chapterAt(story, (at - from) / DAY_SECONDS)
    const { perDay: mood } = chapterAt(scenario.mood, (at - span.dayZero) / DAY_SECONDS)
    return own * mood * activity(at)
  }
  const usual = arrivals({ from: from + 36, to: span.end, most, perDay, random })
  const burst = Array.from({ length: listing.burst }, () => from + 36 + random.wait(BURST_SECONDS))
  const quoted = arrivals({
    from: from + DAY_SECONDS,
    to: span.end,
    most: scenario.makersPerDay,
    perDay: () => scenario.makersPerDay,
    random,
  })
  return [...usual.map(cue(people)), ...burst.map(cue(people)), ...quoted.map(cue(makers))]
}

/** What depth a pool leans to: its story, the mood of all, and a wandering of its own. */
function targetOf(listing: Listing, mood: readonly Chapter[], span: Span, random: Random) {
  const from = momentOf(span, listing.day)
  let stray = 0
  let before = from
  return (at: number) => {
    const kept = Math.exp(-Math.max(0, at - before) / STRAY_SECONDS)
    stray = stray * kept + listing.swing * Math.sqrt(1 - kept ** 2) * random.normal()
    before = at
    const { depth } = chapterAt(listing.story, (at - from) / DAY_SECONDS)
    const common = chapterAt(mood, (at - span.dayZero) / DAY_SECONDS).depth ** listing.beta
    return Math.max(1, depth * common * Math.exp(stray))
  }
}
