import { WAD } from "@/lib/tokens/math"
import type { Player } from "../cast"
import { type Random, randomStream } from "../random"
import { activity, arrivals, DAY_SECONDS } from "../rhythm"
import { buyOnce, type Occasion, turnToBook } from "./crowd"
import type { Desk } from "./desk"
import { type Act, type MarketStory, outcomeOf, viewAt } from "./story"
import { EARLY } from "./transactions"

const CENT = 10n ** 16n

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
/** Keeps what it could redeem, so that somebody always has something to. */
export const HOLDER = "Ingrid"

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

/** Nobody buys once the answer is known. */
function lastTrade({ ends, acts }: MarketStory, span: Span) {
  const proposed = acts.filter(({ verb }) => verb === "propose" || verb === "vote")
  const known = Math.max(0, ends ?? 0, ...proposed.map(({ ago }) => ago / DAY_SECONDS))
  return span.end - known * DAY_SECONDS
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
    run: (at) => perform({ ...act, who: [name] }, name, story, desk, at),
  }))
}

function perform(act: Act, name: string, story: MarketStory, desk: Desk, at: number) {
  const { stage } = desk
  const { verb, rest } = act
  if (verb === "decide") return desk.decide(story, outcomeOf(rest), at)
  if (verb === "redeem" && name === "some") return redeemSome(story, desk, at)
  const player = stage.player(name)
  const market = { symbol: story.symbol, isPrivate: story.isPrivate }
  switch (verb) {
    case "buy": {
      const [outcome = "", amount = ""] = rest.split(":")
      const purchase = {
        outcome: outcomeOf(outcome),
        input: "USDB",
        amount: BigInt(amount) * WAD,
        at,
      }
      return desk.buy(player, story, purchase)
    }
    case "offer":
      return offer(player, story, outcomeOf(rest), desk, at)
    case "pot":
    case "bounty":
      return desk.donate(player, story, BigInt(rest) * WAD, verb === "bounty", at)
    case "propose":
    case "dispute":
    case "veto":
      return desk.contend(verb, player, story, outcomeOf(rest), at)
    case "vote":
      return desk.vote(player, story, outcomeOf(rest), at)
    case "settle": {
      const final = outcomeOf(rest)
      return desk.finalize(player, story, final === EARLY ? null : final, at)
    }
    case "redeem":
      return desk.redeem(player, story, at)
    case "claim":
      return stage.act(at, player.index, { kind: "claimBounty", market })
    case "claimEarly":
      return stage.act(at, player.index, { kind: "claimEarlyBounty", market, round: 0n })
    case "voter": {
      const wallet = stage.player(rest).index
      return stage.act(at, player.index, { kind: "admitVoter", market, wallet })
    }
    case "buyers": {
      const wallets = rest.split(",").map((one) => stage.player(one).index)
      for (const wallet of wallets) desk.ledger(story).buyers?.add(wallet)
      return stage.act(at, player.index, { kind: "admitBuyers", market, wallets })
    }
  }
}

/** Lists a third of what the player has, a little above the pool. */
function offer(player: Player, story: MarketStory, outcome: number, desk: Desk, at: number) {
  const ledger = desk.ledger(story)
  const amount = ledger.available(player.index, outcome) / 3n / WAD
  const price = (ledger.price(outcome) / CENT + 2n) * CENT
  desk.list(player, story, outcome, amount * WAD, price, at)
}

/** Half of those who can. */
function redeemSome(story: MarketStory, desk: Desk, at: number) {
  const random = randomStream(`redemptions of ${story.symbol} at ${at}`)
  const holders = desk
    .ledger(story)
    .holders()
    .map((index) => desk.stage.playerAt(index))
  for (const player of holders) {
    if (player.name !== HOLDER && random.chance(0.5)) desk.redeem(player, story, at)
  }
}
