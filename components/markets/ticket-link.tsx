"use client"

import Link from "next/link"
import { useRouter } from "next/navigation"
import { type ComponentType, type MouseEvent, type ReactNode, useState } from "react"
import { Spinner } from "@/components/ui/spinner"
import type { TicketOnCardProps } from "./ticket/ticket-on-card"

type TicketLinkProps = {
  address: string
  outcome: number
  className: string
  children: ReactNode
}

/**
 * Opens the ticket of a market in a sheet, whose code loads when the link is pressed; without scripts a link to the
 * market.
 */
export function TicketLink({ address, outcome, className, children }: TicketLinkProps) {
  const router = useRouter()
  const [Ticket, setTicket] = useState<ComponentType<TicketOnCardProps> | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [isPending, setPending] = useState(false)
  const href = `/markets/${address}?outcome=${outcome}#trade`

  const open = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setPending(true)
    try {
      const { TicketOnCard } = await import("./ticket/ticket-on-card")
      setTicket(() => TicketOnCard)
      setOpen(true)
    } catch {
      router.push(href)
    }
    setPending(false)
  }
  return (
    <>
      <Link
        aria-haspopup="dialog"
        className={className}
        href={href}
        onClick={(event) => void open(event)}
        prefetch={false}
      >
        {isPending && <Spinner />}
        {children}
      </Link>
      {Ticket && (
        <Ticket
          address={address}
          isOpen={isOpen}
          key={`${address} ${outcome}`}
          onClose={() => setOpen(false)}
          outcome={outcome}
        />
      )}
    </>
  )
}
