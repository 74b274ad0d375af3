import Link from "next/link"
import { Address } from "@/components/ui/address"
import { cn } from "@/components/ui/cn"
import { Amount } from "@/components/ui/number"
import { Time } from "@/components/ui/time"
import type { ResolutionEvent } from "./rounds"

type Holding = { outcome: string; shares: bigint }

/** Names and holdings of the participants, by wallet. */
export type Participants = ReadonlyMap<
  string,
  { name: string | undefined; held: readonly Holding[] }
>

type ParticipantProps = {
  /** The action: "proposed Yes". */
  children: React.ReactNode
  event: ResolutionEvent
  participants: Participants
}

/** An action with its transaction, and the participant's shares of the market. */
export function Participant({ event, participants, children }: ParticipantProps) {
  const { name, held = [] } = participants.get(event.wallet) ?? {}
  return (
    <div className="participant">
      <div>
        <p>
          <Address
            address={event.wallet}
            hasCopy={false}
            href={`/wallets/${event.wallet}`}
            label={name}
          />
          <span className="min-w-0 wrap-anywhere">{children}</span>
        </p>
        <p className="text-muted">
          <HeldShares held={held} />
        </p>
      </div>
      <TransactionTime className="participant-time" event={event} />
    </div>
  )
}

function HeldShares({ held }: { held: readonly Holding[] }) {
  if (held.length === 0) return <span>holds no shares</span>
  return (
    <span className="text-sand">
      holds{" "}
      {held.map(({ outcome, shares }, index) => (
        <span key={outcome}>
          {index > 0 && ", "}
          <Amount value={shares} /> <bdi>{outcome}</bdi>
        </span>
      ))}
    </span>
  )
}

type TransactionTimeProps = {
  event: Pick<ResolutionEvent, "time" | "txHash">
  className?: string
}

export function TransactionTime({ event, className }: TransactionTimeProps) {
  return (
    <Link
      className={cn("transaction-link", className)}
      href={`/tx/${event.txHash}`}
      prefetch={false}
    >
      <span className="sr-only">Transaction of </span>
      <Time time={event.time} />
    </Link>
  )
}
