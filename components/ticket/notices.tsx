"use client"

import type { PoolState } from "@/components/swap/pool-state"
import type { Side } from "@/components/swap/preview"
import { type Blocker, CONSENT_WORD, type ImpactLevel } from "@/components/swap/validation"
import { Button, ButtonLink } from "@/components/ui/button"
import { Field } from "@/components/ui/field"
import { Notice } from "@/components/ui/notice"
import { formatPercent, formatUsd } from "@/lib/format"

export function FreezeNotice({
  freeze,
  hasWallet,
}: {
  freeze: NonNullable<PoolState["freeze"]>
  hasWallet: boolean
}) {
  return (
    <Notice title="Frozen: only whitelisted wallets may buy">
      {freeze.isWhitelisted ? (
        <p>Your wallet is whitelisted and may still buy for {formatUsd(freeze.leftUsd)}.</p>
      ) : (
        <p>
          {hasWallet
            ? "Your wallet is not on the list. Selling is open to every holder."
            : "Connect a wallet to see whether it is on the list."}
        </p>
      )}
    </Notice>
  )
}

export function BlockerNotice({ obstacle, side }: { obstacle: Blocker; side: Side }) {
  if (!("remedy" in obstacle)) return null
  const toFaucet = (
    <ButtonLink href="/faucet" variant="secondary">
      To the faucet
    </ButtonLink>
  )
  return (
    <Notice
      action={obstacle.kind === "balance" && side === "buy" ? toFaucet : null}
      title={obstacle.sentence}
      tone={obstacle.kind === "impact" ? "bad" : "warning"}
    >
      <p>{obstacle.remedy}</p>
    </Notice>
  )
}

/** From 3 % on a word, from 5 % a strong one; from 10 % the trade asks for more than a press. */
export function ImpactNotice({ level, impact }: { level: ImpactLevel; impact: bigint }) {
  if (level === "ordinary" || level === "extreme") return null
  if (level === "notable") {
    return (
      <Notice
        title={`This trade moves the price by ${formatPercent(impact)} against you`}
        tone="warning"
      >
        <p>A smaller amount gets a better price.</p>
      </Notice>
    )
  }
  return (
    <Notice
      title={`High price impact: you get ${formatPercent(impact)} less than at today’s price`}
      tone="bad"
    >
      <p>
        The pool is small for this amount. Splitting the trade does not help; trading less does.
      </p>
    </Notice>
  )
}

export function LargeShareNotice({ percentUsed, symbol }: { percentUsed: bigint; symbol: string }) {
  return (
    <Notice tone="warning">
      <p>
        This trade uses {percentUsed}% of your <bdi>{symbol}</bdi>.
      </p>
    </Notice>
  )
}

type ConsentFieldProps = {
  text: string
  onChange: (text: string) => void
  impact: bigint
}

export function ConsentField({ text, onChange, impact }: ConsentFieldProps) {
  return (
    <Field
      autoCapitalize="none"
      hint={`You would lose ${formatPercent(impact)} of the value to the price impact.`}
      label={`Type “${CONSENT_WORD}” to trade all the same`}
      onChange={(event) => onChange(event.target.value)}
      spellCheck={false}
      value={text}
    />
  )
}

/** Said before anything is signed: the price has moved beyond what was accepted. */
export function PriceMovedNotice({ worse, onAccept }: { worse: bigint; onAccept: () => void }) {
  return (
    <Notice
      action={
        <Button variant="secondary" onClick={onAccept}>
          Accept the new price
        </Button>
      }
      title={`The price moved ${formatPercent(worse)} against you`}
      tone="warning"
    >
      <p>The amounts above are new. Nothing has been sent.</p>
    </Notice>
  )
}
