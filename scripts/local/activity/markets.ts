import { isWorthFilling } from "@/lib/markets/math"
import { minAmountOut } from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"
import { OPERATOR } from "../accounts"
import { ACTORS, type Actor } from "../sample/actors"
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
/** Wallets that may list, redeem or vote in one action. */
const CANDIDATES = 8
/** No market is opened while this many are unresolved. */
const MAX_UNRESOLVED = 32
const DISPUTE_PROBABILITY = 0.3
const DECISION_PROBABILITY = 0.2
const SEED = 50n * WAD

type MarketContext = { exchange: LocalExchange; markets: readonly Market[]; random: RandomStream }

/** Does one thing on the prediction markets and describes it; null when it is not possible now. */
export async function actOnMarkets(
  exchange: LocalExchange,
  random: RandomStream,
): Promise<string | null> {
  const markets = await exchange.markets.all()
  const action = random.weighted(ACTION_WEIGHTS, ({ weight }) => weight)
  return action ? action.run({ exchange, markets, random }) : null
}

async function buy(context: MarketContext): Promise<string | null> {
  const { exchange, random } = context
  const market = await randomOpenMarket(context)
  const actor = randomActor(random)
  if (!market) return null
  const outcomes = await exchange.markets.outcomes(market)
  const outcome = random.weighted(outcomes, ({ probability }) => Number(probability))
  const size = Math.max(MIN_PURCHASE, TRADE_SIZE_FACTOR * tradeSize(actor, 0, random))
  const amount = roundAmount(size, random)
  if (!outcome) return null
  const { outcomeId, name } = outcome
  await ensureFunds(exchange, actor, amount, "marketTrading")
  const shares = await exchange.markets.estimateShares(actor.index, market, outcomeId, amount)
  await exchange.send(actor.index, {
    kind: "buyShares",
    market,
    outcome: outcomeId,
    input: "USDB",
    amount,
    minUsdc: 0n,
    minShares: minAmountOut(shares, SLIPPAGE_BASIS_POINTS),
  })
  return `${actor.name} backs ${name} with ${toNumber(amount)} USDB`
}

/** A holder lists shares at about the price of the pool. */
async function list(context: MarketContext): Promise<string | null> {
  const { exchange, random } = context
  const market = await randomUnresolvedMarket(context)
  if (!market) return null
  const outcomes = await exchange.markets.outcomes(market)
  const outcome = random.weighted(outcomes, ({ probability }) => Number(probability))
  if (!outcome) return null
  for (const actor of randomActors(random)) {
    const held = await exchange.markets.available(actor.index, market, outcome.outcomeId)
    const amount = (held / 3n / WAD) * WAD
    const cents = Math.round(toNumber(outcome.probability) * random.between(90, 108))
    const price = BigInt(Math.min(97, Math.max(1, cents))) * CENT
    const call = { kind: "listShares", market, outcome: outcome.outcomeId, amount, price } as const
    if (!isWorthFilling(amount, price)) continue
    await exchange.send(actor.index, call)
    return `${actor.name} lists ${amount / WAD} shares of ${outcome.name}`
  }
  return null
}

async function fill(context: MarketContext): Promise<string | null> {
  const { exchange, random } = context
  const market = await randomUnresolvedMarket(context)
  if (!market) return null
  const actor = randomActor(random)
  const own = exchange.markets.addressOf(actor.index)
  const [orders, outcomes, { isPoolOpen }] = await Promise.all([
    exchange.markets.orders(market),
    exchange.markets.outcomes(market),
    exchange.markets.resolutionState(market),
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
    exchange,
    actor,
    await exchange.markets.orderCost(market, order, amount),
    "marketTrading",
  )
  await exchange.send(actor.index, { kind: "fillOrder", market, order: order.id, amount })
  return `${actor.name} takes ${toNumber(amount)} listed shares`
}

async function cancel(context: MarketContext): Promise<string | null> {
  const { exchange, random } = context
  const market = await randomUnresolvedMarket(context)
  if (!market) return null
  const orders = await exchange.markets.orders(market)
  const seller = (address: string) => {
    return ACTORS.find(({ index }) => exchange.markets.addressOf(index) === address)
  }
  const order = random.weighted(orders, (one) => (seller(one.seller) ? 1 : 0))
  const actor = order && seller(order.seller)
  if (!order || !actor) return null
  await exchange.send(actor.index, { kind: "cancelOrder", market, order: order.id })
  return `${actor.name} withdraws an order`
}

async function open({ exchange, markets, random }: MarketContext): Promise<string | null> {
  const states = await Promise.all(
    markets.map((market) => exchange.markets.resolutionState(market)),
  )
  if (states.filter(({ isResolved }) => !isResolved).length >= MAX_UNRESOLVED) return null
  const actor = randomActor(random)
  const { question, hours } = createQuestion(markets.length)
  await ensureFunds(exchange, actor, SEED, "marketTrading")
  const endTime = Math.floor(Date.now() / 1000) + hours * 3_600
  await exchange.send(actor.index, { kind: "openMarket", question, endTime })
  return `${actor.name} asks: ${question.name}`
}

/**
 * Takes the next step in the resolution of a market that an actor opened, or pays somebody out. Markets of other
 * wallets are left alone.
 */
export async function advanceResolutions({
  exchange,
  markets,
  random,
}: MarketContext): Promise<string | null> {
  const wallets = new Set(ACTORS.map(({ index }) => exchange.markets.addressOf(index)))
  const own = markets.filter(({ creator }) => wallets.has(creator))
  const states = await Promise.all(own.map((market) => exchange.markets.resolutionState(market)))
  const known = own.flatMap((market, i) => {
    const state = states[i]
    return state ? [{ market, state }] : []
  })
  const chosen = random.weighted(known, ({ state }) => resolutionUrgency(state))
  return chosen ? takeNextStep(exchange, chosen.market, chosen.state, random) : null
}

function resolutionUrgency({ isResolved, isProposed, isVotedOn, endTime }: ResolutionState) {
  if (isResolved) return 1
  return isProposed || isVotedOn || hasEnded(endTime) ? 6 : 0
}

async function takeNextStep(
  exchange: LocalExchange,
  market: Market,
  state: ResolutionState,
  random: RandomStream,
) {
  const steps = await possibleSteps(exchange, market, state, random)
  for (const { actor, call } of steps) {
    const bond = call.kind === "propose" || call.kind === "dispute"
    if (bond) await ensureFunds(exchange, actor, await exchange.markets.bond(market), "resolver")
    if (!(await exchange.accepts(actor.index, call))) continue
    await exchange.send(actor.index, call)
    return `${actor.name}: ${call.kind}`
  }
  return null
}

type ResolutionStep = { actor: Pick<Actor, "index" | "name">; call: Call }

/** Calls that may advance a market, the likeliest first; the contracts decide which are allowed. */
async function possibleSteps(
  exchange: LocalExchange,
  market: Market,
  state: ResolutionState,
  random: RandomStream,
): Promise<ResolutionStep[]> {
  const actors = randomActors(random)
  const each = (kind: "redeem" | "claimBounty" | "finalize" | "finalizeUncontested") =>
    actors.map((actor) => ({ actor, call: { kind, market } }))
  if (state.isResolved) return [...each("redeem"), ...each("claimBounty")]

  const outcomes = await exchange.markets.outcomes(market)
  const likely = [...outcomes].sort((a, b) => (a.probability < b.probability ? 1 : -1))
  const first = likely[0]?.outcomeId ?? 0
  const second = likely[1]?.outcomeId ?? 1
  if (state.isVetoed) {
    if (!random.chance(DECISION_PROBABILITY)) return []
    const actor = { index: OPERATOR, name: "The operator" }
    return [{ actor, call: { kind: "decide", market, outcome: first } }]
  }
  if (state.isDisputed || market.isPrivate) {
    const outcome = random.chance(0.8) ? first : second
    const voters = market.isPrivate ? ACTORS : await eligibleVoters(exchange, actors)
    const votes = voters.map((actor) => ({
      actor,
      call: { kind: "vote", market, outcome } as const,
    }))
    return [...each("finalize").slice(0, 1), ...votes]
  }
  const [actor] = actors
  if (!actor) return []
  if (!state.isProposed) return [{ actor, call: { kind: "propose", market, outcome: first } }]
  const done = each("finalizeUncontested").slice(0, 1)
  if (!random.chance(DISPUTE_PROBABILITY)) return done
  // One of two is not the proposer, who cannot dispute.
  const disputes = actors.slice(0, 2).map((each) => ({
    actor: each,
    call: { kind: "dispute", market, outcome: second } as const,
  }))
  return [...done, ...disputes]
}

/** The actors with a stake; where nobody has one, the first actor stakes. */
async function eligibleVoters(
  exchange: LocalExchange,
  actors: readonly Actor[],
): Promise<readonly Actor[]> {
  const flags = await Promise.all(actors.map(({ index }) => exchange.markets.isVoter(index)))
  const staked = actors.filter((_, i) => flags[i])
  const [first] = actors
  if (staked.length > 0 || !first) return staked
  const { balance } = await exchange.holdings(first.index, "TIDE")
  if (balance < STAKE) return []
  await exchange.send(first.index, { kind: "approve", symbol: "TIDE", spender: "resolver" })
  await exchange.send(first.index, { kind: "stake", symbol: "TIDE" })
  return [first]
}

/** A public market whose pool sells. */
async function randomOpenMarket(context: MarketContext): Promise<Market | null> {
  const market = randomPublicMarket(context)
  return market && (await context.exchange.markets.resolutionState(market)).isPoolOpen
    ? market
    : null
}

/** A public market whose order book is open. */
async function randomUnresolvedMarket(context: MarketContext): Promise<Market | null> {
  const market = randomPublicMarket(context)
  return market && !(await context.exchange.markets.resolutionState(market)).isResolved
    ? market
    : null
}

const randomPublicMarket = ({ markets, random }: MarketContext) =>
  random.weighted(markets, ({ isPrivate }) => (isPrivate ? 0 : 1)) ?? null

/** Funds and approves, so that the actor can pay this amount. */
async function ensureFunds(
  exchange: LocalExchange,
  actor: Pick<Actor, "index" | "name">,
  amount: bigint,
  spender: Spender,
) {
  const has = await exchange.usdbFunds(actor.index, spender)
  if (has.money < amount) await fundWallet(exchange, actor, amount, has)
  if (has.allowance < amount) {
    await exchange.send(actor.index, { kind: "approve", symbol: "USDB", spender })
  }
}

function randomActor(random: RandomStream): Actor {
  const actor = random.weighted(ACTORS, ({ role }) => TRADING_STYLES[role].weight)
  if (!actor) throw new Error("There are no actors")
  return actor
}

function randomActors(random: RandomStream): Actor[] {
  return Array.from({ length: CANDIDATES }, () => randomActor(random))
}

function hasEnded(endTime: number) {
  return endTime > 0 && endTime <= Date.now() / 1000
}

function toNumber(amount: bigint) {
  return Number(amount) / 1e18
}
