"use client"

import { useEffect } from "react"
import { toast } from "@/components/ui/toaster"
import { openAccount } from "@/components/wallet/store"
import { useSession } from "./session"
import { findSessionEnd, useSessionTimeLeft } from "./session-expiry"

/** Sessions that were warned about, by wallet and end. */
const warned = new Set<string>()

/** Says that the acting wallet's session is about to end, while there is time to renew it. */
export function SessionExpiryToast() {
  const { acting } = useSession()
  const { isEnding } = useSessionTimeLeft(acting)
  useEffect(() => {
    if (!acting || !isEnding) return
    const session = `${acting} ${findSessionEnd(acting)}`
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
