"use client"

import { useState } from "react"
import { type Address, isAddressEqual } from "viem"
import { readContract } from "viem/actions"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { CancelAll, CancelOrder } from "@/components/markets/positions/cancel"
import type { TicketMarket, TicketOrder } from "@/components/markets/ticket/ticket-market"
import { useTradingContract } from "@/components/markets/ticket/use-onchain-state"
import { WrongChain } from "@/components/wallet/connect/wrong-chain"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { formatAmount } from "@/lib/format"
import type { Reserves } from "@/lib/markets/math"
import { ListForm } from "./list-form"

type OwnOrdersProps = {
  market: TicketMarket
  outcome: number
  orders: readonly TicketOrder[]
  depth: Reserves
}

/** The viewer's open orders for an outcome, with forms to list and cancel. */
export function OwnOrders({ market, outcome, orders, depth }: OwnOrdersProps) {
  const { address: owner, isWrongChain } = useWallet()
  const trading = useTradingContract(market.kind)
  const unlisted = useUnlistedShares({
    trading,
    market: toAddress(market.address),
    outcome,
    owner,
  })
  const available = unlisted.data
  if (!owner || available === undefined) return null
  const own = orders.filter(
    (order) => order.outcome === outcome && isAddressEqual(toAddress(order.seller), owner),
  )
  const mayList = !market.isFinal && available > 0n
  return (
    <section
      className={own.length > 0 || mayList ? "mt-4 grid gap-4 border-t border-line pt-4" : "mt-4"}
    >
      {isWrongChain ? (
        <WrongChain />
      ) : (
        <>
          <OrderList market={market.address} orders={own} trading={trading} />
          {mayList && (
            <ListForm
              depth={depth}
              available={available}
              market={market}
              outcome={outcome}
              readAt={unlisted.dataUpdatedAt}
              trading={trading}
            />
          )}
        </>
      )}
    </section>
  )
}

type SharesQuery = {
  trading: Address
  market: Address
  outcome: number
  owner: Address | undefined
}

/** Shares that are not in orders yet. */
function useUnlistedShares({ trading, market, outcome, owner }: SharesQuery) {
  return useChainQuery({
    key: ["available-shares", market, outcome, owner],
    isEnabled: owner !== undefined,
    read: async (client) => {
      if (!owner) return 0n
      const at = { address: trading, abi: marketTradingAbi } as const
      const args = [market, owner, outcome] as const
      const [shares, locked] = await Promise.all([
        readContract(client, { ...at, functionName: "userShares", args }),
        readContract(client, { ...at, functionName: "sharesLockedInOrders", args }),
      ])
      return shares - locked
    },
  })
}

type OrderListProps = { market: string; trading: Address; orders: readonly TicketOrder[] }

/** Open orders with their remaining shares. */
function OrderList({ market, trading, orders }: OrderListProps) {
  const target = ({ orderId }: TicketOrder) => ({ token: market, contract: trading, orderId })
  const [hadSeveral, setHadSeveral] = useState(false)
  if (orders.length > 1 && !hadSeveral) setHadSeveral(true)
  return (
    <div className="grid gap-2 empty:hidden">
      {orders.length > 0 && <h3 className="text-sm font-semibold">Your orders</h3>}
      {orders.length > 0 && (
        <ul className="divide-y divide-line">
          {orders.map((order) => (
            <li
              className="figures grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 py-1 text-sm"
              key={order.orderId}
            >
              <span>
                {formatAmount(order.amount, 2)} at {formatAmount(order.price, 4)}
                {order.amount < order.totalAmount && (
                  <span className="text-muted">
                    {" "}
                    ({formatAmount(order.totalAmount - order.amount, 2)} sold)
                  </span>
                )}
              </span>
              <CancelOrder order={target(order)} />
            </li>
          ))}
        </ul>
      )}
      {hadSeveral && <CancelAll orders={orders.map(target)} />}
    </div>
  )
}
