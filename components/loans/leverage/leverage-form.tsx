"use client"

import { useState } from "react"
import type { Address } from "viem"
import { FreezeNotice } from "@/components/swap/freeze-notice"
import type { PoolState } from "@/components/swap/pool-state"
import { SurgeCountdown } from "@/components/swap/surge-countdown"
import type { TicketSurge } from "@/components/swap/ticket-token"
import { BlockerNotice } from "@/components/swap/warnings"
import { CONSENT_WORD } from "@/components/ticket/price-impact"
import { QuoteNotices } from "@/components/ticket/quote-notices"
import { RefreshableQuote } from "@/components/ticket/quote-status"
import { SpokenQuote } from "@/components/ticket/spoken-quote"
import { SubmitButton } from "@/components/ticket/submit-button"
import { type TradeSettings, TradeSettingsFields } from "@/components/ticket/trade-settings"
import { QuoteWarnings } from "@/components/ticket/warnings"
import { AmountField } from "@/components/ui/amount-field"
import { BALANCE_PRESETS } from "@/components/ui/amount-presets"
import { Button } from "@/components/ui/button"
import { Field } from "@/components/ui/field"
import { Form } from "@/components/ui/form"
import { Notice } from "@/components/ui/notice"
import { RequireWallet } from "@/components/wallet/connect/require-wallet"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import type { useWallet } from "@/components/wallet/use-wallet"
import { formatAmount, formatPercent, formatUsd } from "@/lib/format"
import { NOTABLE_FEES } from "@/lib/loans/leverage-math"
import { routePrice } from "@/lib/tokens/pool-math"
import { DaysField } from "./days-field"
import { ExposureField, LEAST_EXPOSURE } from "./exposure-field"
import { LeverageDetails } from "./leverage-details"
import { LeverageReview } from "./leverage-review"
import { LeverageSummary } from "./leverage-summary"
import { OutcomeChart } from "./outcome-chart"
import { formatMultiple, type LeveragePreview } from "./preview"
import { type LeverageTicket, useLeverage } from "./use-leverage"

const DEFAULT_DAYS = 30
/** Basis points. */
const ONE_TIME = 10_000n
const DAY_MS = 86_400_000

type Props = {
  symbol: string
  surge: TicketSurge | null
  address: Address
  /** USDB to pay, as typed. */
  text: string
  onText: (text: string) => void
  state: PoolState
  /** When the state was read, Unix milliseconds. */
  readAt: number
  refresh: () => Promise<PoolState | null>
  wallet: ReturnType<typeof useWallet>
  settings: TradeSettings
  onSettings: (changed: Partial<TradeSettings>) => void
}

/** Buys a token with leverage: amount and days, what that leads to, a review, the transaction. */
export function LeverageForm(props: Props) {
  const { state, settings, wallet } = props
  const [days, setDays] = useState(DEFAULT_DAYS)
  const [exposure, setExposure] = useState(LEAST_EXPOSURE)
  const ticket = useLeverage({
    ...props,
    ...{ days: BigInt(days), exposure: BigInt(exposure) * ONE_TIME, owner: wallet.address },
  })
  const { isBusy, isReviewing } = ticket
  // The contract counts from the block of the purchase.
  const expiresAt = new Date(props.readAt + state.clockOffset + days * DAY_MS)
  const submit = () => (isReviewing ? void ticket.purchase() : ticket.setReviewing(true))
  return (
    <Form className="grid grid-cols-1 gap-4" onSubmit={submit}>
      {state.freeze && (
        <FreezeNotice freeze={state.freeze} hasWallet={wallet.address !== undefined} />
      )}
      {props.surge && state.surgeRate > 0n && (
        <SurgeCountdown clockOffset={state.clockOffset} surge={props.surge} waiting={null} />
      )}
      {!isReviewing && (
        <Inputs
          {...props}
          days={days}
          exposure={exposure}
          isBusy={isBusy}
          onDays={setDays}
          onExposure={setExposure}
          ticket={ticket}
        />
      )}
      <LeverageStatus {...props} ticket={ticket} />
      {isReviewing && ticket.preview && (
        <LeverageReview
          balance={ticket.balance}
          expiresAt={expiresAt}
          minimumOut={ticket.minimumOut}
          preview={ticket.preview}
          slippage={settings.slippage}
          symbol={props.symbol}
        />
      )}
      <Warnings ticket={ticket} />
      <Submit symbol={props.symbol} ticket={ticket} wallet={wallet} />
      <LeverageResult {...props} ticket={ticket} />
      {ticket.preview?.isPossible && !isReviewing && (
        <RefreshableQuote onRefresh={props.refresh} readAt={props.readAt}>
          <div className="grid grid-cols-1 gap-4">
            <LeverageDetails
              expiresAt={expiresAt}
              minimumOut={ticket.minimumOut}
              preview={ticket.preview}
              slippage={settings.slippage}
              symbol={props.symbol}
            />
            <OutcomeChart rows={ticket.preview.outcomes} />
          </div>
        </RefreshableQuote>
      )}
      <TradeSettingsFields onChange={props.onSettings} paySymbol="USDB" settings={settings} />
    </Form>
  )
}

type InputsProps = Props & {
  ticket: LeverageTicket
  days: number
  onDays: (days: number) => void
  exposure: number
  onExposure: (exposure: number) => void
  isBusy: boolean
}

function Inputs({ ticket, text, onText, isBusy, ...chosen }: InputsProps) {
  const { days, onDays, exposure, onExposure } = chosen
  return (
    <>
      <AmountField
        balance={ticket.balance}
        error={ticket.blocker?.kind === "input" ? ticket.blocker.sentence : null}
        isDisabled={isBusy}
        label="You pay"
        onChange={(typed) => {
          onText(typed)
          ticket.startOver()
        }}
        presets={BALANCE_PRESETS}
        unit="USDB"
        value={text}
      />
      <ExposureField
        actual={ticket.preview?.multiple ?? null}
        exposure={exposure}
        isDisabled={isBusy}
        most={ticket.most}
        onExposure={(next) => {
          onExposure(next)
          ticket.startOver()
        }}
      />
      <DaysField
        days={days}
        isDisabled={isBusy}
        onDays={(next) => {
          onDays(next)
          ticket.startOver()
        }}
      />
    </>
  )
}

/** The result of the purchase, and whether the contract has confirmed it. */
function LeverageStatus({ symbol, state, ticket }: Props & { ticket: LeverageTicket }) {
  const { preview, isConfirmed } = ticket
  const shown = preview?.isPossible ? preview : null
  return (
    <div className="grid gap-1" data-testid="leverage-quote">
      <p className="flex min-h-7 items-baseline justify-between gap-3 text-sm text-muted">
        <span className="shrink-0">You get</span>
        {shown && (
          <span className="figures flex min-w-0 gap-1 text-lg font-semibold text-ink">
            <span className="truncate">{formatAmount(shown.collateral + shown.tokens, 6)}</span>
            <bdi className="min-w-0 truncate">{symbol}</bdi>
            <span className="shrink-0 text-accent">{formatMultiple(shown.multiple)}</span>
          </span>
        )}
      </p>
      <p className="figures flex min-w-0 gap-1 text-xs text-muted">
        1 <bdi className="min-w-0 truncate">{symbol}</bdi>
        <span className="shrink-0">= {formatUsd(routePrice(state.route))}</span>
      </p>
      <p className="min-h-4 text-xs text-muted">
        {shown &&
          !ticket.simulated.isRefused &&
          (isConfirmed ? "Quote confirmed for the next block" : "Fetching quote…")}
      </p>
      <SpokenQuote text={describeQuote(ticket, symbol)} />
    </div>
  )
}

function describeQuote({ preview }: LeverageTicket, symbol: string) {
  if (!preview?.isPossible) return ""
  const tokens = formatAmount(preview.collateral + preview.tokens, 6)
  return `You pay ${formatAmount(preview.amountIn)} USDB and get ${tokens} ${symbol}, ${formatMultiple(preview.multiple)} of what you pay`
}

function Warnings({ ticket }: { ticket: LeverageTicket }) {
  const { blocker, preview, isBusy } = ticket
  if (isBusy) return null
  if (blocker) return <BlockerNotice blocker={blocker} side="buy" />
  if (!preview) return null
  if (ticket.simulated.rejection) return <QuoteNotices quoted={ticket.simulated} />
  return (
    <>
      <QuoteNotices quoted={ticket.simulated} />
      <FeeWarning ticket={ticket} />
      <QuoteWarnings
        amountIn={preview.amountIn}
        balance={ticket.balance}
        consent={ticket.hasSevereFees ? { ...ticket.consent, isRequired: false } : ticket.consent}
        impact={preview.impact}
        level={ticket.level}
        onAccept={ticket.accept}
        slippedBy={ticket.slippedBy}
        symbol="USDB"
      />
    </>
  )
}

/** With much leverage, fees take most of the payment: the user types a confirmation, so nobody overlooks it. */
function FeeWarning({ ticket: { preview, consent, hasSevereFees } }: { ticket: LeverageTicket }) {
  if (!preview || !hasSevereFees || !consent.isRequired) return null
  const share = formatPercent(preview.feeShare)
  return (
    <Notice title={`Fees take ${share} of what you pay`} tone="bad">
      <p>
        Closing right away would return {formatAmount(preview.closingNow, 2)} of{" "}
        {formatAmount(preview.spent, 2)} USDB. Less exposure or fewer days cost less.
      </p>
      <Field
        autoCapitalize="none"
        label={`Type “${CONSENT_WORD}” to buy anyway`}
        onChange={(event) => consent.setText(event.target.value)}
        spellCheck={false}
        value={consent.text}
      />
    </Notice>
  )
}

/** The button's text when fees take more than a tenth. */
const feeText = (preview: LeveragePreview | null) =>
  preview && preview.feeShare > NOTABLE_FEES ? `: fees take ${formatPercent(preview.feeShare)}` : ""

type SubmitProps = { ticket: LeverageTicket; symbol: string; wallet: Props["wallet"] }

/** Opens the review, then sends the reviewed terms. */
function Submit({ ticket, symbol, wallet }: SubmitProps) {
  const { isBusy, isBlocked, isReviewing, needsApproval, blocker, preview } = ticket
  const connectLabel = "Connect a wallet to trade"
  if (!isReviewing || !preview) {
    return (
      <RequireWallet connectLabel={connectLabel} wallet={wallet}>
        <Button className="min-h-12" disabled={isBlocked} pending={isBusy} type="submit">
          {blocker?.kind === "empty" ? "Enter an amount" : `Review purchase${feeText(preview)}`}
        </Button>
      </RequireWallet>
    )
  }
  const verb = needsApproval ? "Approve and buy" : "Buy"
  return (
    <div className="grid gap-2">
      <SubmitButton
        approvalSymbol={needsApproval && !isBusy ? "USDB" : null}
        connectLabel={connectLabel}
        isBlocked={isBlocked}
        isBusy={isBusy}
        label={`${verb} ${symbol} with ${formatMultiple(preview.multiple)} leverage${feeText(preview)}`}
        wallet={wallet}
      />
      {!isBusy && (
        <Button onClick={() => ticket.setReviewing(false)} variant="quiet">
          Back
        </Button>
      )}
    </div>
  )
}

/** The progress of a sent purchase, then the position of its receipt. */
function LeverageResult({ ticket, symbol, wallet }: Props & { ticket: LeverageTicket }) {
  const { transaction, receipt } = ticket
  if (transaction.phase !== "done" || !receipt || !wallet.address) {
    return <TransactionProgress state={transaction} success="Position opened" />
  }
  return (
    <LeverageSummary
      hash={transaction.hash}
      isIndexed={transaction.isIndexed}
      onAgain={ticket.startOver}
      receipt={receipt}
      symbol={symbol}
      wallet={wallet.address}
    />
  )
}
