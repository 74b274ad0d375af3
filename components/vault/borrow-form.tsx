"use client"

import { useState } from "react"
import { DaysField } from "@/components/loans/days-field"
import { Button } from "@/components/ui/button"
import { EmptyState } from "@/components/ui/states"
import { MAX_LOAN_DAYS, MIN_LOAN_DAYS } from "@/lib/loans/math"
import { routePrice } from "@/lib/tokens/pool-math"
import { ActionForm, type VaultFormContext } from "./action-form"
import { previewBorrow } from "./borrow-action"
import { Note } from "./wrap-form"

export const BORROW = "vault.borrow"

const DEFAULT_DAYS = 90

/** Borrows USDB against locked shares; one loan per wallet. */
export function BorrowForm({ onLock, ...context }: VaultFormContext & { onLock: () => void }) {
  const [days, setDays] = useState(DEFAULT_DAYS)
  const { holder, route } = context.state
  if (holder?.loan) {
    return (
      <EmptyState icon="loan" title="One loan per wallet">
        {holder.loan.isLiquidated
          ? "Settle your liquidated loan above to borrow again."
          : "Add collateral to your loan above, or repay it to borrow anew."}
      </EmptyState>
    )
  }
  if (holder?.available === 0n) {
    return (
      <EmptyState
        action={
          <Button onClick={onLock} variant="secondary">
            Lock shares
          </Button>
        }
        icon="lock"
        title="No locked wTIDE"
      >
        You borrow against locked shares. They stay in your wallet and go on earning.
      </EmptyState>
    )
  }
  return (
    <ActionForm
      {...context}
      below={
        <DaysField
          label="Days"
          max={Number(MAX_LOAN_DAYS)}
          min={Number(MIN_LOAN_DAYS)}
          onChange={setDays}
          value={days}
        />
      }
      field={{
        label: "TIDE to pledge",
        unit: "TIDE",
        balance: holder?.available,
        price: routePrice(route),
      }}
      hasApproval={false}
      name={BORROW}
      note={
        <Note>
          The pledged TIDE leaves the vault until you repay, and the shares behind it stay locked.
          If the loan is not repaid in time, shares worth what the debt takes are burned.
        </Note>
      }
      preview={(text, at) => previewBorrow(text, days, at)}
    />
  )
}
