"use client"

import { useRouter } from "next/navigation"
import { type MouseEvent, startTransition } from "react"
import { ServerMarkup, type ServerMarkupProps } from "@/components/ui/server-markup"
import { prefillTicket } from "./ticket/prefill"

/** Markup of the server with links to outcomes, which select as OutcomeLink does. */
export function OutcomeMarkup({ market, ...props }: ServerMarkupProps & { market: string }) {
  const router = useRouter()
  const select = (event: MouseEvent, link: HTMLAnchorElement) => {
    const outcome = new URL(link.href).searchParams.get("outcome")
    if (outcome === null) return
    event.preventDefault()
    prefillTicket({ market, outcome: Number(outcome), usdc: null })
    const href = link.pathname + link.search + link.hash
    startTransition(() => router.push(href, { scroll: false }))
  }
  return <ServerMarkup {...props} onLink={select} />
}
