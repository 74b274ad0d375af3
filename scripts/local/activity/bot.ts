import { keepActing } from "../local-node"
import { type RandomStream, randomStream } from "../sample/random"
import type { Api } from "./api"
import { type Exchange, type ExchangeOptions, openExchange } from "./exchange"
import { buyShares } from "./markets"
import { actOnReef } from "./reef"
import { betOnPrice } from "./rounds"
import { listTokens, trade } from "./trades"

type Options = ExchangeOptions & {
  /** Where the bot talks about what is traded; without it the bot is silent. */
  api?: Api
  /** Ends the bot after what it is doing. */
  signal: AbortSignal
  log: (line: string) => void
  /** Seconds between two actions, on average. */
  pace?: number
  random?: RandomStream
}

const PACE_SECONDS = 15
const MAX_WAIT_FACTOR = 4

/** Parts of the ticks in which something else than a trade is tried first. */
const REEF_ODDS = 0.15
const MARKET_ODDS = 0.35
const ROUND_ODDS = 0.2

/** Acts a few times a minute until told to stop. A node that is away is waited for; a foreign one refused. */
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

/** Something in the Reef, on the prediction markets or in price rounds, else a trade; returns what was done. */
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

/** Trading goes on while the web server is away. */
const speak = (api: Api, symbols: readonly string[], random: RandomStream) =>
  actOnReef(api, { random, symbols }).catch((error: Error) => `The Reef is away: ${error.message}`)
