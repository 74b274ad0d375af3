"use client"

import { type ReactNode, useState } from "react"
import { Field } from "@/components/ui/field"
import { Form } from "@/components/ui/form"
import { TextArea } from "@/components/ui/text-area"
import type { TransactionRequest } from "@/components/wallet/transactions/quoted-action"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { checkWallets, parseWallets } from "./wallet-list"

export type WalletFormState = ReturnType<typeof useWalletForm>

/** State of a form for wallets and the transaction it sends; `name` and `title` as of `useTransaction`. */
export function useWalletForm(options: { name: string; title: string }) {
  const [text, setText] = useState("")
  const transaction = useTransaction(options)
  const list = parseWallets(text)
  const { wallets, invalid } = list
  const error = checkWallets(list)
  const send = async (request: TransactionRequest) => {
    if (transaction.isRunning) return
    if (await transaction.run(request)) setText("")
  }
  return {
    text,
    setText,
    wallets,
    invalid,
    error,
    isValid: wallets.length > 0 && error === null,
    /** The wallet, when exactly one is entered and nothing else. */
    onlyWallet: wallets.length === 1 && invalid.length === 0 ? (wallets[0] ?? null) : null,
    transaction,
    send,
  }
}

type WalletFormProps = {
  form: WalletFormState
  onSubmit: () => void
  /** Shown when the transaction is done. */
  success: string
  children: ReactNode
}

export function WalletForm({ form, onSubmit, success, children }: WalletFormProps) {
  return (
    <Form className="grid gap-3" onSubmit={onSubmit}>
      {children}
      <TransactionProgress hasApproval={false} state={form.transaction.state} success={success} />
    </Form>
  )
}

type FieldProps = { form: WalletFormState; label: string; hint: string }

/** One or many wallets. */
export function WalletListField({ form, label, hint }: FieldProps) {
  return (
    <TextArea
      autoCapitalize="none"
      error={form.error}
      hint={`One or many, separated by spaces, commas or lines. ${hint}`.trim()}
      label={label}
      onChange={(event) => form.setText(event.target.value)}
      placeholder="0x…"
      spellCheck={false}
      value={form.text}
    />
  )
}

/** A single wallet. */
export function WalletField({ form, label, hint }: FieldProps) {
  return (
    <Field
      autoCapitalize="none"
      error={form.invalid.length > 0 || form.wallets.length > 1 ? "Enter one address." : null}
      hint={hint}
      label={label}
      onChange={(event) => form.setText(event.target.value)}
      placeholder="0x…"
      spellCheck={false}
      value={form.text}
    />
  )
}

/** "3 wallets". */
export const formatCount = (count: number, noun: string) =>
  `${count} ${noun}${count === 1 ? "" : "s"}`
