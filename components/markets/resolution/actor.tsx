import Link from "next/link"
import { Address } from "@/components/ui/address"
import { Amount } from "@/components/ui/number"
import { Time } from "@/components/ui/time"
import type { Event } from "./rounds"

/** Shares by wallet, of those who had a part in the resolution. */
export type Stakes = ReadonlyMap<string, readonly { name: string; shares: bigint }[]>

type ActorProps = {
  /** What they did, as in "proposed Yes". */
  children: React.ReactNode
  event: Event
  stakes: Stakes
}

/** Who did what and when, in which transaction, and what they themselves hold in this market. */
export function Actor({ event, stakes, children }: ActorProps) {
  return (
    <div className="grid gap-0.5 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Address address={event.wallet} hasCopy={false} href={`/wallets/${event.wallet}`} />
        <span className="min-w-0 wrap-anywhere">{children}</span>
      </p>
      <p className="flex flex-wrap gap-x-3 text-muted">
        <Held held={stakes.get(event.wallet)} />
        <TransactionTime event={event} />
      </p>
    </div>
  )
}

function Held({ held }: { held: readonly { name: string; shares: bigint }[] | undefined }) {
  if (!held || held.length === 0) return <span>holds no shares here</span>
  return (
    <span className="text-sand">
      holds{" "}
      {held.map(({ name, shares }, index) => (
        <span key={name}>
          {index > 0 && ", "}
          <Amount value={shares} /> <bdi>{name}</bdi>
        </span>
      ))}
    </span>
  )
}

export function TransactionTime({ event }: { event: Pick<Event, "time" | "txHash"> }) {
  return (
    <Link
      className="relative underline-offset-3 before:absolute before:inset-x-0 before:-inset-y-3 hover:text-accent hover:underline"
      href={`/tx/${event.txHash}`}
      prefetch={false}
    >
      <span className="sr-only">Transaction of </span>
      <Time time={event.time} />
    </Link>
  )
}
