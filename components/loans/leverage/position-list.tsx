"use client"

import { useState } from "react"
import { loanName } from "@/lib/loans/record"
import { LeverageCard } from "./lazy-position-card"
import type { PositionCardProps } from "./position-card"

export type ListedPosition = PositionCardProps & {
  /** Has a debt, or leaves something to claim. */
  isOpen: boolean
}

/** Open positions as cards. One that ends meanwhile stays, so that the dialog that ended it can say so. */
export function PositionList({ positions }: { positions: readonly ListedPosition[] }) {
  const [seen] = useState(() => new Set<string>())
  for (const { loan, isOpen } of positions) if (isOpen) seen.add(loanName(loan))
  const shown = positions.filter(({ loan }) => seen.has(loanName(loan)))
  if (shown.length === 0) return null
  return (
    <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      {shown.map(({ isOpen: _, ...position }) => (
        <li className="grid grid-cols-1" key={loanName(position.loan)}>
          <LeverageCard {...position} />
        </li>
      ))}
    </ul>
  )
}
