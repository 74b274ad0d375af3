"use client"

import { AmountField } from "@/components/ui/amount-field"
import { Field } from "@/components/ui/field"
import { parseAmount } from "@/lib/format"
import { trimText } from "@/lib/readable-text"
import {
  type BeneficiaryList,
  checkAmount,
  checkBalance,
  checkMemo,
} from "@/lib/vesting/beneficiaries"
import { checkWallet, type NotBeneficiaries } from "@/lib/vesting/wallet-check"

export type OneDraft = { wallet: string; amount: string; memo: string }

export const EMPTY_ONE: OneDraft = { wallet: "", amount: "", memo: "" }

export type OneErrors = Record<keyof OneDraft, string | null>

/** Errors of the fields; empty fields only count as missing. */
export function checkOne(
  { wallet, amount: text, memo }: OneDraft,
  contracts: NotBeneficiaries,
): OneErrors {
  const amount = parseAmount(text)
  return {
    wallet: wallet.trim() === "" ? null : checkWallet(wallet.trim(), contracts),
    amount:
      text.trim() === ""
        ? null
        : amount === null
          ? "Enter a number with at most 18 decimal places."
          : checkAmount(amount),
    memo: checkMemo(memo),
  }
}

/** The fields as a list of one; empty while something is missing or wrong. */
export function toList(draft: OneDraft, errors: OneErrors): BeneficiaryList {
  const amount = parseAmount(draft.amount)
  const isWrong = Object.values(errors).some((error) => error !== null)
  const list: BeneficiaryList = { beneficiaries: [], total: 0n, errors: [], warnings: [] }
  if (isWrong || amount === null || draft.wallet.trim() === "") return list
  const wallet = draft.wallet.trim().toLowerCase()
  return { ...list, total: amount, beneficiaries: [{ wallet, amount, memo: trimText(draft.memo) }] }
}

type Props = {
  draft: OneDraft
  errors: OneErrors
  symbol: string
  balance: bigint | undefined
  onChange: (change: Partial<OneDraft>) => void
}

/** Beneficiary, amount and memo of a single schedule. */
export function OneFields({ draft, errors, symbol, balance, onChange }: Props) {
  const amount = parseAmount(draft.amount)
  const isShort = amount !== null && balance !== undefined
  return (
    <div className="grid grid-cols-1 gap-4">
      <Field
        autoCapitalize="none"
        className="figures"
        error={errors.wallet}
        label="Beneficiary"
        onChange={(event) => onChange({ wallet: event.target.value })}
        placeholder="0x…"
        spellCheck={false}
        value={draft.wallet}
      />
      <AmountField
        balance={balance}
        error={errors.amount ?? (isShort ? checkBalance(amount, balance, symbol) : null)}
        label="Amount"
        onChange={(text) => onChange({ amount: text })}
        presets={["25", "50", "max"]}
        unit={symbol}
        value={draft.amount}
      />
      <Field
        error={errors.memo}
        hint="Optional and public, at most 512 bytes."
        label="Memo"
        onChange={(event) => onChange({ memo: event.target.value })}
        value={draft.memo}
      />
    </div>
  )
}
