"use client"

import { useState } from "react"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { QuoteNotices } from "@/components/ticket/quote-notices"
import { useOwnActionQuote } from "@/components/ticket/use-action-quote"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { Field } from "@/components/ui/field"
import { Form } from "@/components/ui/form"
import { Notice } from "@/components/ui/notice"
import { toAddress } from "@/lib/chain/browser"
import { formatAmount, shortenAddress } from "@/lib/format"
import { checkWallet } from "@/lib/vesting/wallet-check"
import type { ScheduleDialogProps } from "./dialog-props"

type Props = ScheduleDialogProps & { role: "beneficiary" | "creator" }

/** Characters of the address that are typed again, so that a pasted one is looked at. */
const TYPED = 4

const texts = {
  beneficiary: {
    title: "Change beneficiary",
    label: "New beneficiary",
    button: "Change beneficiary",
  },
  creator: {
    title: "Transfer creator role",
    label: "New creator",
    button: "Transfer creator role",
  },
} as const

/** Names another beneficiary or creator; the last characters of the address confirm it. */
export function WalletDialog({ role, schedule, state, calls, onClose, onSend }: Props) {
  const { contracts } = useBrowserConfig()
  const [text, setText] = useState("")
  const [typed, setTyped] = useState("")
  const { title, label, button } = texts[role]
  const address = text.trim()
  const present = role === "beneficiary" ? state.beneficiary : state.creator
  const error = address === "" ? null : findError(address, present, contracts.vesting, schedule)
  const isValid = address !== "" && error === null
  const isConfirmed = isValid && typed.trim().toLowerCase() === address.slice(-TYPED).toLowerCase()
  const action = toAction(role, schedule.vestingId, address)
  const quoted = useOwnActionQuote(isConfirmed ? action : null)
  const isBlocked = !isConfirmed || quoted.rejection !== null
  const submit = () => {
    if (isBlocked) return
    const wallet = toAddress(address)
    const name = `${button}: ${shortenAddress(wallet)}`
    const call =
      role === "beneficiary"
        ? calls.changeBeneficiary(name, wallet)
        : calls.transferCreatorRole(name, wallet)
    onSend({ ...call, action })
  }
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <Form className="grid gap-4" onSubmit={submit}>
        <Consequences role={role} schedule={schedule} state={state} />
        <Field
          autoCapitalize="none"
          className="figures"
          error={error}
          label={label}
          onChange={(event) => setText(event.target.value)}
          placeholder="0x…"
          spellCheck={false}
          value={text}
        />
        {isValid && <p className="figures text-sm wrap-anywhere">{address}</p>}
        <Field
          autoCapitalize="none"
          className="figures"
          disabled={!isValid}
          hint="Compare the address with the one you were given, then type its end."
          label={`Last ${TYPED} characters of the address`}
          maxLength={TYPED}
          onChange={(event) => setTyped(event.target.value)}
          spellCheck={false}
          value={typed}
        />
        <QuoteNotices quoted={quoted} />
        <Button disabled={isBlocked} type="submit">
          {button}
        </Button>
      </Form>
    </Dialog>
  )
}

/** The change for the quote. */
const toAction = (role: Props["role"], vestingId: number, wallet: string) =>
  role === "beneficiary"
    ? { action: "vesting.changeBeneficiary" as const, vestingId, beneficiary: wallet }
    : { action: "vesting.transferCreator" as const, vestingId, creator: wallet }

function Consequences({
  role,
  schedule: { token },
  state: { claimable },
}: Pick<Props, "role" | "schedule" | "state">) {
  if (role === "creator") {
    return (
      <Notice title="What the new creator can do">
        <p>
          Name any beneficiary, also themselves, and so take what is left of the schedule; add
          tokens; extend it. You can do none of it afterwards.
        </p>
      </Notice>
    )
  }
  return (
    <Notice title="What happens to the tokens">
      <p>
        {claimable > 0n
          ? `${formatAmount(claimable)} ${token.symbol} are claimable and are paid to the present beneficiary first. `
          : "Nothing is claimable now. "}
        The new beneficiary gets everything else.
      </p>
    </Notice>
  )
}

function findError(
  address: string,
  present: string,
  vesting: string,
  { token }: Props["schedule"],
): string | null {
  const error = checkWallet(address, { token: token.address, vesting })
  if (error) return error
  return address.toLowerCase() === present ? "This is the present one." : null
}
