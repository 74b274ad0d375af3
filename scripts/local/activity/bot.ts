import { setTimeout } from "node:timers/promises"
import { BaseError } from "viem"
import { minimumOut } from "@/lib/tokens/math"
import { CAST, type Player, STYLES } from "../sample/cast"
import { type Random, randomStream } from "../sample/random"
import { LEAST_BUY, LEAST_SELL, portion, tradeSize, typedAmount } from "../sample/traders"
import { type Api, Unreachable } from "./api"
import { NEW_LAUNCHES } from "./launches"
import { actOnMarkets } from "./markets"
import { fund } from "./purse"
import { actOnReef } from "./reef"
import { type Listing, NotLocal, openVenue, type Venue, type VenueOptions } from "./venue"

type Options = VenueOptions & {
  /** Where the bot talks about what is traded; without it the bot is silent. */
  api?: Api
  /** Ends the bot after what it is doing. */
  signal: AbortSignal
  log: (line: string) => void
  /** Seconds between two trades, on average. */
  pace?: number
  random?: Random
}

const PACE_SECONDS = 15
const LONGEST_WAIT = 4
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 60_000

/** One tick in so many launches a token, until all of the list are there. */
const LAUNCH_ODDS = 1 / 400
/** The part of the ticks in which something happens on the prediction markets. */
const MARKET_ODDS = 0.35
/** The part of the ticks in which somebody says or likes something. */
const REEF_ODDS = 0.15
/** No trade is more than this part of the pool. */
const LARGEST_TRADE = 0.05
const SLIPPAGE_BASIS_POINTS = 200n

/** Trades a few times a minute until told to stop. A node that is away is waited for; a foreign one refused. */
export async function keepTrading(options: Options): Promise<void> {
  const { signal, log, pace = PACE_SECONDS, random = randomStream(`${Date.now()}`) } = options
  const venue = openVenue(options)
  let failures = 0
  let isChecked = false
  while (!signal.aborted) {
    try {
      // After a failure it may be another node that answers.
      if (!isChecked) await venue.requireLocal()
      isChecked = true
      log(await actOnce(venue, random, options.api))
      failures = 0
      await pause(Math.min(LONGEST_WAIT * pace, random.wait(pace)) * 1000, signal)
    } catch (error) {
      if (error instanceof NotLocal) throw error
      isChecked = false
      log(`failed: ${reason(error)}`)
      await pause(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures), signal)
      failures += 1
    }
  }
}

/** One trade, or something on the markets or in the Reef, or rarely a launch; returns what was done. */
export async function actOnce(venue: Venue, random: Random, api?: Api): Promise<string> {
  const listings = await venue.listings()
  if (api && random.chance(REEF_ODDS)) {
    const said = await talk(api, listings, random)
    if (said) return said
  }
  if (random.chance(LAUNCH_ODDS)) {
    const launched = await launchNext(venue, listings, random)
    if (launched) return launched
  }
  if (random.chance(MARKET_ODDS)) {
    const done = await actOnMarkets(venue, random)
    if (done) return done
  }
  // What is traded much is traded more; nothing is forgotten altogether.
  const listing = random.weighted(listings, ({ heat }) => 1 + heat)
  const player = random.weighted(CAST, ({ role }) => STYLES[role].weight)
  if (!listing || !player) throw new Error("There is nothing to trade or nobody to do it")
  return trade(venue, player, listing, random)
}

/** Trading goes on while the web server is away. */
async function talk(api: Api, listings: readonly Listing[], random: Random) {
  const symbols = listings.map(({ symbol }) => symbol)
  return actOnReef(api, { random, symbols }).catch((error: unknown) => {
    if (error instanceof Unreachable) return null
    throw error
  })
}

async function trade(venue: Venue, player: Player, listing: Listing, random: Random) {
  const { token, symbol } = listing
  const [has, left] = await Promise.all([
    venue.holdings(player.index, token),
    venue.whitelistLeft(player.index, token),
  ])
  const price = toNumber(has.price)
  const size = Math.min(
    tradeSize(player, 0, random),
    toNumber(has.reserve) * price * LARGEST_TRADE,
    left === null ? Number.POSITIVE_INFINITY : toNumber(left),
  )
  const isHolder = toNumber(has.balance) * price >= LEAST_SELL
  const isShort = toNumber(has.money) < size
  if (isHolder && (size < LEAST_BUY || random.chance(isShort ? 0.85 : 0.45))) {
    const amount = portion(has.balance, size / price, random)
    if (has.tokenAllowance < amount) {
      await venue.send(player.index, { kind: "approve", symbol: token, spender: "swap" })
    }
    return settle(venue, player, listing, { kind: "sell", amount })
  }
  if (size < LEAST_BUY) return `${player.name} looks at ${symbol}`
  const amount = typedAmount(size, random)
  if (has.money < amount) await fund(venue, player, amount, has)
  if (has.usdbAllowance < amount) {
    await venue.send(player.index, { kind: "approve", symbol: "USDB", spender: "swap" })
  }
  return settle(venue, player, listing, { kind: "buy", amount })
}

type Order = { kind: "buy" | "sell"; amount: bigint }

async function settle(venue: Venue, player: Player, { token, symbol }: Listing, order: Order) {
  const expected = await venue.quote(order.kind, token, order.amount)
  const minOut = minimumOut(expected, SLIPPAGE_BASIS_POINTS)
  await venue.send(player.index, { ...order, symbol: token, minOut })
  const [paid, received] = order.kind === "buy" ? ["USDB", symbol] : [symbol, "USDB"]
  const amounts = `${toNumber(order.amount)} ${paid} for ${toNumber(expected)} ${received}`
  return `${player.name} ${order.kind === "buy" ? "pays" : "sells"} ${amounts}`
}

async function launchNext(venue: Venue, listings: readonly Listing[], random: Random) {
  const taken = new Set(listings.map(({ symbol }) => symbol))
  const launch = NEW_LAUNCHES.find(({ symbol }) => !taken.has(symbol))
  const creator = random.weighted(CAST, ({ role }) => (role === "creator" ? 1 : 0))
  if (!launch || !creator) return null
  await venue.send(creator.index, { kind: "launch", launch })
  return `${creator.name} launches ${launch.name}`
}

/** Waits, or less when told to stop. */
async function pause(milliseconds: number, signal: AbortSignal) {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {})
}

function reason(error: unknown) {
  if (error instanceof BaseError) return `${error.shortMessage} ${error.details}`.trim()
  return error instanceof Error ? error.message : String(error)
}

function toNumber(amount: bigint) {
  return Number(amount) / 1e18
}
