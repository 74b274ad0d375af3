import { cn } from "@/components/ui/cn"
import type { Outcome } from "@/lib/markets/schema"
import { TicketLink } from "./ticket-link"

type OutcomeButtonProps = {
  address: string
  outcome: Pick<Outcome, "index" | "name" | "probability">
  /** The pool sells at its price; otherwise only holders do, at theirs. */
  isSelling: boolean
  /** Where the outcome's name stands beside the button. */
  isShort?: boolean
}

/** Opens the ticket with this outcome chosen. */
export function OutcomeButton(props: OutcomeButtonProps) {
  const { address, isSelling, outcome, isShort = false } = props
  return (
    <TicketLink
      address={address}
      className={cn(
        "relative z-1 flex min-h-11 items-center justify-center gap-1.5 rounded-control border px-3 text-sm font-semibold",
        // Of one width in a list, so that the figures beside them stand in a column.
        isShort ? "min-w-26" : "min-w-0",
        outcome.index === 0 && !isShort
          ? "border-kelp text-kelp hover:bg-kelp-soft"
          : "border-line-strong hover:bg-sunken",
      )}
      outcome={outcome.index}
    >
      {isShort ? (
        <>
          Buy <span className="sr-only">{outcome.name}</span>
        </>
      ) : (
        <span className="truncate">
          Buy <bdi>{outcome.name}</bdi>
        </span>
      )}
      {isSelling && (
        <span className="figures font-normal whitespace-nowrap">
          {formatCents(outcome.probability)}
        </span>
      )}
    </TicketLink>
  )
}

/** What the next share costs before tax, in cents of a USDB, rounded up. */
const formatCents = (probability: number) => `${Math.ceil(probability * 1000) / 10}¢`
