"use client"

import type { Address } from "viem"
import { readContract } from "viem/actions"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { amountOut, type QuotedAction, useActionQuote } from "@/components/ticket/use-action-quote"
import { useNow } from "@/components/ui/use-now"
import { toAddress } from "@/lib/chain/browser"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { parseAmount } from "@/lib/format"
import {
  applyRemaining,
  type PurchaseQuote,
  quotePurchase,
  selectOffers,
} from "@/lib/markets/purchase-quote"
import { isPoolClosed, type TicketMarket, type TicketOrder } from "./ticket-market"
import { useOnchainMarket, useRemainingOrders, useTradingContract } from "./use-onchain-state"
import { compareQuote, type QuoteStatus } from "./validation"

/** A purchase as entered. */
export type PurchaseInput = {
  market: TicketMarket
  orders: readonly TicketOrder[]
  outcome: number
  text: string
  input: Address
  owner: Address | undefined
  /** Buys from the pool only, without orders. */
  isPoolOnly: boolean
}

/** The result of a purchase in the current on-chain state, and whether a simulation of the next block confirms it. */
export function usePurchaseQuote(purchase: PurchaseInput) {
  const { market, outcome, text, input, owner, isPoolOnly } = purchase
  const at = toAddress(market.address)
  const trading = useTradingContract(market.kind)
  const reading = useOnchainMarket(at, trading, owner)
  const typed = parseAmount(text)
  const usdc = useUsdcValue(input, typed)
  const depth = reading.data?.depths[outcome]
  const isClosed = isPoolClosed(market, useNow())
  const pool = depth && { ...depth, isClosed }
  const orders = isPoolOnly ? [] : purchase.orders
  const candidates = pool ? selectOffers(orders, { outcome, pool, owner }) : []
  const left = useRemainingOrders(
    at,
    trading,
    candidates.map(({ id }) => Number(id)),
  )
  const offers = pool ? selectOffers(applyRemaining(orders, left), { outcome, pool, owner }) : []
  const current =
    pool && reading.data && usdc !== undefined
      ? quotePurchase(usdc, offers, {
          pool,
          circulating: pool.circulating,
          payoutPool: reading.data.pool,
        })
      : null
  const simulation = useSimulation({
    ...{ market, outcome, input, owner, isPoolOnly, typed },
    quote: current,
  })
  return {
    trading,
    reading,
    typed,
    usdc,
    isClosed,
    /** The pool is closed and there are no orders. */
    isSoldOut: isClosed && pool !== undefined && offers.length === 0,
    /** The amount is known in USDB: without a quote it buys nothing. */
    isQuoted: usdc !== undefined && reading.data !== undefined,
    quote: current,
    ...simulation,
  }
}

/** The typed amount in USDB; undefined while the price of another token loads. */
function useUsdcValue(input: Address, typed: bigint | null): bigint | undefined {
  const { swap, usdb, mainToken } = useBrowserConfig().contracts
  const isUsdb = input === usdb
  const sold = useChainQuery({
    key: ["usdc-for", input, typed === null ? null : `${typed}`],
    isEnabled: !isUsdb && typed !== null && typed > 0n,
    read: (client) =>
      readContract(client, {
        address: swap,
        abi: swapAbi,
        functionName: "getAmountsOut",
        args: [typed ?? 0n, input === mainToken ? [input, usdb] : [input, mainToken, usdb]],
      }),
  })
  if (typed === null) return undefined
  return isUsdb ? typed : sold.data
}

type SimulatedPurchase = Omit<PurchaseInput, "text" | "orders"> & {
  typed: bigint | null
  quote: PurchaseQuote | null
}

/** Compares the quote with the same purchase in a simulation of the next block. */
function useSimulation({
  market,
  outcome,
  input,
  owner,
  isPoolOnly,
  typed,
  quote,
}: SimulatedPurchase): { status: QuoteStatus; quoted: QuotedAction } {
  const purchase = {
    ...{ action: "market.buy" as const, market: market.address, outcomeId: outcome },
    ...{ amount: `${typed}`, payWith: input, fillOrders: !isPoolOnly },
    ...(owner && { wallet: owner }),
  }
  const action = quote && typed !== null ? purchase : null
  const quoted = useActionQuote(action, `${quote?.shares} ${quote?.orderIds}`)
  const { isRefused } = quoted
  const shares = amountOut(quoted.quote, `${market.address}:${outcome}`)
  return { status: compareQuote(quote?.shares, { shares, isRefused }), quoted }
}
