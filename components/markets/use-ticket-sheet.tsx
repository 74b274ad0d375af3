"use client"

import { useRouter } from "next/navigation"
import { type ComponentType, type MouseEvent, useState } from "react"
import type { TicketOnCardProps } from "./ticket/ticket-on-card"

/** The ticket of a market in a sheet. Its code loads when a link to it is pressed. */
export function useTicketSheet() {
  const router = useRouter()
  const [Ticket, setTicket] = useState<ComponentType<TicketOnCardProps> | null>(null)
  const [selection, setWanted] = useState<{ address: string; outcome: number } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [isPending, setPending] = useState(false)

  const open = async (event: MouseEvent, address: string, outcome: number) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setPending(true)
    try {
      const { TicketOnCard } = await import("./ticket/ticket-on-card")
      setTicket(() => TicketOnCard)
      setWanted({ address, outcome })
      setOpen(true)
    } catch {
      router.push(ticketHref(address, outcome))
    }
    setPending(false)
  }
  const sheet = Ticket && selection && (
    <Ticket
      key={`${selection.address} ${selection.outcome}`}
      {...selection}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
    />
  )
  return { open, sheet, isOpen, isPending }
}

export const ticketHref = (address: string, outcome: number) =>
  `/markets/${address}?outcome=${outcome}#trade`

/** The market and outcome of a link to a ticket; null for every other. */
export function parseTicketHref(href: string) {
  const [, address, outcome] = /\/markets\/(0x[0-9a-f]{40})\?outcome=(\d+)#trade$/.exec(href) ?? []
  return address === undefined ? null : { address, outcome: Number(outcome) }
}
