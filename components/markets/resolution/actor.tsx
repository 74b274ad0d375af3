import Link from "next/link"
import { Address } from "@/components/ui/address"
import { classes } from "@/components/ui/classes"
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
    // Wallet and time have columns of their own: a press area reaches into nobody else's.
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 text-sm">
      <div className="grid content-center gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Address address={event.wallet} hasCopy={false} href={`/wallets/${event.wallet}`} />
          <span className="min-w-0 wrap-anywhere">{children}</span>
        </p>
        <p className="text-muted">
          <Held held={stakes.get(event.wallet)} />
        </p>
      </div>
      <TransactionTime
        className="inline-flex min-h-11 min-w-11 items-center justify-end self-start text-muted"
        event={event}
      />
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

type TransactionTimeProps = {
  event: Pick<Event, "time" | "txHash">
  /** Outside of a sentence: its own place, large enough for a finger. */
  className?: string
}

export function TransactionTime({ event, className }: TransactionTimeProps) {
  return (
    <Link
      className={classes("underline-offset-3 hover:text-accent hover:underline", className)}
      href={`/tx/${event.txHash}`}
      prefetch={false}
    >
      <span className="sr-only">Transaction of </span>
      <Time time={event.time} />
    </Link>
  )
}
