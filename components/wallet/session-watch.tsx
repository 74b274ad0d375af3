"use client"

import { useEffect } from "react"
import { toast } from "@/components/ui/toast"
import { useSession } from "./session"
import { endOfSession, useTimeLeft } from "./session-times"
import { openAccount } from "./store"

/** Sessions that were warned about, by wallet and end. */
const warned = new Set<string>()

/** Says that the acting wallet's session is about to end, while there is time to renew it. */
export function SessionWatch() {
  const { acting } = useSession()
  const { isEnding } = useTimeLeft(acting)
  useEffect(() => {
    if (!acting || !isEnding) return
    const session = `${acting} ${endOfSession(acting)}`
    if (warned.has(session)) return
    warned.add(session)
    toast({
      title: "Your session is about to end",
      description: "Renew it by one signature; it costs nothing.",
      tone: "warning",
      action: { label: "Renew", onSelect: openAccount },
    })
  }, [acting, isEnding])
  return null
}
