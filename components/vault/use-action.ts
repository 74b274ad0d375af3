"use client"

import { useRef, useState } from "react"
import { isAddressEqual, parseEventLogs, type TransactionReceipt } from "viem"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { usePriceSlip } from "@/components/ticket/use-price-slip"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import type { PlatformContracts } from "@/lib/chain/browser"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { formatAmount } from "@/lib/format"
import type { Action, ActionContext } from "./action"
import type { VaultState } from "./vault-state"

export type PreviewAction = (text: string, context: ActionContext) => Action

type Options = {
  /** Finds the transaction again after a reload. */
  name: string
  preview: PreviewAction
  state: VaultState
  /** Reads the vault again; null when the chain did not answer. */
  refresh: () => Promise<VaultState | null>
  /** Basis points. */
  slippage: bigint
}

/** An amount, the effect of the action, and the action itself. */
export function useVaultAction({ name, preview, state, refresh, slippage }: Options) {
  const { contracts } = useBrowserConfig()
  const [text, setText] = useState("")
  const [confirmed, setConfirmed] = useState<Action | null>(null)
  const [result, setResult] = useState<string | null>(null)
  const isPressed = useRef(false)
  const transaction = useTransaction({
    name,
    onMined: (receipt) => setResult(describeReceipt(receipt, contracts)),
  })
  const previewIn = (at: VaultState) => preview(text, { state: at, contracts, slippage })
  // Shown unchanged until the transaction has ended: it changes the figures itself.
  const action = confirmed ?? previewIn(state)
  const slip = usePriceSlip(`${name} ${text}`, action.trade, slippage)
  const isBusy = confirmed !== null || transaction.isRunning

  const edit = (next: string) => {
    setText(next)
    if (transaction.isRunning) return
    transaction.reset()
    setResult(null)
  }

  /** The action at the present state; null when it has become impossible or worse than was shown. */
  const confirm = async () => {
    const fresh = await refresh()
    const again = fresh ? previewIn(fresh) : action
    if (again.blocker || !again.request) return null
    return again.trade && slip.hasSlipped(again.trade)
      ? null
      : { ...again.request, title: again.title }
  }

  const send = async () => {
    // A second press can come before the next render.
    if (isPressed.current || isBusy || action.blocker) return
    isPressed.current = true
    setConfirmed(action)
    setResult(null)
    try {
      const request = await confirm()
      if (request && (await transaction.run(request))) setText("")
    } finally {
      isPressed.current = false
      setConfirmed(null)
    }
  }

  return { text, edit, action, slip, send, isBusy, transaction: transaction.state, result }
}

/** The effect of a mined vault transaction in one sentence; null for any other transaction. */
function describeReceipt(receipt: TransactionReceipt, { vault }: PlatformContracts): string | null {
  const logs = receipt.logs.filter(({ address }) => isAddressEqual(address, vault))
  for (const { eventName, args } of parseEventLogs({ abi: stakingVaultAbi, logs })) {
    switch (eventName) {
      case "Bought":
        return `Wrapped ${formatAmount(args.stasisSpent, 6)} TIDE: ${formatAmount(args.wStasisReceived, 6)} wTIDE received`
      case "Sold":
        return `Unwrapped ${formatAmount(args.wStasisSold, 6)} wTIDE: ${formatAmount(args.stasisReceived, 6)} TIDE`
      case "LoanTaken":
        return `Pledged ${formatAmount(args.stasisCollateralUsed, 6)} TIDE: the USDB is in your wallet`
      case "Locked":
        return `Locked ${formatAmount(args.amount, 6)} wTIDE`
      case "Unlocked":
        return `Unlocked ${formatAmount(args.amount, 6)} wTIDE`
    }
  }
  return null
}
