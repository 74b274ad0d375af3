"use client"

import { type ReactNode, useState } from "react"
import { LoanTerms } from "@/components/loans/loan-terms"
import { classifyImpact, isConsent } from "@/components/ticket/price-impact"
import { QuoteNotices } from "@/components/ticket/quote-notices"
import { RefreshableQuote } from "@/components/ticket/quote-status"
import { SubmitButton } from "@/components/ticket/submit-button"
import { SlippageField } from "@/components/ticket/trade-settings"
import { useOwnActionQuote } from "@/components/ticket/use-action-quote"
import { QuoteWarnings } from "@/components/ticket/warnings"
import { AmountField } from "@/components/ui/amount-field"
import { BALANCE_PRESETS } from "@/components/ui/amount-presets"
import { ButtonLink } from "@/components/ui/button"
import { Disclosure } from "@/components/ui/disclosure"
import { DetailRow } from "@/components/ui/figures"
import { Form } from "@/components/ui/form"
import { Notice } from "@/components/ui/notice"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import type { useWallet } from "@/components/wallet/use-wallet"
import { formatAmount, formatPercent, formatUsd, parseAmount } from "@/lib/format"
import { WAD } from "@/lib/units"
import type { Action, ActionTrade, Blocker, ReviewLine } from "./action"
import { type PreviewAction, useVaultAction } from "./use-action"
import type { VaultState } from "./vault-state"

/** Data that every form of the vault needs. */
export type VaultFormContext = {
  state: VaultState
  /** When the state was read, Unix milliseconds. */
  readAt: number
  /** Reads it again; null when the chain did not answer. */
  refresh: () => Promise<VaultState | null>
  wallet: ReturnType<typeof useWallet>
  slippage: { value: bigint; set: (basisPoints: bigint) => void }
}

type Props = VaultFormContext & {
  /** Finds the transaction again after a reload. */
  name: string
  preview: PreviewAction
  field: {
    label: string
    unit: string
    /** Undefined without a wallet. */
    balance: bigint | undefined
    /** USD per unit. */
    price: bigint
  }
  hasApproval: boolean
  /** Above the field, and below it. */
  children?: ReactNode
  below?: ReactNode
  /** Below the button. */
  note?: ReactNode
}

/** One amount, its review, and the button that sends it. */
export function ActionForm(props: Props) {
  const { name, preview, field, state, refresh, wallet, slippage } = props
  const form = useVaultAction({ name, preview, state, refresh, slippage: slippage.value })
  const [consent, setConsent] = useState("")
  const { action, isBusy, slip, transaction } = form
  const { blocker, trade } = action
  const level = trade ? classifyImpact(trade.impact) : "ordinary"
  const needsConsent = !isBusy && (level === "severe" || level === "extreme")
  const isReady = blocker === null && !isBusy
  const quoted = useOwnActionQuote(
    (isReady && action.request?.action) || null,
    action.lines.map(({ after }) => after).join(),
  )
  const isBlocked =
    blocker !== null ||
    quoted.rejection !== null ||
    slip.slippedBy !== null ||
    (needsConsent && !isConsent(consent))
  const typed = parseAmount(form.text)
  return (
    <Form className="grid grid-cols-1 gap-4" onSubmit={() => !isBlocked && void form.send()}>
      {props.children}
      <AmountField
        balance={field.balance}
        error={blocker?.kind === "input" ? blocker.sentence : null}
        isDisabled={isBusy}
        label={field.label}
        onChange={(text) => {
          form.edit(text)
          setConsent("")
        }}
        presets={BALANCE_PRESETS}
        unit={field.unit}
        usd={typed === null ? "\u00a0" : `≈ ${formatUsd((typed * field.price) / WAD)}`}
        value={form.text}
      />
      {props.below}
      {action.lines.length > 0 && (
        <RefreshableQuote onRefresh={refresh} readAt={props.readAt}>
          {action.terms && (
            <div className="mb-3">
              <LoanTerms symbol="TIDE" terms={action.terms} />
            </div>
          )}
          <Review lines={action.lines} />
          {trade && <TradeLines slippage={slippage.value} trade={trade} />}
        </RefreshableQuote>
      )}
      {!isBusy && <BlockerNotice blocker={blocker} unit={field.unit} />}
      <QuoteNotices quoted={quoted} />
      {isReady && trade && (
        <QuoteWarnings
          amountIn={trade.amountIn}
          balance={field.balance}
          consent={{ text: consent, setText: setConsent, isRequired: needsConsent }}
          impact={trade.impact}
          level={level}
          onAccept={slip.accept}
          slippedBy={slip.slippedBy}
          symbol={field.unit}
        />
      )}
      <SubmitButton
        approvalSymbol={isReady ? action.approves : null}
        connectLabel="Connect a wallet"
        isBlocked={isBlocked}
        isBusy={isBusy}
        label={submitLabel(action)}
        wallet={wallet}
      />
      <TransactionProgress
        hasApproval={props.hasApproval}
        state={transaction}
        success={form.result ?? "Transaction completed"}
      />
      {trade && (
        <div className="rounded-control bg-sunken px-3">
          <Disclosure label="Slippage" value={formatPercent(slippage.value)}>
            <SlippageField onChange={slippage.set} value={slippage.value} />
          </Disclosure>
        </div>
      )}
      {props.note}
    </Form>
  )
}

function submitLabel({ blocker, title, approves }: Action) {
  if (blocker?.kind === "empty") return blocker.sentence
  return approves === null ? title : `Approve and ${title.charAt(0).toLowerCase()}${title.slice(1)}`
}

/** The cost of the purchase or sale of TIDE on the way. */
function TradeLines({ trade, slippage }: { trade: ActionTrade; slippage: bigint }) {
  return (
    <dl className="px-3 pt-1">
      <DetailRow label="Minimum received">
        {formatAmount(trade.minimumOut, 6)} {trade.unit}
      </DetailRow>
      <DetailRow label="Allowed slippage">{formatPercent(slippage)}</DetailRow>
      <DetailRow label="Price impact">{formatPercent(trade.impact)}</DetailRow>
      <DetailRow label="Tax of the trade">{formatAmount(trade.tax)} USDB</DetailRow>
    </dl>
  )
}

/** A sentence with its remedy; errors of the amount are shown at its field. */
function BlockerNotice({ blocker, unit }: { blocker: Blocker | null; unit: string }) {
  if (!blocker?.remedy) return null
  const faucetLink = (
    <ButtonLink href="/faucet" variant="secondary">
      Get USDB
    </ButtonLink>
  )
  return (
    <Notice
      action={blocker.kind === "balance" && unit === "USDB" ? faucetLink : null}
      title={blocker.sentence}
      tone="warning"
    >
      <p>{blocker.remedy}</p>
    </Notice>
  )
}

/** Figures before and after a transaction. */
function Review({ lines }: { lines: readonly ReviewLine[] }) {
  if (lines.length === 0) return null
  return (
    <dl className="rounded-control bg-sunken px-3 py-1.5" data-testid="review">
      {lines.map(({ label, before, after }) => (
        <DetailRow key={label} label={label}>
          {before !== null && (
            <>
              <span className="text-muted">{before}</span>{" "}
              <span aria-hidden="true" className="text-muted">
                →
              </span>
              <span className="sr-only">to</span>{" "}
            </>
          )}
          {after}
        </DetailRow>
      ))}
    </dl>
  )
}
