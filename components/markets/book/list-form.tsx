"use client"

import { useState } from "react"
import type { Address } from "viem"
import { isPoolClosed, type TicketMarket } from "@/components/markets/ticket/ticket-market"
import { QuoteNotices } from "@/components/ticket/quote-notices"
import { useOwnActionQuote } from "@/components/ticket/use-action-quote"
import { AmountField } from "@/components/ui/amount-field"
import { Button } from "@/components/ui/button"
import { useNow } from "@/components/ui/use-now"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { toAddress } from "@/lib/chain/browser"
import { formatAmount, parseAmount } from "@/lib/format"
import {
  isWorthFilling,
  orderProceeds,
  orderValue,
  type Reserves,
  spotPrice,
} from "@/lib/markets/math"
import { listingCall } from "@/lib/markets/trading-calls"
import { WAD } from "@/lib/units"
import { countUnlisted, NOTHING_LISTED } from "./unlisted"

type ListFormProps = {
  market: TicketMarket
  outcome: number
  depth: Reserves
  /** Shares that are not in orders yet. */
  available: bigint
  /** When they were read. */
  readAt: number
  trading: Address
}

/** Lists shares for sale at a price. */
export function ListForm(props: ListFormProps) {
  const { market, outcome, depth, trading } = props
  const [shares, setShares] = useState("")
  const [price, setPrice] = useState("")
  const [listing, setListing] = useState(NOTHING_LISTED)
  const available = countUnlisted({ shares: props.available, readAt: props.readAt }, listing)
  const transaction = useTransaction({ name: `list.${market.address}`, title: "List shares" })
  const [count, each] = [parseAmount(shares), parseAmount(price)]
  const poolPrice = isPoolClosed(market, useNow()) ? null : spotPrice(depth)
  const errors = {
    shares:
      shares === "" || (count !== null && count > 0n && count <= available)
        ? null
        : describeShareLimit(available),
    price: price === "" || (each !== null && each > 0n && each < WAD) ? null : PRICE_LIMITS,
    value: count && each && !isWorthFilling(count, each) ? describeTooSmall(count, each) : null,
  }
  const isReady = count && each && !errors.shares && !errors.price && !errors.value
  const action = {
    ...{ action: "market.list" as const, market: market.address, outcomeId: outcome },
    ...{ amount: `${count}`, pricePerShare: `${each}` },
  }
  const quoted = useOwnActionQuote(isReady && !transaction.isRunning ? action : null)
  const isBlocked = !isReady || quoted.rejection !== null
  const list = async () => {
    if (isBlocked) return
    const name = market.outcomes[outcome]?.name ?? ""
    const isDone = await transaction.run({
      title: `List ${formatAmount(count, 2)} “${name}” at ${formatAmount(each, 4)}`,
      call: listingCall({
        trading,
        market: toAddress(market.address),
        outcome,
        amount: count,
        price: each,
      }),
      action,
    })
    // A second press must not list the same shares again.
    if (isDone) {
      setListing({ shares: count, before: available, at: Date.now() })
      setShares("")
    }
  }
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void list()
      }}
    >
      <h3 className="text-sm font-semibold">List shares for sale</h3>
      <AmountField
        balance={available}
        presets={["25", "50", "max"]}
        error={errors.shares}
        isDisabled={transaction.isRunning}
        label="Shares to sell"
        onChange={setShares}
        unit="shares"
        value={shares}
      />
      <AmountField
        error={errors.price ?? errors.value}
        hint={describePoolPrice(each, poolPrice)}
        isDisabled={transaction.isRunning}
        label="Price per share"
        onChange={setPrice}
        unit="USDB"
        value={price}
      />
      {isReady && (
        <p className="text-sm text-muted">
          You receive {formatAmount(orderProceeds(count, each), 2)} USDB after 1.5% tax when the
          order is filled.
        </p>
      )}
      <QuoteNotices quoted={quoted} />
      <Button disabled={isBlocked} pending={transaction.isRunning} type="submit">
        List for sale
      </Button>
      <TransactionProgress hasApproval={false} state={transaction.state} success="Shares listed" />
    </form>
  )
}

const describeShareLimit = (available: bigint) =>
  `Enter more than 0 and at most ${formatAmount(available, 4)} shares.`
const PRICE_LIMITS = "Enter a price above 0 and below 1 USDB."

const describeTooSmall = (shares: bigint, price: bigint) =>
  `Minimum order value is 1 USDB. This order is worth ${formatAmount(orderValue(shares, price), 4)} USDB.`

function describePoolPrice(price: bigint | null, poolPrice: bigint | null) {
  if (poolPrice === null)
    return "The pool has closed. Shares can only be bought from the order book."
  const pool = `Pool price: ${formatAmount(poolPrice, 4)} USDB.`
  if (price === null || price <= poolPrice) return pool
  return `${pool} Your order can be filled once the pool price reaches it or the pool closes.`
}
