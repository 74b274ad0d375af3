"use client"

import { useState } from "react"
import { useTokenBalance } from "@/components/chain/use-chain-query"
import { QuoteNotices } from "@/components/ticket/quote-notices"
import { useOwnActionQuote } from "@/components/ticket/use-action-quote"
import { AmountField } from "@/components/ui/amount-field"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { DetailRow } from "@/components/ui/figures"
import { Form } from "@/components/ui/form"
import { Amount } from "@/components/ui/number"
import { toAddress } from "@/lib/chain/browser"
import { formatAmount, parseAmount } from "@/lib/format"
import { vestedAmount } from "@/lib/vesting/math"
import type { ScheduleDialogProps } from "./dialog-props"

/** Adds tokens of the creator, which vest like the existing ones. */
export function AddTokensDialog({ schedule, state, calls, onClose, onSend }: ScheduleDialogProps) {
  const [text, setText] = useState("")
  const { symbol } = schedule.token
  const token = toAddress(schedule.token.address)
  const { data: balance } = useTokenBalance(token, state.creator)
  const amount = parseAmount(text)
  const error = findError(text, amount, balance, symbol)
  const isValid = error === null && amount !== null && amount > 0n
  const after = { ...schedule, totalAmount: state.totalAmount + (isValid ? amount : 0n) }
  const label = isValid ? `Add ${formatAmount(amount)} ${symbol}` : "Add tokens"
  const action = {
    ...{ action: "vesting.add" as const, vestingId: schedule.vestingId, amount: `${amount}` },
  }
  const quoted = useOwnActionQuote(isValid ? action : null)
  const isBlocked = !isValid || quoted.rejection !== null
  return (
    <Dialog
      description="They vest like the others: at once in the part that is vested already."
      isOpen
      onClose={onClose}
      title="Add tokens"
    >
      <Form
        className="grid gap-4"
        onSubmit={() => !isBlocked && onSend({ ...calls.addTokens(label, token, amount), action })}
      >
        <AmountField
          balance={balance}
          error={error}
          label="Amount"
          onChange={setText}
          presets={["25", "50", "max"]}
          unit={symbol}
          value={text}
        />
        <dl>
          <DetailRow label="Total">
            <Amount value={state.totalAmount} /> →{" "}
            <Amount unit={symbol} value={after.totalAmount} />
          </DetailRow>
          <DetailRow label="Vested now">
            <Amount value={state.vested} /> →{" "}
            <Amount unit={symbol} value={vestedAmount(after, state.now)} />
          </DetailRow>
        </dl>
        <QuoteNotices quoted={quoted} />
        <Button disabled={isBlocked} type="submit">
          {label}
        </Button>
      </Form>
    </Dialog>
  )
}

function findError(
  text: string,
  amount: bigint | null,
  balance: bigint | undefined,
  symbol: string,
): string | null {
  if (text.trim() === "") return null
  if (amount === null) return "Enter a number with at most 18 decimal places."
  if (amount === 0n) return "Enter an amount above zero."
  return balance !== undefined && amount > balance ? `Insufficient ${symbol} balance.` : null
}
