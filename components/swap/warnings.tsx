"use client"

import { QuoteWarnings, RejectionNotice } from "@/components/ticket/warnings"
import { ButtonLink } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { formatUsd } from "@/lib/format"
import type { Side } from "@/lib/tokens/preview"
import type { PoolState } from "./pool-state"
import type { Ticket } from "./use-ticket"
import type { Blocker } from "./validation"

/** What blocks a trade, or should be known before it is sent. */
export function TradeWarnings({ ticket, side }: { ticket: Ticket; side: Side }) {
  const { quote, pay, blocker, level, shown, consent } = ticket
  if (ticket.isBusy) return null
  if (blocker) return <BlockerNotice blocker={blocker} side={side} />
  if (!shown) return null
  if (quote.rejection) return <RejectionNotice rejection={quote.rejection} />
  return (
    <QuoteWarnings
      amountIn={shown.amountIn}
      balance={pay.balance}
      consent={consent}
      impact={shown.impact}
      level={level}
      onAccept={quote.accept}
      slippedBy={quote.slippedBy}
      symbol={pay.symbol}
    />
  )
}

export function BlockerNotice({ blocker, side }: { blocker: Blocker; side: Side }) {
  if (!("remedy" in blocker)) return null
  const faucetLink = (
    <ButtonLink href="/faucet" variant="secondary">
      Get USDB
    </ButtonLink>
  )
  return (
    <Notice
      action={blocker.kind === "balance" && side === "buy" ? faucetLink : null}
      title={blocker.sentence}
      tone={blocker.kind === "impact" ? "bad" : "warning"}
    >
      <p>{blocker.remedy}</p>
    </Notice>
  )
}

type FreezeNoticeProps = { freeze: NonNullable<PoolState["freeze"]>; hasWallet: boolean }

/** Who can buy a frozen token, and how much of its limit the wallet has left. */
export function FreezeNotice({ freeze, hasWallet }: FreezeNoticeProps) {
  return (
    <Notice title="Frozen: only whitelisted wallets can buy">
      {freeze.isWhitelisted ? (
        <p>Your wallet is whitelisted and can still buy for {formatUsd(freeze.leftUsd)}.</p>
      ) : (
        <p>
          {hasWallet
            ? "Your wallet is not on the whitelist. Every holder can sell."
            : "Connect a wallet to see whether it is on the whitelist."}
        </p>
      )}
    </Notice>
  )
}
