"use client"

import Link from "next/link"
import type { ComponentProps } from "react"
import { prefillTicket } from "./ticket/prefill"

type OutcomeLinkProps = ComponentProps<typeof Link> & { market: string; outcome: number }

/** Selects an outcome and prefills the ticket with it. */
export function OutcomeLink({ market, outcome, ...rest }: OutcomeLinkProps) {
  return (
    <Link
      {...rest}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        prefillTicket({ market, outcome, usdc: null })
      }}
      prefetch={false}
      scroll={false}
    />
  )
}
