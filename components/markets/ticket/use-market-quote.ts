"use client"

import type { Address } from "viem"
import { readContract } from "viem/actions"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { useNow } from "@/components/ui/use-now"
import { toAddress } from "@/lib/chain/browser"
import { marketReaderAbi } from "@/lib/chain/generated/MarketReader"
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
  /** Buys from the pool alone, without orders. */
  isPoolOnly: boolean
}

/** What an amount buys in the current on-chain state, and whether the reader contract confirms it. */
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
  const { status, error } = useQuoteStatus({ market: at, trading, outcome, quote: current, owner })
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
    status,
    /** Why the reader contract reverts. */
    rejection: error,
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

type QuoteCheck = {
  market: Address
  trading: Address
  outcome: number
  quote: PurchaseQuote | null
  owner: Address | undefined
}

/** Compares the quote with the reader contract's estimate. */
function useQuoteStatus({ market, trading, outcome, quote, owner }: QuoteCheck): {
  status: QuoteStatus
  error: unknown
} {
  const { contracts } = useBrowserConfig()
  // Without a wallet: any address that has no orders.
  const buyer = owner ?? contracts.usdb
  const { data, error, isError } = useChainQuery({
    key: [
      ...["shares-for", market, outcome, buyer],
      // A changed quote is checked again.
      ...(quote ? [`${quote.usdc}`, `${quote.shares}`, quote.orderIds.join()] : [null]),
    ],
    isEnabled: quote !== null,
    read: (client) =>
      readContract(client, {
        address: contracts.reader,
        abi: marketReaderAbi,
        functionName: "estimateSharesOut",
        args: [trading, market, outcome, quote?.usdc ?? 0n, quote?.orderIds ?? [], buyer],
      }),
  })
  if (!quote) return { status: "pending", error: null }
  return { status: compareQuote(quote.shares, { data, isError }), error }
}
