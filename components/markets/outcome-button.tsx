import { cn } from "@/components/ui/cn"
import type { Outcome } from "@/lib/markets/schema"
import { TicketLink } from "./ticket-link"

type OutcomeButtonProps = {
  address: string
  outcome: Pick<Outcome, "index" | "name" | "probability">
  /** Leaves out the outcome's name, which is shown beside the button. */
  isShort?: boolean
}

/** Opens the ticket for this outcome of a market whose pool is open. */
export function OutcomeButton(props: OutcomeButtonProps) {
  const { address, outcome, isShort = false } = props
  return (
    <TicketLink
      address={address}
      className={cn(
        "outcome-button",
        // Equal widths in a list align the figures.
        isShort ? "min-w-26" : "min-w-0",
        outcome.index === 0 && !isShort
          ? "border-kelp text-kelp hover:bg-kelp-soft"
          : "outcome-button-other",
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
      <span className="amount font-normal">{formatCents(outcome.probability)}</span>
    </TicketLink>
  )
}

/** Price of the next share before tax, in cents of a USDB, rounded up. */
const formatCents = (probability: number) => `${Math.ceil(probability * 1000) / 10}¢`
