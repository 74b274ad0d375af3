import { keepActing } from "../local-node"
import { type RandomStream, randomStream } from "../sample/random"
import type { Api } from "./api"
import { type Exchange, type ExchangeOptions, openExchange } from "./exchange"
import { buyShares } from "./markets"
import { actOnReef } from "./reef"
import { betOnPrice } from "./rounds"
import { listTokens, trade } from "./trades"

type Options = ExchangeOptions & {
  /** The API for posts and comments about trades; without it the bot is silent. */
  api?: Api
  /** Ends the bot after its current action. */
  signal: AbortSignal
  log: (line: string) => void
  /** Seconds between two actions, on average. */
  pace?: number
  random?: RandomStream
}

const PACE_SECONDS = 15
const MAX_WAIT_FACTOR = 4

/** Shares of the ticks that try something other than a trade first. */
const REEF_ODDS = 0.15
const MARKET_ODDS = 0.35
const ROUND_ODDS = 0.2

/**
 * Acts a few times a minute until it is stopped. It waits for a node that does not answer, and refuses a foreign one.
 */
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

/** Acts in the Reef, on the prediction markets or in price rounds, else trades; returns a description. */
async function actOnce(exchange: Exchange, random: RandomStream, api?: Api): Promise<string> {
  const tokens = await listTokens(exchange)
  const symbols = tokens.map(({ symbol }) => symbol)
  const others = [
    { odds: api ? REEF_ODDS : 0, run: async () => api && speak(api, symbols, random) },
    { odds: MARKET_ODDS, run: () => buyShares(exchange, random) },
    { odds: ROUND_ODDS, run: () => betOnPrice(exchange, random) },
  ]
  for (const { odds, run } of others) {
    const done = random.chance(odds) ? await run() : null
    if (done) return done
  }
  return trade(exchange, tokens, random)
}

/** Trading continues while the web server is down. */
const speak = (api: Api, symbols: readonly string[], random: RandomStream) =>
  actOnReef(api, { random, symbols }).catch((error: Error) => `The Reef is away: ${error.message}`)
