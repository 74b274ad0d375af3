"use client"

import { SubmitButton } from "@/components/ticket/submit-button"
import { Card } from "@/components/ui/card"
import { DetailRow } from "@/components/ui/figures"
import { Notice } from "@/components/ui/notice"
import { Amount } from "@/components/ui/number"
import { Curve } from "@/components/vesting/curve"
import { describeKind, toDate } from "@/components/vesting/format"
import type { useWallet } from "@/components/wallet/use-wallet"
import { formatDateTime } from "@/lib/format"
import { type BeneficiaryList, MAX_BATCH } from "@/lib/vesting/beneficiaries"
import { isDust, type NewTerms, toSchedule } from "@/lib/vesting/new-terms"
import type { CreationContext } from "./creation-context"

type Props = {
  list: BeneficiaryList
  terms: NewTerms | null
  symbol: string
  now: bigint
  context: CreationContext | null
  /** Why the balance does not cover the lines. */
  shortage: string | null
  isReady: boolean
  wallet: ReturnType<typeof useWallet>
}

/** The schedules to be created, shown before the user signs. */
export function Review(props: Props) {
  const { list, terms, symbol, now, context, shortage, isReady, wallet } = props
  const { beneficiaries, total } = list
  const count = beneficiaries.length
  const batches = Math.ceil(count / MAX_BATCH)
  return (
    <Card title="Review">
      <div className="grid grid-cols-1 gap-4">
        {terms && <Preview now={now} terms={terms} total={total} />}
        <dl>
          <DetailRow label="Schedules">{count}</DetailRow>
          <DetailRow label="Locked in all">
            <Amount unit={symbol} value={total} />
          </DetailRow>
          {context && context.balance !== null && shortage === null && (
            <DetailRow label="Your balance">
              <Amount value={context.balance} /> →{" "}
              <Amount value={total > context.balance ? 0n : context.balance - total} />
            </DetailRow>
          )}
          <DetailRow label="Transactions">
            {count === 0 ? "–" : `an approval and ${batches}`}
          </DetailRow>
          {context && context.fee > 0n && (
            <DetailRow label="Fee of each">
              <Amount unit="ETH" value={context.fee} />
            </DetailRow>
          )}
        </dl>
        {shortage && (
          <Notice title="Not enough tokens" tone="bad">
            <p>{shortage}</p>
          </Notice>
        )}
        {terms && beneficiaries.some(({ amount }) => isDust(terms, amount)) && (
          <Notice title="A very small amount" tone="warning">
            <p>
              It has fewer base units than the schedule has steps, so most steps release nothing.
              All of it is vested at the end.
            </p>
          </Notice>
        )}
        <p className="text-sm text-muted">
          The tokens leave your wallet and cannot be taken back. You can add more, extend the
          schedule and name another beneficiary later.
        </p>
        <SubmitButton
          approvalSymbol={null}
          connectLabel="Connect a wallet to create"
          isBlocked={!isReady}
          isBusy={false}
          label={count > 1 ? `Continue with ${count} schedules` : "Continue"}
          wallet={wallet}
        />
      </div>
    </Card>
  )
}

const EXAMPLE = 10n ** 18n

function Preview({ terms, total, now }: { terms: NewTerms; total: bigint; now: bigint }) {
  const schedule = toSchedule(terms, total > 0n ? total : EXAMPLE, now)
  return (
    <div className="grid gap-2">
      <p className="text-sm font-medium">{describeKind(schedule)}</p>
      <Curve now={now} terms={schedule} />
      <dl>
        {schedule.isGradual && (
          <DetailRow label="Starts">{formatDateTime(toDate(schedule.startTime))}</DetailRow>
        )}
        <DetailRow label={schedule.isGradual ? "Ends" : "Unlocks"}>
          {formatDateTime(toDate(schedule.endTime))}
        </DetailRow>
      </dl>
    </div>
  )
}
