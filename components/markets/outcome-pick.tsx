"use client"

import Link from "next/link"
import type { ComponentProps } from "react"
import { wishFor } from "./ticket/wish"

type OutcomePickProps = ComponentProps<typeof Link> & { market: string; outcome: number }

/** Shows an outcome and puts it into the ticket, which on narrow screens opens for it. */
export function OutcomePick({ market, outcome, ...rest }: OutcomePickProps) {
  return (
    <Link
      {...rest}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        wishFor({ market, outcome, usdc: null })
      }}
      prefetch={false}
      scroll={false}
    />
  )
}
