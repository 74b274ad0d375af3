"use client"

import Link from "next/link"
import type { ReactNode } from "react"
import { Spinner } from "@/components/ui/spinner"
import { ticketHref, useTicketSheet } from "./use-ticket-sheet"

type TicketLinkProps = {
  address: string
  outcome: number
  className: string
  children: ReactNode
}

/** Opens the ticket of a market in a sheet; without scripts a link to the market. */
export function TicketLink({ address, outcome, className, children }: TicketLinkProps) {
  const { open, sheet, isPending } = useTicketSheet()
  return (
    <>
      <Link
        aria-haspopup="dialog"
        className={className}
        href={ticketHref(address, outcome)}
        onClick={(event) => void open(event, address, outcome)}
        prefetch={false}
      >
        {isPending && <Spinner />}
        {children}
      </Link>
      {sheet}
    </>
  )
}
