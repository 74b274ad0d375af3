"use client"

import { SegmentedControl } from "@/components/ui/segmented-control"
import { ActionForm, type VaultFormContext } from "./action-form"
import { freeShares, type LockDirection, previewLock } from "./share-actions"
import { Note, shareField } from "./wrap-form"

export const LOCK = "vault.lock"
export const UNLOCK = "vault.unlock"

const directions = [
  { value: "lock", label: "Lock" },
  { value: "unlock", label: "Unlock" },
] as const

type Props = VaultFormContext & {
  direction: LockDirection
  onDirection: (direction: LockDirection) => void
}

/** Locks shares, so that the TIDE behind them can be borrowed against, and unlocks them. */
export function LockForm({ direction, onDirection, ...context }: Props) {
  const { holder } = context.state
  const field = shareField(direction === "lock" ? "You lock" : "You unlock", context)
  const free = holder ? freeShares(holder, context.state) : undefined
  return (
    <ActionForm
      {...context}
      field={direction === "lock" ? field : { ...field, balance: free }}
      hasApproval={false}
      key={direction}
      name={direction === "lock" ? LOCK : UNLOCK}
      note={
        <Note>
          {direction === "lock"
            ? "Locked shares stay in your wallet, go on earning and cannot be moved or unwrapped until you unlock them. There is no waiting time."
            : "Shares behind a loan can be unlocked after it is repaid."}
        </Note>
      }
      preview={(text, at) => previewLock(text, direction, at)}
    >
      <SegmentedControl
        label="Direction"
        onChange={onDirection}
        options={directions}
        value={direction}
      />
    </ActionForm>
  )
}
