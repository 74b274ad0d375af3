"use client"

import dynamic from "next/dynamic"
import type { ReactNode } from "react"

/** Dialogs come with the first press. */
const Sheet = dynamic(() => import("@/components/ui/sheet").then(({ Sheet }) => Sheet))

type Props = { isOpen: boolean; onClose: () => void; symbol: string; children: ReactNode }

export function TicketSheet({ isOpen, onClose, symbol, children }: Props) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={`Trade ${symbol}`}>
      {children}
    </Sheet>
  )
}
