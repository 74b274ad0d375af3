"use client"

import { useEffect, useState } from "react"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { LeverageForm } from "@/components/loans/leverage/leverage-form"
import type { LeverageRefusal } from "@/components/loans/leverage/rules"
import { findRefusal } from "@/components/loans/leverage/rules"
import { leverageName } from "@/components/loans/leverage/use-leverage"
import { ReadFailure } from "@/components/ticket/quote-status"
import { useTradeSettings } from "@/components/ticket/trade-settings"
import { SegmentedControl } from "@/components/ui/segmented-control"
import { Switch } from "@/components/ui/switch"
import { InfoTip } from "@/components/ui/tooltip"
import { findPendingTransaction } from "@/components/wallet/transactions/store"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import type { Side } from "@/lib/tokens/preview"
import { type AmountInput, EMPTY_INPUT } from "./amount-entry"
import { readPoolState } from "./pool-state"
import { takeSwapPrefill } from "./prefill"
import { TicketForm } from "./ticket-form"
import { TicketPlaceholderBody } from "./ticket-placeholder"
import { SIDES, type SwapTicketProps } from "./ticket-token"
import { tradeName } from "./use-trade"

/** Buys a token for USDB and sells it back; the state of its pool is read from the chain. */
export function SwapTicket({ token, side, onSide }: SwapTicketProps) {
  const { chainId, contracts } = useBrowserConfig()
  // Outlives the form, which waits for the pool's state again when a wallet connects.
  const [input, setInput] = useState<AmountInput>(() => {
    const prefill = takeSwapPrefill(token.address)
    return prefill ? { field: "pay", text: prefill.text } : EMPTY_INPUT
  })
  // Off with every page and every change of the side.
  const [isLeveraged, setLeveraged] = useState(false)
  const address = toAddress(token.address)
  const wallet = useWallet()
  const pool = useChainQuery({
    key: ["pool", address, wallet.address],
    read: (client) => readPoolState(client, contracts, address, wallet.address),
  })
  const { settings, change } = useTradeSettings()
  // A transaction sent before a reload is shown where it was sent.
  useEffect(() => {
    if (findPendingTransaction(tradeName("sell", address), chainId)) onSide("sell")
    if (findPendingTransaction(leverageName(address), chainId)) setLeveraged(true)
  }, [address, chainId, onSide])
  const changeSide = (next: Side) => {
    if (next !== side) {
      setInput(EMPTY_INPUT)
      setLeveraged(false)
    }
    onSide(next)
  }
  const refusal = pool.data ? findRefusal(pool.data, contracts) : null
  const hasLeverage = side === "buy" && isLeveraged && refusal === null
  const common = {
    address,
    onSettings: change,
    readAt: pool.dataUpdatedAt,
    refresh: async () => (await pool.refetch()).data ?? null,
    settings,
    wallet,
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <SegmentedControl label="Direction" onChange={changeSide} options={SIDES} value={side} />
      {side === "buy" && (
        <LeverageSwitch
          isDisabled={!pool.data}
          isOn={hasLeverage}
          onChange={setLeveraged}
          refusal={refusal}
        />
      )}
      <ReadFailure query={pool} />
      {pool.data && hasLeverage && (
        <LeverageForm
          {...common}
          onText={(text) => setInput({ field: "pay", text })}
          state={pool.data}
          surge={token.surge}
          symbol={token.symbol}
          text={input.field === "pay" ? input.text : ""}
        />
      )}
      {pool.data && !hasLeverage && (
        <TicketForm
          {...common}
          input={input}
          key={side}
          onInput={setInput}
          onSide={changeSide}
          side={side}
          state={pool.data}
          token={token}
        />
      )}
      {!pool.data && <TicketPlaceholderBody input={input} side={side} token={token} />}
    </div>
  )
}

type Props = {
  isOn: boolean
  onChange: (isOn: boolean) => void
  /** Until the pool's state is known. */
  isDisabled: boolean
  refusal: LeverageRefusal | null
}

/** Turns leverage on, or says in the same line why there is none. */
function LeverageSwitch({ isOn, onChange, isDisabled, refusal }: Props) {
  if (!refusal) {
    return <Switch checked={isOn} isDisabled={isDisabled} label="Leverage" onChange={onChange} />
  }
  return (
    <p className="flex min-h-11 items-center justify-between gap-4 text-sm">
      <span className="font-medium">Leverage</span>
      <span className="inline-flex items-center gap-1 text-right text-muted">
        {refusal.label}
        <InfoTip label="Why there is no leverage">
          {refusal.sentence} {refusal.remedy}
        </InfoTip>
      </span>
    </p>
  )
}
