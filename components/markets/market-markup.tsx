"use client"

import { type MouseEvent, useEffect, useState } from "react"
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
  // The focus goes back to the pressed link, which has to be there until then.
  const isHeld = useRecently(isOpen)
  const shown = kept ?? (isHeld ? initial : undefined)
  return (
    <>
      <ServerMarkup {...props} {...(shown !== undefined && { kept: shown })} onLink={openTicket} />
      {sheet}
    </>
  )
}

/** A closed sheet gives the focus back within this time. */
const RETURN_MS = 500

/** Whether `isSo` is true, or was a moment ago. */
function useRecently(isSo: boolean) {
  const [wasSo, setWasSo] = useState(isSo)
  useEffect(() => {
    if (isSo) return setWasSo(true)
    const timer = setTimeout(() => setWasSo(false), RETURN_MS)
    return () => clearTimeout(timer)
  }, [isSo])
  return isSo || wasSo
}
