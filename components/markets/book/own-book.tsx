"use client"

import { useState } from "react"
import { type Address, isAddressEqual } from "viem"
import { readContract } from "viem/actions"
import { cancellingCall, listingCall, redeemingCall } from "@/components/markets/ticket/calls"
import type { TicketMarket, TicketOrder } from "@/components/markets/ticket/ticket-market"
import { useTrading } from "@/components/markets/ticket/use-means"
import { AmountField } from "@/components/ui/amount-field"
import { Button } from "@/components/ui/button"
import { Line } from "@/components/ui/figures"
import { Amount } from "@/components/ui/number"
import { TransactionProgress } from "@/components/wallet/transaction-progress"
import { useChainQuery } from "@/components/wallet/use-chain-query"
import { useTransaction } from "@/components/wallet/use-transaction"
import { useWallet } from "@/components/wallet/use-wallet"
import { WrongChain } from "@/components/wallet/wrong-chain"
import { toAddress } from "@/lib/chain/browser"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { amount, parseAmount } from "@/lib/format"
import { type Depth, orderProceeds, priceOf, WAD } from "@/lib/markets/math"

export type OwnBookProps = {
  market: TicketMarket
  outcome: number
  orders: readonly TicketOrder[]
  depth: Depth
}

/** The viewer's shares of an outcome, what of them is for sale, and the ways to change it. */
export function OwnBook(props: OwnBookProps) {
  const { market, outcome, orders } = props
  const { address: owner, isWrongChain } = useWallet()
  const trading = useTrading(market.kind)
  const at = toAddress(market.address)
  const { data: held } = useHeld({ trading, market: at, outcome, owner })
  if (!owner || !held) return null
  const own = orders.filter(
    (order) => order.outcome === outcome && isAddressEqual(toAddress(order.seller), owner),
  )
  const free = held.shares - held.locked
  if (held.shares === 0n && own.length === 0 && held.redeemable === 0n) return null
  return (
    <section className="mt-4 grid gap-4 border-t border-line pt-4">
      <dl>
        <Line label="Your shares">
          <Amount value={held.shares} />
        </Line>
        {held.locked > 0n && (
          <Line label="Of them in orders">
            <Amount value={held.locked} />
          </Line>
        )}
      </dl>
      {isWrongChain ? (
        <WrongChain />
      ) : (
        <>
          {held.redeemable > 0n && (
            <Redeem market={at} redeemable={held.redeemable} trading={trading} />
          )}
          {own.length > 0 && <OwnOrders market={at} orders={own} trading={trading} />}
          {!market.isFinal && free > 0n && (
            <ListForm {...props} free={free} market={market} trading={trading} />
          )}
        </>
      )}
    </section>
  )
}

type Held = { trading: Address; market: Address; outcome: number; owner: Address | undefined }

function useHeld({ trading, market, outcome, owner }: Held) {
  return useChainQuery({
    key: ["shares", market, outcome, owner],
    isEnabled: owner !== undefined,
    read: async (client) => {
      if (!owner) return { shares: 0n, locked: 0n, redeemable: 0n }
      const at = { address: trading, abi: marketTradingAbi } as const
      const args = [market, owner, outcome] as const
      const [shares, locked, redeemable] = await Promise.all([
        readContract(client, { ...at, functionName: "userShares", args }),
        readContract(client, { ...at, functionName: "sharesLockedInOrders", args }),
        readContract(client, { ...at, functionName: "getRedeemable", args: [market, owner] }),
      ])
      return { shares, locked, redeemable }
    },
  })
}

type ListFormProps = OwnBookProps & { free: bigint; trading: Address }

/** Offers own shares at a price; they stay with the seller until somebody buys them. */
function ListForm({ market, outcome, depth, free, trading }: ListFormProps) {
  const [shares, setShares] = useState("")
  const [price, setPrice] = useState("")
  const transaction = useTransaction({ name: `list.${market.address}`, title: "List shares" })
  const [count, each] = [parseAmount(shares), parseAmount(price)]
  const poolPrice = priceOf(depth)
  const errors = {
    shares: shares === "" || (count !== null && count > 0n && count <= free) ? null : MOST(free),
    price: price === "" || (each !== null && each > 0n && each < WAD) ? null : BETWEEN,
  }
  const isReady = count && each && !errors.shares && !errors.price
  const list = () => {
    if (!isReady) return
    const name = market.outcomes[outcome]?.name ?? ""
    return transaction.run({
      title: `List ${amount(count, 2)} “${name}” at ${amount(each, 4)}`,
      call: listingCall({
        trading,
        market: toAddress(market.address),
        outcome,
        amount: count,
        price: each,
      }),
    })
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
        error={errors.price}
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

function hintOf(price: bigint | null, poolPrice: bigint) {
  const pool = `The pool asks ${amount(poolPrice, 4)} USDB.`
  if (price === null || price <= poolPrice) return pool
  return `${pool} At your price nobody can buy before the pool has risen to it.`
}

type OwnOrdersProps = { market: Address; trading: Address; orders: readonly TicketOrder[] }

/** Own open orders with what is left of them; each is taken back by one transaction. */
function OwnOrders({ market, trading, orders }: OwnOrdersProps) {
  const transaction = useTransaction({ name: `cancel.${market}`, title: "Take an order back" })
  const [left, setLeft] = useState<number | null>(null)
  const cancel = ({ orderId }: TicketOrder) =>
    transaction.run({
      title: `Take back order ${orderId}`,
      call: cancellingCall({ trading, market, orderId }),
    })
  const cancelAll = async () => {
    for (const [done, order] of orders.entries()) {
      setLeft(orders.length - done)
      if (!(await cancel(order))) break
    }
    setLeft(null)
  }
  const isBusy = transaction.isRunning || left !== null
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-semibold">Your orders</h3>
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <li
            className="figures grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 py-1 text-sm"
            key={order.orderId}
          >
            <span>
              {amount(order.amount, 2)} at {amount(order.price, 4)}
              {order.amount < order.totalAmount && (
                <span className="text-muted">
                  {" "}
                  ({amount(order.totalAmount - order.amount, 2)} sold)
                </span>
              )}
            </span>
            <Button disabled={isBusy} look="quiet" onClick={() => void cancel(order)}>
              Take back<span className="sr-only"> order {order.orderId}</span>
            </Button>
          </li>
        ))}
      </ul>
      {orders.length > 1 && (
        <Button
          className="justify-self-start"
          disabled={isBusy}
          look="secondary"
          onClick={() => void cancelAll()}
        >
          {left === null ? `Take all ${orders.length} back` : `${left} to go`}
        </Button>
      )}
      {orders.length > 1 && left === null && (
        <p className="text-xs text-muted">One transaction for each order.</p>
      )}
      <TransactionProgress
        hasApproval={false}
        state={transaction.state}
        success="The order is taken back"
      />
    </div>
  )
}

type RedeemProps = { market: Address; trading: Address; redeemable: bigint }

function Redeem({ market, trading, redeemable }: RedeemProps) {
  const transaction = useTransaction({ name: `redeem.${market}`, title: "Redeem" })
  const redeem = () =>
    transaction.run({
      title: `Redeem ${amount(redeemable, 2)} USDB`,
      call: redeemingCall({ trading, market }),
    })
  return (
    <div className="grid gap-2">
      <Button onClick={() => void redeem()} pending={transaction.isRunning}>
        Redeem {amount(redeemable, 2)} USDB
      </Button>
      <TransactionProgress
        hasApproval={false}
        state={transaction.state}
        success="The payout is in your wallet"
      />
    </div>
  )
}
