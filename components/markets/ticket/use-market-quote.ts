"use client"

import type { Address } from "viem"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { useNow } from "@/components/ui/use-now"
import { toAddress } from "@/lib/chain/browser"
import { parseAmount } from "@/lib/format"
import { estimateShares, quoteUsdc } from "./onchain-state"
import { applyRemaining, type PurchaseQuote, quotePurchase, selectOffers } from "./quote"
import { isPoolClosed, type TicketMarket, type TicketOrder } from "./ticket-market"
import { useOnchainMarket, useRemainingOrders, useTradingContract } from "./use-onchain-state"
import { compareQuote, type QuoteStatus } from "./validation"

/** What is to be bought, and with what. */
export type PurchaseInput = {
  market: TicketMarket
  orders: readonly TicketOrder[]
  outcome: number
  text: string
  input: Address
  owner: Address | undefined
  /** Orders are left out. */
  isPoolOnly: boolean
}

/** What an amount buys as the chain stands now, and whether the market's own contract says the same. */
export function usePurchaseQuote(wanted: PurchaseInput) {
  const { market, outcome, text, input, owner, isPoolOnly } = wanted
  const at = toAddress(market.address)
  const trading = useTradingContract(market.kind)
  const reading = useOnchainMarket(at, trading, owner)
  const typed = parseAmount(text)
  const usdc = useUsdcValue(input, typed)
  const depth = reading.data?.depths[outcome]
  const isClosed = isPoolClosed(market, useNow())
  const pool = depth && { ...depth, isClosed }
  const orders = isPoolOnly ? [] : wanted.orders
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
          shared: reading.data.pool,
        })
      : null
  const { standing, error } = useQuoteStatus({
    market: at,
    trading,
    outcome,
    quote: current,
    owner,
  })
  return {
    trading,
    reading,
    typed,
    usdc,
    isClosed,
    /** The pool has closed and nobody offers shares. */
    isSoldOut: isClosed && pool !== undefined && offers.length === 0,
    /** The amount is known in USDB, so that a missing quote means that it buys nothing. */
    isQuoted: usdc !== undefined && reading.data !== undefined,
    quote: current,
    standing,
    /** Why the contract refuses the purchase. */
    refusal: error,
  }
}

/** The typed amount as USDB; undefined while another token's worth is asked for. */
function useUsdcValue(input: Address, typed: bigint | null): bigint | undefined {
  const { contracts } = useBrowserConfig()
  const isUsdb = input === contracts.usdb
  const sold = useChainQuery({
    key: ["usdc-for", input, typed === null ? null : `${typed}`],
    isEnabled: !isUsdb && typed !== null && typed > 0n,
    read: (client) => quoteUsdc(client, contracts, { token: input, amount: typed ?? 0n }),
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

/** The reader contract's own word on the quote. */
function useQuoteStatus({ market, trading, outcome, quote: asked, owner }: QuoteCheck): {
  standing: QuoteStatus
  error: unknown
} {
  const { contracts } = useBrowserConfig()
  // Nobody's own orders where there is no wallet yet.
  const buyer = owner ?? contracts.usdb
  const { data, error, isError } = useChainQuery({
    key: [
      ...["shares-for", market, outcome, buyer],
      // A quote that changes is another question.
      ...(asked ? [`${asked.usdc}`, `${asked.shares}`, asked.orderIds.join()] : [null]),
    ],
    isEnabled: asked !== null,
    read: (client) =>
      estimateShares(
        client,
        { contracts, trading, market },
        { outcome, usdc: asked?.usdc ?? 0n, orders: asked?.orderIds ?? [], owner: buyer },
      ),
  })
  if (!asked) return { standing: "asked", error: null }
  return { standing: compareQuote(asked.shares, { data, isError }), error }
}
