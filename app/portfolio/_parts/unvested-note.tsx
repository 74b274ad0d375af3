import Link from "next/link"
import { Amount } from "@/components/ui/number"
import type { PortfolioView } from "@/lib/portfolio/schema"

/** Tokens of schedules that are left out of the net worth. */
export function UnvestedNote({ unvested }: Pick<PortfolioView, "unvested">) {
  if (unvested.length === 0) return null
  return (
    <p className="text-sm text-muted">
      Not counted:{" "}
      {unvested.map(({ token, symbol, amount }, index) => (
        <span key={token}>
          {index > 0 && ", "}
          <Amount unit={symbol} value={amount} />
        </span>
      ))}{" "}
      not yet vested. The creator of a{" "}
      <Link className="text-link" href="/vesting" prefetch={false}>
        vesting schedule
      </Link>{" "}
      can still name another beneficiary for them.
    </p>
  )
}
