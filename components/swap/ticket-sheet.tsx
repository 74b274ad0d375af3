"use client"

import type { ReactNode } from "react"
import { Sheet } from "@/components/ui/sheet"

export type TicketSheetProps = {
  isOpen: boolean
  onClose: () => void
  symbol: string
  children: ReactNode
}

export function TicketSheet({ isOpen, onClose, symbol, children }: TicketSheetProps) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={`Trade ${symbol}`}>
      {children}
    </Sheet>
  )
}
