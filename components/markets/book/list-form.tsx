"use client"

import { useState } from "react"
import type { Address } from "viem"
import { listingCall } from "@/components/markets/ticket/calls"
import { isPoolClosed, type TicketMarket } from "@/components/markets/ticket/ticket-market"
import { useNow } from "@/components/swap/use-now"
import { AmountField } from "@/components/ui/amount-field"
import { Button } from "@/components/ui/button"
import { TransactionProgress } from "@/components/wallet/transaction-progress"
import { useTransaction } from "@/components/wallet/use-transaction"
import { toAddress } from "@/lib/chain/browser"
import { amount, parseAmount } from "@/lib/format"
import {
  type Depth,
  isWorthFilling,
  orderProceeds,
  orderValue,
  priceOf,
  WAD,
} from "@/lib/markets/math"

type ListFormProps = {
  market: TicketMarket
  outcome: number
  depth: Depth
  /** Shares that are not in orders yet. */
  free: bigint
  trading: Address
}

/** Offers own shares at a price; they stay with the seller until somebody buys them. */
export function ListForm({ market, outcome, depth, free, trading }: ListFormProps) {
  const [shares, setShares] = useState("")
  const [price, setPrice] = useState("")
  const transaction = useTransaction({ name: `list.${market.address}`, title: "List shares" })
  const [count, each] = [parseAmount(shares), parseAmount(price)]
  const poolPrice = isPoolClosed(market, useNow()) ? null : priceOf(depth)
  const errors = {
    shares: shares === "" || (count !== null && count > 0n && count <= free) ? null : MOST(free),
    price: price === "" || (each !== null && each > 0n && each < WAD) ? null : BETWEEN,
    value: count && each && !isWorthFilling(count, each) ? tooSmall(count, each) : null,
  }
  const isReady = count && each && !errors.shares && !errors.price && !errors.value
  const list = async () => {
    if (!isReady) return
    const name = market.outcomes[outcome]?.name ?? ""
    const isDone = await transaction.run({
      title: `List ${amount(count, 2)} “${name}” at ${amount(each, 4)}`,
      call: listingCall({
        trading,
        market: toAddress(market.address),
        outcome,
        amount: count,
        price: each,
      }),
    })
    // A second press must not list them again.
    if (isDone) setShares("")
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
        balance={{ amount: free }}
        chips={["25", "50", "max"]}
        error={errors.shares}
        isDisabled={transaction.isRunning}
        label="Shares to sell"
        onChange={setShares}
        unit="shares"
        value={shares}
      />
      <AmountField
        error={errors.price ?? errors.value}
        hint={hintOf(each, poolPrice)}
        isDisabled={transaction.isRunning}
        label="Price of a share"
        onChange={setPrice}
        unit="USDB"
        value={price}
      />
      {isReady && (
        <p className="text-sm text-muted">
          You get {amount(orderProceeds(count, each), 2)} USDB when all of it is bought, after 1.5%
          tax.
        </p>
      )}
      <Button disabled={!isReady} pending={transaction.isRunning} type="submit">
        List for sale
      </Button>
      <TransactionProgress
        hasApproval={false}
        state={transaction.state}
        success="Your shares are for sale"
      />
    </form>
  )
}

const MOST = (free: bigint) => `Between 0 and ${amount(free, 4)} shares.`
const BETWEEN = "Above 0 and below 1 USDB."

const tooSmall = (shares: bigint, price: bigint) =>
  `An order is worth at least 1 USDB; this one is worth ${amount(orderValue(shares, price), 4)}.`

function hintOf(price: bigint | null, poolPrice: bigint | null) {
  if (poolPrice === null) return "The pool has closed: buyers have only the orders of holders."
  const pool = `The pool asks ${amount(poolPrice, 4)} USDB.`
  if (price === null || price <= poolPrice) return pool
  return `${pool} At your price nobody can buy before the pool has risen to it, or has closed.`
}
