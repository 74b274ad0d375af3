"use client"

import { type MouseEvent, useState } from "react"
import { ServerMarkup, type ServerMarkupProps } from "@/components/ui/server-markup"
import { parseTicketHref, useTicketSheet } from "./use-ticket-sheet"

/** Markup of the server with links to tickets, which open as TicketLink opens them. */
export function MarketMarkup({ kept, ...props }: ServerMarkupProps) {
  const { open, sheet, isOpen } = useTicketSheet()
  const [initial] = useState(kept)
  const openTicket = (event: MouseEvent, link: HTMLAnchorElement) => {
    const ticket =
      link.getAttribute("aria-haspopup") === "dialog" ? parseTicketHref(link.href) : null
    if (ticket) void open(event, ticket.address, ticket.outcome)
  }
  // The focus goes back to the pressed link.
  const shown = kept ?? (isOpen ? initial : undefined)
  return (
    <>
      <ServerMarkup {...props} {...(shown !== undefined && { kept: shown })} onLink={openTicket} />
      {sheet}
    </>
  )
}
