"use client"

import { useState } from "react"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useTokenBalance } from "@/components/chain/use-chain-query"
import { DaysField } from "@/components/loans/days-field"
import { errorOf, findExtensionProblem, mostExtraDays } from "@/components/loans/loan-figures"
import { useFrozen } from "@/components/loans/use-loan"
import { Checkbox } from "@/components/ui/checkbox"
import { DetailRow } from "@/components/ui/figures"
import { LocalTime } from "@/components/ui/local-time"
import { Notice } from "@/components/ui/notice"
import { Amount } from "@/components/ui/number"
import { SegmentedControl } from "@/components/ui/segmented-control"
import type { ErrorText } from "@/lib/errors/text"
import { formatAmount } from "@/lib/format"
import { type ExtensionQuote, type ExtensionTerms, quoteExtension } from "@/lib/loans/math"
import { type LoanRecord, toMathLoan } from "@/lib/loans/record"
import { ActionDialog, useLoanTransaction } from "./action-dialog"
import type { ActionProps } from "./action-props"
import { BeforeAfter } from "./repay-dialog"

const FEE_CHOICES = [
  { value: "usdb", label: "Pay in USDB" },
  { value: "debt", label: "Add to the debt" },
] as const

const MIN_DAYS = 10
const USUAL_DAYS = 30

/** Moves the expiry, and raises the debt to the present collateral value on request. */
export function ExtendDialog(props: ActionProps) {
  const most = Number(mostExtraDays(toMathLoan(props.loan), props.now))
  const [days, setDays] = useState(Math.max(MIN_DAYS, Math.min(USUAL_DAYS, most)))
  const [feeChoice, setFeeChoice] = useState<"usdb" | "debt">("usdb")
  const [refinance, setRefinance] = useState(false)
  const terms = {
    addDays: BigInt(days),
    payInUsdb: feeChoice === "usdb",
    refinance,
    now: props.now,
  }
  return (
    <ExtensionForm
      {...props}
      action="extend"
      problem={most < MIN_DAYS ? errorOf("TermTooLong") : null}
      terms={terms}
      title="Extend loan"
    >
      <DaysField
        label="Days to add"
        max={Math.max(MIN_DAYS, most)}
        min={MIN_DAYS}
        onChange={setDays}
        value={days}
      />
      <div className="grid gap-1.5">
        <span className="text-sm font-medium">Fee of the added days</span>
        <SegmentedControl
          label="Fee of the added days"
          onChange={setFeeChoice}
          options={FEE_CHOICES}
          value={feeChoice}
        />
      </div>
      <Checkbox
        checked={refinance}
        hint="Raises the debt to the present value of the collateral and pays you the difference, less its fee."
        label="Refinance as well"
        onChange={setRefinance}
      />
    </ExtensionForm>
  )
}

/** Raises the debt to the present collateral value; the expiry stays. */
export function RefinanceDialog(props: ActionProps) {
  const terms = { addDays: 0n, payInUsdb: false, refinance: true, now: props.now }
  return (
    <ExtensionForm {...props} action="refinance" problem={null} terms={terms} title="Refinance">
      <p className="text-sm text-muted">
        The value of the collateral can have risen since you borrowed. Refinancing pays you the
        difference, less its fee. The expiry stays.
      </p>
    </ExtensionForm>
  )
}

type FormProps = ActionProps & {
  action: "extend" | "refinance"
  title: string
  terms: ExtensionTerms
  /** Known before the terms are looked at. */
  problem: ErrorText | null
  children: React.ReactNode
}

function ExtensionForm(props: FormProps) {
  const { loan: current, calls, route, terms: chosen, action, title, onClose, children } = props
  const { contracts } = useBrowserConfig()
  const transaction = useLoanTransaction(current, action)
  const balance = useTokenBalance(contracts.usdb, current.owner).data
  const now = toMathLoan(current)
  const { loan, quote, terms } = useFrozen(
    { loan: current, quote: quoteExtension(route, now, chosen), terms: chosen },
    transaction.isSettled,
  )
  const problem =
    props.problem ??
    findExtensionProblem(route, now, chosen) ??
    (quote && findFeeProblem(quote, terms, balance))
  const extend = calls.extend
  return (
    <ActionDialog
      action={{
        ...{ action: "loan.extend" as const, source: loan.source, loanId: calls.loanId(loan) },
        ...{ days: Number(terms.addDays), payInStable: terms.payInUsdb },
        refinance: terms.refinance,
      }}
      approvalSymbol={terms.payInUsdb ? "USDB" : null}
      call={() => (quote && extend ? extend(current, { ...terms, fee: quote.fee }) : null)}
      isReady={quote !== null && (!terms.payInUsdb || balance !== undefined)}
      label={labelOf(terms, quote)}
      onClose={onClose}
      problem={problem}
      success={action === "extend" ? "The loan is extended" : "The loan is refinanced"}
      title={title}
      transaction={transaction}
    >
      {!transaction.isSettled && children}
      {quote && <ExtensionLines loan={loan} quote={quote} terms={terms} />}
    </ActionDialog>
  )
}

function labelOf({ addDays, refinance }: ExtensionTerms, quote: ExtensionQuote | null): string {
  const payout = quote && refinance ? `${formatAmount(quote.payout)} USDB` : ""
  if (addDays === 0n) return payout ? `Refinance for ${payout}` : "Refinance"
  return `Extend by ${addDays} days${payout && ` for ${payout}`}`
}

type LinesProps = { loan: LoanRecord; quote: ExtensionQuote; terms: ExtensionTerms }

function ExtensionLines({ loan, quote, terms }: LinesProps) {
  const expiry = new Date(Number(quote.loan.liquidationTime) * 1_000)
  return (
    <>
      <dl data-testid="extension-lines">
        {terms.addDays > 0n && (
          <DetailRow label={terms.payInUsdb ? "Fee, paid now" : "Fee, added to the debt"}>
            <Amount unit="USDB" value={quote.fee} />
          </DetailRow>
        )}
        {terms.refinance && (
          <>
            <DetailRow label="Fee of the refinance">
              <Amount unit="USDB" value={quote.refinanceFee} />
            </DetailRow>
            <DetailRow label="You receive">
              <Amount unit="USDB" value={quote.payout} />
            </DetailRow>
          </>
        )}
        <DetailRow label="Debt in USDB, before → after">
          <BeforeAfter after={quote.loan.debt} before={loan.debt} />
        </DetailRow>
        <DetailRow label="Expires">
          <LocalTime time={expiry} />
        </DetailRow>
      </dl>
      {terms.refinance && (
        <Notice>
          <p>The collateral covers a larger debt then: less would be left after a liquidation.</p>
        </Notice>
      )}
    </>
  )
}

function findFeeProblem(
  { fee }: ExtensionQuote,
  { payInUsdb }: ExtensionTerms,
  balance: bigint | undefined,
): ErrorText | null {
  if (!payInUsdb || balance === undefined || balance >= fee) return null
  return {
    sentence: `The fee is ${formatAmount(fee)} USDB and you have ${formatAmount(balance)}.`,
    remedy: "Add the fee to the debt, or get more USDB.",
  }
}
