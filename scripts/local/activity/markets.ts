import { isWorthFilling } from "@/lib/markets/math"
import { minAmountOut } from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"
import { ACTORS, type Actor, OPERATOR } from "../sample/actors"
import type { Call, Spender } from "../sample/calls"
import type { RandomStream } from "../sample/random"
import type { LocalExchange } from "./exchange"
import { fundWallet } from "./funding"
import { createQuestion } from "./market-templates"
import type { Market, ResolutionState } from "./onchain-markets"
import { roundAmount, TRADING_STYLES, tradeSize } from "./trade-sizes"

/** What a voter stakes. */
const STAKE = 5n * WAD

/** What the bot does on the markets, by weight. */
const ACTION_WEIGHTS = [
  { weight: 54, run: buy },
  { weight: 14, run: list },
  { weight: 12, run: fill },
  { weight: 5, run: cancel },
  { weight: 13, run: advanceResolutions },
  { weight: 2, run: open },
] as const

const SLIPPAGE_BASIS_POINTS = 200n
const TRADE_SIZE_FACTOR = 0.3
/** USDB; above the contracts' least. */
const MIN_PURCHASE = 5
const CENT = 10n ** 16n
/** Wallets asked whether they have something to list, redeem or vote on. */
const ASK_PRICES = 8
/** No more are opened while so many wait for their outcome. */
const MAX_UNRESOLVED = 32
const DISPUTE_PROBABILITY = 0.3
const DECISION_PROBABILITY = 0.2
const SEED = 50n * WAD

type MarketContext = { venue: LocalExchange; markets: readonly Market[]; random: RandomStream }

/** One thing on the prediction markets, in words; null when what it wanted to do cannot be done now. */
export async function actOnMarkets(
  venue: LocalExchange,
  random: RandomStream,
): Promise<string | null> {
  const markets = await venue.markets.all()
  const deed = random.weighted(ACTION_WEIGHTS, ({ weight }) => weight)
  return deed ? deed.run({ venue, markets, random }) : null
}

async function buy(scene: MarketContext): Promise<string | null> {
  const { venue, random } = scene
  const market = await randomOpenMarket(scene)
  const player = randomActor(random)
  if (!market) return null
  const outcomes = await venue.markets.outcomes(market)
  const outcome = random.weighted(outcomes, ({ probability }) => Number(probability))
  const size = Math.max(MIN_PURCHASE, TRADE_SIZE_FACTOR * tradeSize(player, 0, random))
  const amount = roundAmount(size, random)
  if (!outcome) return null
  const { outcomeId, name } = outcome
  await ensureFunds(venue, player, amount, "marketTrading")
  const shares = await venue.markets.estimateShares(player.index, market, outcomeId, amount)
  await venue.send(player.index, {
    kind: "buyShares",
    market,
    outcome: outcomeId,
    input: "USDB",
    amount,
    minUsdc: 0n,
    minShares: minAmountOut(shares, SLIPPAGE_BASIS_POINTS),
  })
  return `${player.name} backs ${name} with ${toNumber(amount)} USDB`
}

/** One of those who hold shares asks about the pool's price for some. */
async function list(scene: MarketContext): Promise<string | null> {
  const { venue, random } = scene
  const market = await randomUnresolvedMarket(scene)
  if (!market) return null
  const outcomes = await venue.markets.outcomes(market)
  const outcome = random.weighted(outcomes, ({ probability }) => Number(probability))
  if (!outcome) return null
  for (const player of randomPlayers(random)) {
    const held = await venue.markets.available(player.index, market, outcome.outcomeId)
    const amount = (held / 3n / WAD) * WAD
    const cents = Math.round(toNumber(outcome.probability) * random.between(90, 108))
    const price = BigInt(Math.min(97, Math.max(1, cents))) * CENT
    const call = { kind: "listShares", market, outcome: outcome.outcomeId, amount, price } as const
    if (!isWorthFilling(amount, price)) continue
    await venue.send(player.index, call)
    return `${player.name} lists ${amount / WAD} shares of ${outcome.name}`
  }
  return null
}

async function fill(scene: MarketContext): Promise<string | null> {
  const { venue, random } = scene
  const market = await randomUnresolvedMarket(scene)
  if (!market) return null
  const player = randomActor(random)
  const own = venue.markets.addressOf(player.index)
  const [orders, outcomes, { isPoolOpen }] = await Promise.all([
    venue.markets.orders(market),
    venue.markets.outcomes(market),
    venue.markets.resolutionState(market),
  ])
  const order = random.weighted(orders, ({ seller, price, outcome }) => {
    // While the pool sells, nobody may pay more than its price.
    const isFillable = !isPoolOpen || price <= (outcomes[outcome]?.probability ?? 0n)
    return seller !== own && isFillable ? 1 : 0
  })
  if (!order) return null
  const part = (order.amount / 4n / WAD) * WAD
  const amount = part > 0n && random.chance(0.6) ? part : order.amount
  await ensureFunds(
    venue,
    player,
    await venue.markets.orderCost(market, order, amount),
    "marketTrading",
  )
  await venue.send(player.index, { kind: "fillOrder", market, order: order.id, amount })
  return `${player.name} takes ${toNumber(amount)} listed shares`
}

async function cancel(scene: MarketContext): Promise<string | null> {
  const { venue, random } = scene
  const market = await randomUnresolvedMarket(scene)
  if (!market) return null
  const orders = await venue.markets.orders(market)
  const seller = (address: string) => {
    return ACTORS.find(({ index }) => venue.markets.addressOf(index) === address)
  }
  const order = random.weighted(orders, (one) => (seller(one.seller) ? 1 : 0))
  const player = order && seller(order.seller)
  if (!order || !player) return null
  await venue.send(player.index, { kind: "cancelOrder", market, order: order.id })
  return `${player.name} withdraws an order`
}

async function open({ venue, markets, random }: MarketContext): Promise<string | null> {
  const stands = await Promise.all(markets.map((market) => venue.markets.resolutionState(market)))
  if (stands.filter(({ isResolved }) => !isResolved).length >= MAX_UNRESOLVED) return null
  const player = randomActor(random)
  const { question, hours } = createQuestion(markets.length)
  await ensureFunds(venue, player, SEED, "marketTrading")
  const endTime = Math.floor(Date.now() / 1000) + hours * 3_600
  await venue.send(player.index, { kind: "openMarket", question, endTime })
  return `${player.name} asks: ${question.name}`
}

/**
 * Brings a market of the cast closer to its outcome, or pays somebody out. Markets that others opened are
 * theirs to decide.
 */
export async function advanceResolutions({
  venue,
  markets,
  random,
}: MarketContext): Promise<string | null> {
  const cast = new Set(ACTORS.map(({ index }) => venue.markets.addressOf(index)))
  const own = markets.filter(({ creator }) => cast.has(creator))
  const stands = await Promise.all(own.map((market) => venue.markets.resolutionState(market)))
  const known = own.flatMap((market, i) => {
    const stand = stands[i]
    return stand ? [{ market, stand }] : []
  })
  const chosen = random.weighted(known, ({ stand }) => resolutionUrgency(stand))
  return chosen ? takeNextStep(venue, chosen.market, chosen.stand, random) : null
}

function resolutionUrgency({ isResolved, isProposed, isVotedOn, endTime }: ResolutionState) {
  if (isResolved) return 1
  return isProposed || isVotedOn || hasEnded(endTime) ? 6 : 0
}

async function takeNextStep(
  venue: LocalExchange,
  market: Market,
  stand: ResolutionState,
  random: RandomStream,
) {
  const moves = await possibleSteps(venue, market, stand, random)
  for (const { player, call } of moves) {
    const bond = call.kind === "propose" || call.kind === "dispute"
    if (bond) await ensureFunds(venue, player, await venue.markets.bond(market), "resolver")
    if (!(await venue.accepts(player.index, call))) continue
    await venue.send(player.index, call)
    return `${player.name}: ${call.kind}`
  }
  return null
}

type ResolutionStep = { player: Pick<Actor, "index" | "name">; call: Call }

/** What could be done about a market now, the likeliest first; the contracts know what may. */
async function possibleSteps(
  venue: LocalExchange,
  market: Market,
  stand: ResolutionState,
  random: RandomStream,
): Promise<ResolutionStep[]> {
  const players = randomPlayers(random)
  const each = (kind: "redeem" | "claimBounty" | "finalize" | "finalizeUncontested") =>
    players.map((player) => ({ player, call: { kind, market } }))
  if (stand.isResolved) return [...each("redeem"), ...each("claimBounty")]

  const outcomes = await venue.markets.outcomes(market)
  const likely = [...outcomes].sort((a, b) => (a.probability < b.probability ? 1 : -1))
  const first = likely[0]?.outcomeId ?? 0
  const second = likely[1]?.outcomeId ?? 1
  if (stand.isVetoed) {
    if (!random.chance(DECISION_PROBABILITY)) return []
    const player = { index: OPERATOR, name: "The operator" }
    return [{ player, call: { kind: "decide", market, outcome: first } }]
  }
  if (stand.isDisputed || market.isPrivate) {
    const outcome = random.chance(0.8) ? first : second
    const voters = market.isPrivate ? ACTORS : await eligibleVoters(venue, players)
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
  if (!random.chance(DISPUTE_PROBABILITY)) return done
  return [...done, { player, call: { kind: "dispute", market, outcome: second } }]
}

/** Those of the players who have a stake; the first of the others stakes when nobody has. */
async function eligibleVoters(
  venue: LocalExchange,
  players: readonly Actor[],
): Promise<readonly Actor[]> {
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
async function randomOpenMarket(scene: MarketContext): Promise<Market | null> {
  const market = randomPublicMarket(scene)
  return market && (await scene.venue.markets.resolutionState(market)).isPoolOpen ? market : null
}

/** A public market whose order book is open. */
async function randomUnresolvedMarket(scene: MarketContext): Promise<Market | null> {
  const market = randomPublicMarket(scene)
  return market && !(await scene.venue.markets.resolutionState(market)).isResolved ? market : null
}

const randomPublicMarket = ({ markets, random }: MarketContext) =>
  random.weighted(markets, ({ isPrivate }) => (isPrivate ? 0 : 1)) ?? null

/** Has the money and the permission to pay it. */
async function ensureFunds(
  venue: LocalExchange,
  player: Pick<Actor, "index" | "name">,
  amount: bigint,
  spender: Spender,
) {
  const has = await venue.usdbFunds(player.index, spender)
  if (has.money < amount) await fundWallet(venue, player, amount, has)
  if (has.allowance < amount) {
    await venue.send(player.index, { kind: "approve", symbol: "USDB", spender })
  }
}

function randomActor(random: RandomStream): Actor {
  const player = random.weighted(ACTORS, ({ role }) => TRADING_STYLES[role].weight)
  if (!player) throw new Error("There is nobody")
  return player
}

function randomPlayers(random: RandomStream): Actor[] {
  return Array.from({ length: ASK_PRICES }, () => randomActor(random))
}

function hasEnded(endTime: number) {
  return endTime > 0 && endTime <= Date.now() / 1000
}

function toNumber(amount: bigint) {
  return Number(amount) / 1e18
}
