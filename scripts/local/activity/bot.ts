import { minAmountOut } from "@/lib/tokens/pool-math"
import { keepActing } from "../local-node"
import { ACTORS, type Actor } from "../sample/actors"
import { type RandomStream, randomStream } from "../sample/random"
import { actOnAgents } from "./agents"
import { type Api, ApiUnreachableError } from "./api"
import {
  type ExchangeOptions,
  type LocalExchange,
  openExchange,
  type TradedToken,
} from "./exchange"
import { fundWallet } from "./funding"
import { actOnLoans } from "./loans"
import { actOnMarkets } from "./markets"
import { actOnReef } from "./reef"
import { actOnRounds } from "./rounds"
import { TOKEN_TEMPLATES } from "./token-templates"
import {
  MIN_BUY_USD,
  MIN_SELL_USD,
  portionOf,
  roundAmount,
  TRADING_STYLES,
  tradeSize,
} from "./trade-sizes"

type Options = ExchangeOptions & {
  /** Where the bot talks about what is traded; without it the bot is silent. */
  api?: Api
  /** Ends the bot after what it is doing. */
  signal: AbortSignal
  log: (line: string) => void
  /** Seconds between two trades, on average. */
  pace?: number
  random?: RandomStream
}

const PACE_SECONDS = 15
const MAX_WAIT_FACTOR = 4

/** One tick in so many launches a token, until all of the list are there. */
const LAUNCH_ODDS = 1 / 400
/** The part of the ticks in which something happens on the prediction markets. */
const MARKET_ODDS = 0.35
/** The part of the ticks in which somebody borrows, repays, wraps or vests something. */
const LOAN_ODDS = 0.08
/** The part of the ticks in which somebody bets on a price or claims a bet. */
const ROUND_ODDS = 0.2
/** The part of the ticks in which somebody rates an agent. */
const AGENT_ODDS = 0.01
/** The part of the ticks in which somebody says or likes something. */
const REEF_ODDS = 0.15
/** No trade is more than this part of the pool. */
const MAX_TRADE_SHARE = 0.05
const SLIPPAGE_BASIS_POINTS = 200n

/** Trades a few times a minute until told to stop. A node that is away is waited for; a foreign one refused. */
export async function keepTrading(options: Options): Promise<void> {
  const { signal, log, pace = PACE_SECONDS, random = randomStream(`${Date.now()}`) } = options
  const exchange = openExchange(options)
  await keepActing({
    signal,
    log,
    open: exchange.requireLocal,
    async next() {
      log(await actOnce(exchange, random, options.api))
      return Math.min(MAX_WAIT_FACTOR * pace, random.wait(pace)) * 1000
    },
  })
}

/** One trade, or something on the markets, with loans, agents, in price rounds or in the Reef, or rarely a launch; returns what was done. */
export async function actOnce(
  exchange: LocalExchange,
  random: RandomStream,
  api?: Api,
): Promise<string> {
  const listings = await exchange.listTokens()
  if (api && random.chance(REEF_ODDS)) {
    const done = await actInReef(api, listings, random)
    if (done) return done
  }
  if (random.chance(LAUNCH_ODDS)) {
    const launched = await launchNext(exchange, listings, random)
    if (launched) return launched
  }
  if (random.chance(MARKET_ODDS)) {
    const done = await actOnMarkets(exchange, random)
    if (done) return done
  }
  if (random.chance(LOAN_ODDS)) {
    const done = await actOnLoans(exchange, random)
    if (done) return done
  }
  if (random.chance(ROUND_ODDS)) {
    const done = await actOnRounds(exchange, random)
    if (done) return done
  }
  if (random.chance(AGENT_ODDS)) {
    const done = await actOnAgents(exchange, random)
    if (done) return done
  }
  // What is traded much is traded more; nothing is forgotten altogether.
  const listing = random.weighted(listings, ({ heat }) => 1 + heat)
  const actor = random.weighted(ACTORS, ({ role }) => TRADING_STYLES[role].weight)
  if (!listing || !actor) throw new Error("There is nothing to trade or nobody to do it")
  return trade(exchange, actor, listing, random)
}

/** Trading goes on while the web server is away. */
async function actInReef(api: Api, listings: readonly TradedToken[], random: RandomStream) {
  const symbols = listings.map(({ symbol }) => symbol)
  return actOnReef(api, { random, symbols }).catch((error: unknown) => {
    if (error instanceof ApiUnreachableError) return null
    throw error
  })
}

async function trade(
  exchange: LocalExchange,
  actor: Actor,
  listing: TradedToken,
  random: RandomStream,
) {
  const { token, symbol } = listing
  const [has, left] = await Promise.all([
    exchange.holdings(actor.index, token),
    exchange.whitelistLeft(actor.index, token),
  ])
  const price = toNumber(has.price)
  const size = Math.min(
    tradeSize(actor, 0, random),
    toNumber(has.reserve) * price * MAX_TRADE_SHARE,
    left === null ? Number.POSITIVE_INFINITY : toNumber(left),
  )
  const isHolder = toNumber(has.balance) * price >= MIN_SELL_USD
  const isShort = toNumber(has.money) < size
  if (isHolder && (size < MIN_BUY_USD || random.chance(isShort ? 0.85 : 0.45))) {
    const amount = portionOf(has.balance, size / price, random)
    if (has.tokenAllowance < amount) {
      await exchange.send(actor.index, { kind: "approve", symbol: token, spender: "swap" })
    }
    return executeOrder(exchange, actor, listing, { kind: "sell", amount })
  }
  if (size < MIN_BUY_USD) return `${actor.name} looks at ${symbol}`
  const amount = roundAmount(size, random)
  if (has.money < amount) await fundWallet(exchange, actor, amount, has)
  if (has.usdbAllowance < amount) {
    await exchange.send(actor.index, { kind: "approve", symbol: "USDB", spender: "swap" })
  }
  return executeOrder(exchange, actor, listing, { kind: "buy", amount })
}

type Order = { kind: "buy" | "sell"; amount: bigint }

async function executeOrder(
  exchange: LocalExchange,
  actor: Actor,
  { token, symbol }: TradedToken,
  order: Order,
) {
  const expected = await exchange.quote(order.kind, token, order.amount)
  const minOut = minAmountOut(expected, SLIPPAGE_BASIS_POINTS)
  await exchange.send(actor.index, { ...order, symbol: token, minOut })
  const [paid, received] = order.kind === "buy" ? ["USDB", symbol] : [symbol, "USDB"]
  const amounts = `${toNumber(order.amount)} ${paid} for ${toNumber(expected)} ${received}`
  return `${actor.name} ${order.kind === "buy" ? "pays" : "sells"} ${amounts}`
}

async function launchNext(
  exchange: LocalExchange,
  listings: readonly TradedToken[],
  random: RandomStream,
) {
  const taken = new Set(listings.map(({ symbol }) => symbol))
  const launch = TOKEN_TEMPLATES.find(({ symbol }) => !taken.has(symbol))
  const creator = random.weighted(ACTORS, ({ role }) => (role === "creator" ? 1 : 0))
  if (!launch || !creator) return null
  await exchange.send(creator.index, { kind: "launch", launch })
  return `${creator.name} launches ${launch.name}`
}

function toNumber(amount: bigint) {
  return Number(amount) / 1e18
}
