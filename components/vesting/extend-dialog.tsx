"use client"

import { useState } from "react"
import { QuoteNotices } from "@/components/ticket/quote-notices"
import { useOwnActionQuote } from "@/components/ticket/use-action-quote"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { Field } from "@/components/ui/field"
import { DetailRow } from "@/components/ui/figures"
import { Form } from "@/components/ui/form"
import { formatDateTime } from "@/lib/format"
import { extend, maxExtensionDays } from "@/lib/vesting/math"
import { Curve } from "./curve"
import type { ScheduleDialogProps } from "./dialog-props"
import { toDate } from "./format"

/** Moves the end of a schedule back, with the curve before it is sent. */
export function ExtendDialog({ schedule, state, calls, onClose, onSend }: ScheduleDialogProps) {
  const [text, setText] = useState("30")
  const most = maxExtensionDays(state, state.now)
  const days = /^\d{1,4}$/.test(text.trim()) ? BigInt(text.trim()) : 0n
  const isValid = days > 0n && days <= most
  const after = extend(schedule, isValid ? days : 0n, state.now)
  const label = isValid ? `Extend by ${days} ${days === 1n ? "day" : "days"}` : "Extend"
  const { vestingId } = schedule
  const action = { action: "vesting.extend" as const, vestingId, days: Number(days) }
  const quoted = useOwnActionQuote(isValid ? action : null)
  const isBlocked = !isValid || quoted.rejection !== null
  return (
    <Dialog
      description="What is vested stays claimable. The rest vests along a longer line from the start, so that nothing more is vested until that line is above it."
      isOpen
      onClose={onClose}
      title="Extend the schedule"
    >
      <Form
        className="grid gap-4"
        onSubmit={() =>
          !isBlocked && onSend({ ...calls.extend(`${label}: schedule ${vestingId}`, days), action })
        }
      >
        <Field
          error={isValid ? null : `Enter 1 to ${most} whole days.`}
          hint={`At most ${most}: a schedule lasts 990 days in all.`}
          inputMode="numeric"
          label="Additional days"
          onChange={(event) => setText(event.target.value)}
          unit="days"
          value={text}
        />
        <Curve now={state.now} terms={after} />
        <dl>
          <DetailRow label="Ends now">{formatDateTime(toDate(state.endTime))}</DetailRow>
          <DetailRow label="Ends then">{formatDateTime(toDate(after.endTime))}</DetailRow>
        </dl>
        <QuoteNotices quoted={quoted} />
        <Button disabled={isBlocked} type="submit">
          {label}
        </Button>
      </Form>
    </Dialog>
  )
}
