import { isWorthFilling } from "@/lib/markets/math"
import { minimumOut } from "@/lib/tokens/math"
import type { Call, Spender } from "../sample/calls"
import { CAST, type Player, STYLES } from "../sample/cast"
import { STAKE } from "../sample/markets/desk"
import type { Random } from "../sample/random"
import { OPERATOR } from "../sample/stage"
import { tradeSize, typedAmount } from "../sample/traders"
import type { Market, Stand } from "./floor"
import { fund } from "./purse"
import { newQuestion } from "./questions"
import type { Venue } from "./venue"

/** What the bot does on the markets, by weight. */
const DEEDS = [
  { weight: 54, run: buy },
  { weight: 14, run: list },
  { weight: 12, run: fill },
  { weight: 5, run: cancel },
  { weight: 13, run: advance },
  { weight: 2, run: open },
] as const

const SLIPPAGE_BASIS_POINTS = 200n
const SIZE_FACTOR = 0.3
/** USDB; above the contracts' least. */
const LEAST_PURCHASE = 5
const WHOLE_SHARE = 10n ** 18n
const CENT = 10n ** 16n
/** Wallets asked whether they have something to list, redeem or vote on. */
const ASKED = 8
/** No more are opened while so many wait for their outcome. */
const MOST_UNDECIDED = 32
const DISPUTE_ODDS = 0.3
const DECISION_ODDS = 0.2
const SEED = 50n * 10n ** 18n

type Scene = { venue: Venue; markets: readonly Market[]; random: Random }

/** One thing on the prediction markets, in words; null when what it wanted to do cannot be done now. */
export async function actOnMarkets(venue: Venue, random: Random): Promise<string | null> {
  const markets = await venue.markets.all()
  const deed = random.weighted(DEEDS, ({ weight }) => weight)
  return deed ? deed.run({ venue, markets, random }) : null
}

async function buy(scene: Scene): Promise<string | null> {
  const { venue, random } = scene
  const market = await openMarket(scene)
  const player = anybody(random)
  if (!market) return null
  const outcomes = await venue.markets.outcomes(market)
  const outcome = random.weighted(outcomes, ({ probability }) => Number(probability))
  const size = Math.max(LEAST_PURCHASE, SIZE_FACTOR * tradeSize(player, 0, random))
  const amount = typedAmount(size, random)
  if (!outcome) return null
  const { outcomeId, name } = outcome
  await ready(venue, player, amount, "marketTrading")
  const shares = await venue.markets.estimateShares(player.index, market, outcomeId, amount)
  await venue.send(player.index, {
    kind: "buyShares",
    market,
    outcome: outcomeId,
    input: "USDB",
    amount,
    minUsdc: 0n,
    minShares: minimumOut(shares, SLIPPAGE_BASIS_POINTS),
  })
  return `${player.name} backs ${name} with ${toNumber(amount)} USDB`
}

/** One of those who hold shares asks about the pool's price for some. */
async function list(scene: Scene): Promise<string | null> {
  const { venue, random } = scene
  const market = await undecidedMarket(scene)
  if (!market) return null
  const outcomes = await venue.markets.outcomes(market)
  const outcome = random.weighted(outcomes, ({ probability }) => Number(probability))
  if (!outcome) return null
  for (const player of some(random)) {
    const held = await venue.markets.available(player.index, market, outcome.outcomeId)
    const amount = (held / 3n / WHOLE_SHARE) * WHOLE_SHARE
    const cents = Math.round(toNumber(outcome.probability) * random.between(90, 108))
    const price = BigInt(Math.min(97, Math.max(1, cents))) * CENT
    const call = { kind: "listShares", market, outcome: outcome.outcomeId, amount, price } as const
    if (!isWorthFilling(amount, price)) continue
    await venue.send(player.index, call)
    return `${player.name} lists ${amount / WHOLE_SHARE} shares of ${outcome.name}`
  }
  return null
}

async function fill(scene: Scene): Promise<string | null> {
  const { venue, random } = scene
  const market = await undecidedMarket(scene)
  if (!market) return null
  const player = anybody(random)
  const own = venue.markets.addressOf(player.index)
  const [orders, outcomes, { isPoolOpen }] = await Promise.all([
    venue.markets.orders(market),
    venue.markets.outcomes(market),
    venue.markets.stand(market),
  ])
  const order = random.weighted(orders, ({ seller, price, outcome }) => {
    // While the pool sells, nobody may pay more than its price.
    const isFillable = !isPoolOpen || price <= (outcomes[outcome]?.probability ?? 0n)
    return seller !== own && isFillable ? 1 : 0
  })
  if (!order) return null
  const part = (order.amount / 4n / WHOLE_SHARE) * WHOLE_SHARE
  const amount = part > 0n && random.chance(0.6) ? part : order.amount
  await ready(venue, player, await venue.markets.orderCost(market, order, amount), "marketTrading")
  await venue.send(player.index, { kind: "fillOrder", market, order: order.id, amount })
  return `${player.name} takes ${toNumber(amount)} listed shares`
}

async function cancel(scene: Scene): Promise<string | null> {
  const { venue, random } = scene
  const market = await undecidedMarket(scene)
  if (!market) return null
  const orders = await venue.markets.orders(market)
  const seller = (address: string) => {
    return CAST.find(({ index }) => venue.markets.addressOf(index) === address)
  }
  const order = random.weighted(orders, (one) => (seller(one.seller) ? 1 : 0))
  const player = order && seller(order.seller)
  if (!order || !player) return null
  await venue.send(player.index, { kind: "cancelOrder", market, order: order.id })
  return `${player.name} withdraws an order`
}

async function open({ venue, markets, random }: Scene): Promise<string | null> {
  const stands = await Promise.all(markets.map((market) => venue.markets.stand(market)))
  if (stands.filter(({ isResolved }) => !isResolved).length >= MOST_UNDECIDED) return null
  const player = anybody(random)
  const { question, hours } = newQuestion(markets.length)
  await ready(venue, player, SEED, "marketTrading")
  const endTime = Math.floor(Date.now() / 1000) + hours * 3_600
  await venue.send(player.index, { kind: "openMarket", question, endTime })
  return `${player.name} asks: ${question.name}`
}

/**
 * Brings a market of the cast closer to its outcome, or pays somebody out. Markets that others opened are
 * theirs to decide.
 */
export async function advance({ venue, markets, random }: Scene): Promise<string | null> {
  const cast = new Set(CAST.map(({ index }) => venue.markets.addressOf(index)))
  const own = markets.filter(({ creator }) => cast.has(creator))
  const stands = await Promise.all(own.map((market) => venue.markets.stand(market)))
  const known = own.flatMap((market, i) => {
    const stand = stands[i]
    return stand ? [{ market, stand }] : []
  })
  const chosen = random.weighted(known, ({ stand }) => urgency(stand))
  return chosen ? step(venue, chosen.market, chosen.stand, random) : null
}

function urgency({ isResolved, isProposed, isVotedOn, endTime }: Stand) {
  if (isResolved) return 1
  return isProposed || isVotedOn || hasEnded(endTime) ? 6 : 0
}

async function step(venue: Venue, market: Market, stand: Stand, random: Random) {
  const moves = await movesOf(venue, market, stand, random)
  for (const { player, call } of moves) {
    const bond = call.kind === "propose" || call.kind === "dispute"
    if (bond) await ready(venue, player, await venue.markets.bond(market), "resolver")
    if (!(await venue.accepts(player.index, call))) continue
    await venue.send(player.index, call)
    return `${player.name}: ${call.kind}`
  }
  return null
}

type Move = { player: Pick<Player, "index" | "name">; call: Call }

/** What could be done about a market now, the likeliest first; the contracts know what may. */
async function movesOf(
  venue: Venue,
  market: Market,
  stand: Stand,
  random: Random,
): Promise<Move[]> {
  const players = some(random)
  const each = (kind: "redeem" | "claimBounty" | "finalize" | "finalizeUncontested") =>
    players.map((player) => ({ player, call: { kind, market } }))
  if (stand.isResolved) return [...each("redeem"), ...each("claimBounty")]

  const outcomes = await venue.markets.outcomes(market)
  const likely = [...outcomes].sort((a, b) => (a.probability < b.probability ? 1 : -1))
  const first = likely[0]?.outcomeId ?? 0
  const second = likely[1]?.outcomeId ?? 1
  if (stand.isVetoed) {
    if (!random.chance(DECISION_ODDS)) return []
    const player = { index: OPERATOR, name: "The operator" }
    return [{ player, call: { kind: "decide", market, outcome: first } }]
  }
  if (stand.isDisputed || market.isPrivate) {
    const outcome = random.chance(0.8) ? first : second
    const voters = market.isPrivate ? CAST : await stakers(venue, players)
    const votes = voters.map((player) => ({
      player,
      call: { kind: "vote", market, outcome } as const,
    }))
    return [...each("finalize").slice(0, 1), ...votes]
  }
  const [player] = players
  if (!player) return []
  if (!stand.isProposed) return [{ player, call: { kind: "propose", market, outcome: first } }]
  const done = each("finalizeUncontested").slice(0, 1)
  if (!random.chance(DISPUTE_ODDS)) return done
  return [...done, { player, call: { kind: "dispute", market, outcome: second } }]
}

/** Those of the players who have a stake; the first of the others stakes when nobody has. */
async function stakers(venue: Venue, players: readonly Player[]): Promise<readonly Player[]> {
  const flags = await Promise.all(players.map(({ index }) => venue.markets.isVoter(index)))
  const staked = players.filter((_, i) => flags[i])
  const [newcomer] = players
  if (staked.length > 0 || !newcomer) return staked
  const { balance } = await venue.holdings(newcomer.index, "TIDE")
  if (balance < STAKE) return []
  await venue.send(newcomer.index, { kind: "approve", symbol: "TIDE", spender: "resolver" })
  await venue.send(newcomer.index, { kind: "stake", symbol: "TIDE" })
  return [newcomer]
}

/** A public market whose pool sells. */
async function openMarket(scene: Scene): Promise<Market | null> {
  const market = anyPublic(scene)
  return market && (await scene.venue.markets.stand(market)).isPoolOpen ? market : null
}

/** A public market whose order book is open. */
async function undecidedMarket(scene: Scene): Promise<Market | null> {
  const market = anyPublic(scene)
  return market && !(await scene.venue.markets.stand(market)).isResolved ? market : null
}

const anyPublic = ({ markets, random }: Scene) =>
  random.weighted(markets, ({ isPrivate }) => (isPrivate ? 0 : 1)) ?? null

/** Has the money and the permission to pay it. */
async function ready(
  venue: Venue,
  player: Pick<Player, "index" | "name">,
  amount: bigint,
  spender: Spender,
) {
  const has = await venue.purse(player.index, spender)
  if (has.money < amount) await fund(venue, player, amount, has)
  if (has.allowance < amount) {
    await venue.send(player.index, { kind: "approve", symbol: "USDB", spender })
  }
}

function anybody(random: Random): Player {
  const player = random.weighted(CAST, ({ role }) => STYLES[role].weight)
  if (!player) throw new Error("There is nobody")
  return player
}

function some(random: Random): Player[] {
  return Array.from({ length: ASKED }, () => anybody(random))
}

function hasEnded(endTime: number) {
  return endTime > 0 && endTime <= Date.now() / 1000
}

function toNumber(amount: bigint) {
  return Number(amount) / 1e18
}
