import { Card } from "@/components/ui/card"
import { EmptyState } from "@/components/ui/states"
import type { EventLine, Names, TransactionView } from "@/lib/transactions/schema"
import { SentenceText } from "./sentence"

/** Main events first, then transfers, then the rest. */
export function EventList({ view: { events, names, status } }: { view: TransactionView }) {
  if (status === "pending" || status === "failed") return null
  const of = (weight: EventLine["weight"]) => events.filter((event) => event.weight === weight)
  const details = of("detail")
  return (
    <Card title="Events">
      {events.length === 0 && (
        <EmptyState title="No known events">
          No known contract emitted an event in this transaction.
        </EmptyState>
      )}
      <div className="grid gap-4">
        <Lines lines={of("main")} names={names} />
        <Group label="Transfers" lines={of("money")} names={names} />
        {details.length > 0 && (
          <details>
            <summary className="flex min-h-11 cursor-pointer items-center text-sm text-accent">
              {details.length} more {details.length === 1 ? "event" : "events"}
            </summary>
            <Lines lines={details} names={names} />
          </details>
        )}
      </div>
    </Card>
  )
}

type LinesProps = { lines: readonly EventLine[]; names: Names }

function Group({ label, ...rest }: LinesProps & { label: string }) {
  if (rest.lines.length === 0) return null
  return (
    <section>
      <h3 className="mb-1 text-sm font-medium text-muted">{label}</h3>
      <Lines {...rest} />
    </section>
  )
}

function Lines({ lines, names }: LinesProps) {
  if (lines.length === 0) return null
  return (
    <ul className="divide-y divide-line">
      {lines.map(({ index, sentence }) => (
        <li className="py-3 text-sm wrap-anywhere" key={index}>
          <SentenceText names={names} sentence={sentence} />
        </li>
      ))}
    </ul>
  )
}
