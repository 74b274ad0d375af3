"use client"

import { useState } from "react"
import { type Address, maxUint256 } from "viem"
import { useTradeSettings } from "@/components/swap/use-trade-settings"
import { useBrowserConfig } from "@/components/wallet/config"
import { useChainQuery } from "@/components/wallet/use-chain-query"
import { useTransaction } from "@/components/wallet/use-transaction"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { parseAmount, amount as shown } from "@/lib/format"
import { minimumOut } from "@/lib/tokens/math"
import { purchaseRequest } from "./calls"
import { offersFor, type Quote, quote } from "./quote"
import { readShares, readUsdcFor } from "./reading"
import type { TicketMarket, TicketOrder } from "./ticket-market"
import { useMeans, useReading, useTrading } from "./use-means"

/** Why the button cannot be pressed, the first reason first. */
export type Obstacle = "empty" | "malformed" | "final" | "notAdmitted" | "balance" | "tooSmall"

type Options = {
  market: TicketMarket
  orders: readonly TicketOrder[]
  outcome: number
  text: string
  input: Address
}

export type Purchase = ReturnType<typeof usePurchase>

/** What an amount would buy, what stands in the way, and the way to buy it. */
export function usePurchase({ market, orders, outcome, text, input }: Options) {
  const { contracts } = useBrowserConfig()
  const { address: owner } = useWallet()
  const { settings, change } = useTradeSettings()
  const at = toAddress(market.address)
  const trading = useTrading(market.kind)
  const reading = useReading(at, trading, owner)
  const means = useMeans(input, trading, owner)
  const transaction = useTransaction({ name: `shares.${at}`, title: "Buy shares" })
  const [agreed, setAgreed] = useState<Quote | null>(null)

  const typed = parseAmount(text)
  const isUsdb = input === contracts.usdb
  const usdc = useUsdc(input, typed)
  const depth = reading.data?.depths[outcome]
  const offers = depth ? offersFor(orders, { outcome, depth, owner }) : []
  const current =
    depth && reading.data && usdc !== undefined
      ? quote(usdc, offers, { depth, circulating: depth.circulating, pool: reading.data.pool })
      : null
  const seen = transaction.isRunning ? (agreed ?? current) : current
  const confirmed = useConfirmed({ market: at, trading, outcome, quote: current, owner })
  const obstacle = findObstacle({
    isFinal: reading.data?.isFinal ?? market.isFinal,
    mayBuy: reading.data?.mayBuy ?? true,
    text,
    typed,
    balance: means.data?.balance,
    quote: current,
    isQuoted: usdc !== undefined && reading.data !== undefined,
  })

  const buy = () => {
    if (!current || typed === null || obstacle) return
    setAgreed(current)
    const { slippage, isUnlimited } = settings
    const name = market.outcomes[outcome]?.name ?? ""
    return transaction.run(
      purchaseRequest({
        trading,
        market: at,
        outcome,
        input,
        amount: typed,
        minUsdc: isUsdb ? 0n : minimumOut(current.usdc, slippage),
        minShares: minimumOut(current.shares, slippage),
        orderIds: current.orderIds,
        approved: isUnlimited ? maxUint256 : typed,
        title: `Buy ${shown(current.shares, 2)} “${name}”`,
      }),
    )
  }
  return {
    quote: seen,
    isConfirmed: confirmed !== undefined && confirmed === current?.shares,
    minShares: seen ? minimumOut(seen.shares, settings.slippage) : 0n,
    obstacle,
    balance: means.data?.balance,
    needsApproval: typed !== null && means.data !== undefined && means.data.allowance < typed,
    reading,
    settings,
    changeSettings: change,
    transaction,
    buy,
    depth,
  }
}

/** The typed amount as USDB; undefined while another token's worth is asked for. */
function useUsdc(input: Address, typed: bigint | null): bigint | undefined {
  const { contracts } = useBrowserConfig()
  const isUsdb = input === contracts.usdb
  const sold = useChainQuery({
    key: ["usdc-for", input, typed === null ? null : `${typed}`],
    isEnabled: !isUsdb && typed !== null && typed > 0n,
    read: (client) => readUsdcFor(client, contracts, { token: input, amount: typed ?? 0n }),
  })
  if (typed === null) return undefined
  return isUsdb ? typed : sold.data
}

type Asked = {
  market: Address
  trading: Address
  outcome: number
  quote: Quote | null
  owner: Address | undefined
}

/** The reader contract's own word on the quote. */
function useConfirmed({ market, trading, outcome, quote: asked, owner }: Asked) {
  const { contracts } = useBrowserConfig()
  const buyer = owner ?? contracts.usdb
  const { data } = useChainQuery({
    key: ["shares-for", market, outcome, asked ? `${asked.usdc}` : null, asked?.orderIds.join()],
    isEnabled: asked !== null,
    read: (client) =>
      readShares(
        client,
        { contracts, trading, market },
        { outcome, usdc: asked?.usdc ?? 0n, orders: asked?.orderIds ?? [], owner: buyer },
      ),
  })
  return asked ? data : undefined
}

type Attempt = {
  isFinal: boolean
  mayBuy: boolean
  text: string
  typed: bigint | null
  balance: bigint | undefined
  quote: Quote | null
  isQuoted: boolean
}

function findObstacle(attempt: Attempt): Obstacle | null {
  const { isFinal, mayBuy, text, typed, balance, isQuoted } = attempt
  if (isFinal) return "final"
  if (!mayBuy) return "notAdmitted"
  if (text.trim() === "" || typed === 0n) return "empty"
  if (typed === null) return "malformed"
  if (balance !== undefined && balance < typed) return "balance"
  return isQuoted && !attempt.quote ? "tooSmall" : null
}
