"use client"

import type { ReactNode } from "react"
import { Dialog } from "@/components/ui/dialog"

type Props = { isOpen: boolean; onClose: () => void; symbol: string; children: ReactNode }

export function TicketSheet({ isOpen, onClose, symbol, children }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Trade ${symbol}`}>
      {children}
    </Dialog>
  )
}
