"use client"

import type { ReactNode } from "react"
import { Sheet } from "@/components/ui/dialog"

export type TicketSheetProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

export function TicketSheet({ isOpen, onClose, title, children }: TicketSheetProps) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={title}>
      {children}
    </Sheet>
  )
}
