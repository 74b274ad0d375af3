import type { Action } from "../../client/types"
import { findOutcome, findToken, nameAddresses, toBaseUnits } from "../assets"
import type { Context } from "../context"
import { UsageError } from "../exit-codes"
import { parseAction } from "../fields"
import { type ActOptions, describeQuote, performAction } from "../perform-action"

export type TradeOptions = ActOptions & {
  outcome?: string
  price?: string
  slippage?: string
  minOut?: string
}

const MOST_SLIPPAGE_PERCENT = 50

/** "1" percent in basis points, and the least amount. */
function readBounds({ slippage, minOut }: TradeOptions) {
  const least = minOut === undefined ? {} : { minOut: toBaseUnits(minOut) }
  if (slippage === undefined) return least
  const percent = Number(slippage)
  if (!/^\d+(\.\d{1,2})?$/.test(slippage) || percent > MOST_SLIPPAGE_PERCENT) {
    throw new UsageError(`--slippage must be 0 to ${MOST_SLIPPAGE_PERCENT} percent`)
  }
  return { ...least, slippageBp: Math.round(percent * 100) }
}

/** Buys a token, or shares of a market's outcome, for USDB. */
export async function buy(context: Context, name: string, usdb: string, options: TradeOptions) {
  const { atoll } = context
  const [amount, bounds] = [toBaseUnits(usdb), readBounds(options)]
  const token = await findToken(atoll, name)
  if (options.outcome === undefined) {
    return performAction(context, { action: "token.buy", token, amount, ...bounds }, options)
  }
  const outcomeId = await findOutcome(atoll, token, options.outcome)
  const action: Action = { action: "market.buy", market: token, outcomeId, amount, ...bounds }
  return performAction(context, action, options)
}

/** Sells a token for USDB, or offers shares of an outcome in the order book. */
export async function sell(
  context: Context,
  name: string,
  amountText: string,
  options: TradeOptions,
) {
  const { atoll } = context
  const [amount, bounds] = [toBaseUnits(amountText), readBounds(options)]
  const token = await findToken(atoll, name)
  if (options.outcome === undefined) {
    return performAction(context, { action: "token.sell", token, amount, ...bounds }, options)
  }
  if (options.minOut !== undefined) throw new UsageError("Shares are offered at a --price")
  if (options.price === undefined)
    throw new UsageError("Shares are offered with --price, in USDB for each")
  const outcomeId = await findOutcome(atoll, token, options.outcome)
  const pricePerShare = toBaseUnits(options.price)
  return performAction(
    context,
    { action: "market.list", market: token, outcomeId, amount, pricePerShare },
    options,
  )
}

/** Says what an action would do in the next block. */
export async function quote(context: Context, name: string, fields: readonly string[]) {
  const action = parseAction(name, await nameAddresses(context.atoll, fields))
  const quote = await context.atoll.quote(action)
  context.print(quote, () => describeQuote(quote))
}

/** Performs any action. */
export async function execute(
  context: Context,
  name: string,
  fields: readonly string[],
  options: ActOptions,
) {
  const action = parseAction(name, await nameAddresses(context.atoll, fields))
  return performAction(context, action, options)
}
