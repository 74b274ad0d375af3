import Link from "next/link"
import type { ReactNode } from "react"
import { TokenLogo } from "@/components/tokens/token-logo"
import { Address } from "@/components/ui/address"
import { Card } from "@/components/ui/card"
import { Disclosure } from "@/components/ui/disclosure"
import { Badge, DetailRow } from "@/components/ui/figures"
import { Amount } from "@/components/ui/number"
import { Time } from "@/components/ui/time"
import type { ScheduleView } from "@/lib/vesting/schedule-queries"
import { describeKind, toDate } from "./format"
import { ScheduleActions } from "./schedule-actions"
import { ScheduleProgress } from "./schedule-progress"

type Props = {
  schedule: ScheduleView
  /** A stranger sent next to nothing: the sender's text is hidden until the user opens it. */
  isDust?: boolean
  /** Unix milliseconds. */
  renderedAt: number
}

/** A schedule with its curve, and with the actions of its creator and beneficiary. */
export function ScheduleCard({ schedule, isDust = false, renderedAt }: Props) {
  const { vestingId, token, memo, loan } = schedule
  return (
    <Card>
      <article
        aria-label={`Schedule ${vestingId}, ${token.symbol}`}
        className="grid grid-cols-1 gap-4"
        data-vesting={vestingId}
      >
        <Heading schedule={schedule} />
        <ScheduleProgress renderedAt={renderedAt} schedule={schedule} symbol={token.symbol} />
        <dl>
          <Parties schedule={schedule} />
          <DetailRow label={schedule.isGradual ? "Starts" : "Created"}>
            <Time format="dateTime" time={toDate(schedule.startTime)} />
          </DetailRow>
          <DetailRow label={schedule.isGradual ? "Ends" : "Unlocks"}>
            <Time format="dateTime" time={toDate(schedule.endTime)} />
          </DetailRow>
          {loan && (
            <>
              <DetailRow label="Borrowed against">
                <Amount unit={token.symbol} value={loan.collateral} />
              </DetailRow>
              <DetailRow label="Debt of the loan">
                <Amount unit="USDB" value={loan.debt} />
              </DetailRow>
              <DetailRow label="The loan expires">
                <Time format="dateTime" time={new Date(loan.liquidationTime * 1_000)} />
              </DetailRow>
            </>
          )}
        </dl>
        {memo && (isDust ? <FoldedMemo>{memo}</FoldedMemo> : <Memo>{memo}</Memo>)}
        <ScheduleActions schedule={schedule} />
      </article>
    </Card>
  )
}

function Heading({ schedule }: { schedule: ScheduleView }) {
  const { vestingId, token, isAuto, isPledged } = schedule
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <TokenLogo address={token.address} image={token.image} size={36} symbol={token.symbol} />
      <div className="grid min-w-0 flex-1">
        <Link
          // Extends the touch target beyond the line; the link itself may not be cut off.
          className="relative flex min-h-6 min-w-0 items-center font-semibold before:absolute before:inset-x-0 before:-inset-y-3 hover:text-accent"
          href={`/tokens/${token.address}`}
          prefetch={false}
        >
          <bdi className="truncate">{token.symbol}</bdi>
        </Link>
        <span className="text-sm text-muted">
          {describeKind(schedule)} · #{vestingId}
        </span>
      </div>
      <div className="flex flex-wrap gap-1">
        {isAuto && <Badge>Bought</Badge>}
        {isPledged && <Badge tone="warning">Collateral of a loan</Badge>}
      </div>
    </header>
  )
}

/** Purchases have the token as creator, which decides nothing, so it is not shown. */
function Parties({ schedule: { creator, beneficiary, isAuto } }: { schedule: ScheduleView }) {
  return (
    <>
      <DetailRow label="From">{isAuto ? "a purchase" : <Party address={creator} />}</DetailRow>
      <DetailRow label="To">
        <Party address={beneficiary} />
      </DetailRow>
    </>
  )
}

/** As high as a finger needs, so that the rows' targets do not overlap. */
function Party({ address }: { address: string }) {
  return (
    <span className="inline-flex min-h-11 items-center sm:min-h-0">
      <Address address={address} hasCopy={false} href={`/wallets/${address}`} />
    </span>
  )
}

/** Any wallet may have written this text to any other, so it is marked as the sender's. */
function Memo({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-control bg-sunken px-3 py-2 text-sm wrap-anywhere whitespace-pre-line">
      <span className="text-muted">The sender wrote: </span>
      <q>
        <bdi>{children}</bdi>
      </q>
    </p>
  )
}

const FoldedMemo = ({ children }: { children: ReactNode }) => (
  <Disclosure label="Text of a stranger">
    <Memo>{children}</Memo>
  </Disclosure>
)
