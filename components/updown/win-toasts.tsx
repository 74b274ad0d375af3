"use client"

import { useEffect, useState } from "react"
import { toast } from "@/components/ui/toast"
import { useNow } from "@/components/ui/use-now"
import { openClaims, useWalletState } from "@/components/wallet/store"
import { type OwnRounds, useOwnRounds } from "./own-rounds"
import { createWinMessages, rememberTold } from "./win-messages"

/** While bets are open: the chain's clock may be ahead of the browser's. */
const POLL_MS = 20_000
/** While the outcome of a round that has ended is awaited. */
const AWAIT_MS = 4_000

/** Says once, on any page, that a round pays the connected wallet. */
export function WinToasts() {
  const { address, status } = useWalletState()
  return status === "connected" && address ? <Watcher key={address} wallet={address} /> : null
}

function Watcher({ wallet }: { wallet: string }) {
  const now = useNow(AWAIT_MS)
  const [period, setPeriod] = useState("")
  const own = useOwnRounds(period)
  useEffect(() => setPeriod(readPeriod(own, now)), [own, now])
  const paying = own?.paying
  useEffect(() => {
    if (!paying) return
    const { messages, paidIds } = createWinMessages(wallet, paying)
    for (const message of messages) {
      toast({ ...message, action: { label: "Collect", onSelect: openClaims } })
    }
    rememberTold(wallet, paidIds)
  }, [wallet, paying])
  return null
}

/** Another text whenever the rounds are due to be read again; without open bets they are not. */
export function readPeriod(own: Pick<OwnRounds, "open"> | null, now: number): string {
  if (!own || own.open.length === 0) return ""
  const isAwaited = own.open.some(({ endTime }) => Date.parse(endTime) <= now)
  return `${Math.floor(now / (isAwaited ? AWAIT_MS : POLL_MS))}`
}
