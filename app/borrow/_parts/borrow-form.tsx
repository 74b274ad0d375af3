"use client"

import { useBrowserConfig } from "@/components/chain/browser-config"
import { DaysField } from "@/components/loans/days-field"
import { describeLoan, type LoanTermsFigures } from "@/components/loans/loan-figures"
import { LoanTerms } from "@/components/loans/loan-terms"
import { useChainSeconds, useFrozen } from "@/components/loans/use-loan"
import { QuoteNotices } from "@/components/ticket/quote-notices"
import { SubmitButton } from "@/components/ticket/submit-button"
import { useOwnActionQuote } from "@/components/ticket/use-action-quote"
import { AmountField } from "@/components/ui/amount-field"
import { BALANCE_PRESETS } from "@/components/ui/amount-presets"
import { Form } from "@/components/ui/form"
import { Notice } from "@/components/ui/notice"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import type { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { formatAmount, parseAmount } from "@/lib/format"
import { takeLoanCall } from "@/lib/loans/calls"
import { MAX_LOAN_DAYS, MIN_LOAN_DAYS } from "@/lib/loans/math"
import type { CollateralToken } from "@/lib/loans/schema"
import type { BorrowState } from "./borrow-state"
import { findBlocker } from "./validation"

type Props = {
  token: CollateralToken
  state: BorrowState
  wallet: ReturnType<typeof useWallet>
  text: string
  onText: (text: string) => void
  days: number
  onDays: (days: number) => void
}

/** The fields for amount and days with their consequences; sends the loan. */
export function BorrowForm(props: Props) {
  const { token, state, wallet, text, onText, days, onDays } = props
  const { symbol } = token
  const { contracts } = useBrowserConfig()
  const now = useChainSeconds(state.clockOffset)
  const transaction = useTransaction({ name: `borrow.${token.address}` })
  const blocker = transaction.isRunning ? null : findBlocker({ state, text, symbol })
  const amount = parseAmount(text) ?? 0n
  const live = amount > 0n ? describeLoan(state.route, amount, { days: BigInt(days), now }) : null
  const terms = useFrozen(live, transaction.isRunning)
  const needsApproval = state.wallet !== null && state.wallet.allowance < amount
  const label = terms && terms.payout > 0n ? `Borrow ${formatAmount(terms.payout)} USDB` : "Borrow"
  const action = {
    ...{ action: "loan.take" as const, token: toAddress(token.address) },
    ...{ amount: `${amount}`, days },
  }
  const quoted = useOwnActionQuote(blocker || transaction.isRunning ? null : action, label)
  const isBlocked = blocker !== null || quoted.rejection !== null
  const edit = <T,>(change: (value: T) => void) => {
    return (value: T) => {
      if (transaction.state.phase !== "idle" && !transaction.isRunning) transaction.reset()
      change(value)
    }
  }
  const borrow = async () => {
    if (isBlocked || !terms || transaction.isRunning) return
    const isDone = await transaction.run({
      ...takeLoanCall(contracts, {
        token: toAddress(token.address),
        amount,
        days: BigInt(days),
      }),
      title: `${label} on ${formatAmount(amount)} ${symbol}`,
      action,
    })
    if (isDone) onText("")
  }
  return (
    <Form className="grid grid-cols-1 gap-4" onSubmit={() => void borrow()}>
      <AmountField
        balance={state.wallet?.balance}
        error={blocker?.kind === "input" ? blocker.sentence : null}
        isDisabled={transaction.isRunning}
        label="Amount to pledge"
        onChange={edit(onText)}
        presets={state.wallet ? BALANCE_PRESETS : []}
        unit={symbol}
        value={text}
      />
      <DaysField
        label="Days"
        max={Number(MAX_LOAN_DAYS)}
        min={Number(MIN_LOAN_DAYS)}
        onChange={edit(onDays)}
        value={days}
      />
      {terms && terms.debt > 0n && <LoanTerms symbol={symbol} terms={terms} />}
      <p aria-live="polite" className="sr-only">
        {terms && terms.debt > 0n && describeTerms(terms)}
      </p>
      <TokenNotices state={state} symbol={symbol} />
      {blocker?.kind === "loan" && (
        <Notice title={blocker.sentence} tone="warning">
          <p>{blocker.remedy}</p>
        </Notice>
      )}
      <QuoteNotices quoted={quoted} />
      <SubmitButton
        approvalSymbol={needsApproval && !blocker && !transaction.isRunning ? symbol : null}
        connectLabel="Connect a wallet to borrow"
        isBlocked={isBlocked}
        isBusy={transaction.isRunning}
        label={blocker?.kind === "empty" ? "Enter an amount" : label}
        wallet={wallet}
      />
      <TransactionProgress
        state={transaction.state}
        success="The USDB is in your wallet; the loan is listed below"
      />
    </Form>
  )
}

/** Read out when the amounts shown change. */
const describeTerms = ({ payout, debt, days }: LoanTermsFigures) =>
  `You receive ${formatAmount(payout)} USDB and owe ${formatAmount(debt)} USDB in ${days} days`

/** Notices about this token. */
function TokenNotices({ state, symbol }: { state: BorrowState; symbol: string }) {
  return (
    <>
      {state.isFrozen && (
        <Notice title="This token is frozen">
          <p>Only its whitelist can buy it. Borrowing on it, repaying and selling work.</p>
        </Notice>
      )}
      {state.wallet !== null && state.wallet.shares > 0n && (
        <Notice title="You have reward shares of this token" tone="warning">
          <p>
            Pledged <bdi>{symbol}</bdi> leave your wallet. Reward shares that they back are lost for
            good, also when you repay.
          </p>
        </Notice>
      )}
    </>
  )
}
