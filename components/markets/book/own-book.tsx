"use client"

import { useState } from "react"
import { type Address, isAddressEqual } from "viem"
import { readContract } from "viem/actions"
import { CancelAll } from "@/components/markets/positions/cancel-all"
import { CancelOrder } from "@/components/markets/positions/cancel-order"
import type { TicketMarket, TicketOrder } from "@/components/markets/ticket/ticket-market"
import { useTrading } from "@/components/markets/ticket/use-means"
import { useChainQuery } from "@/components/wallet/use-chain-query"
import { useWallet } from "@/components/wallet/use-wallet"
import { WrongChain } from "@/components/wallet/wrong-chain"
import { toAddress } from "@/lib/chain/browser"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { amount } from "@/lib/format"
import type { Depth } from "@/lib/markets/math"
import { ListForm } from "./list-form"

type OwnBookProps = {
  market: TicketMarket
  outcome: number
  orders: readonly TicketOrder[]
  depth: Depth
}

/** What the viewer offers of an outcome, and the ways to offer more and to take it back. */
export function OwnBook({ market, outcome, orders, depth }: OwnBookProps) {
  const { address: owner, isWrongChain } = useWallet()
  const trading = useTrading(market.kind)
  const { data: free } = useFree({ trading, market: toAddress(market.address), outcome, owner })
  if (!owner || free === undefined) return null
  const own = orders.filter(
    (order) => order.outcome === outcome && isAddressEqual(toAddress(order.seller), owner),
  )
  const mayList = !market.isFinal && free > 0n
  return (
    <section
      className={own.length > 0 || mayList ? "mt-4 grid gap-4 border-t border-line pt-4" : "mt-4"}
    >
      {isWrongChain ? (
        <WrongChain />
      ) : (
        <>
          <OwnOrders market={market.address} orders={own} trading={trading} />
          {mayList && (
            <ListForm
              depth={depth}
              free={free}
              market={market}
              outcome={outcome}
              trading={trading}
            />
          )}
        </>
      )}
    </section>
  )
}

type Held = { trading: Address; market: Address; outcome: number; owner: Address | undefined }

/** Shares that are not in orders yet. */
function useFree({ trading, market, outcome, owner }: Held) {
  return useChainQuery({
    key: ["free-shares", market, outcome, owner],
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

type OwnOrdersProps = { market: string; trading: Address; orders: readonly TicketOrder[] }

/** Own open orders with what is left of them. */
function OwnOrders({ market, trading, orders }: OwnOrdersProps) {
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
                {amount(order.amount, 2)} at {amount(order.price, 4)}
                {order.amount < order.totalAmount && (
                  <span className="text-muted">
                    {" "}
                    ({amount(order.totalAmount - order.amount, 2)} sold)
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
