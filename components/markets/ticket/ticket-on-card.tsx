"use client"

import { useCallback, useEffect, useState } from "react"
import { Sheet } from "@/components/ui/dialog"
import { ErrorState, Skeleton } from "@/components/ui/states"
import { LazyTicket } from "./lazy-ticket"
import { fetchTicket, type TicketData } from "./ticket-data"

export type TicketOnCardProps = {
  address: string
  outcome: number
  isOpen: boolean
  onClose: () => void
}

/** The ticket of a market in a list. Its data is loaded when it opens. */
export function TicketOnCard({ address, outcome, isOpen, onClose }: TicketOnCardProps) {
  const [data, setData] = useState<TicketData | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const load = useCallback(
    (signal?: AbortSignal) => {
      setFailed(false)
      fetchTicket(address, signal).then(setData, () => {
        if (!signal?.aborted) setFailed(true)
      })
    },
    [address],
  )
  useEffect(() => {
    if (!isOpen) return
    const abort = new AbortController()
    load(abort.signal)
    return () => abort.abort()
  }, [isOpen, load])
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title="Buy shares">
      {data ? (
        <div className="grid gap-4">
          <p className="font-medium wrap-anywhere">
            <bdi>{data.market.name}</bdi>
          </p>
          <LazyTicket {...data} outcome={outcome} />
        </div>
      ) : hasFailed ? (
        <ErrorState onRetry={() => load()} title="The market could not be loaded" />
      ) : (
        <Skeleton className="h-72" />
      )}
    </Sheet>
  )
}
