"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { toast } from "@/components/ui/toast"
import { isUnderWay, observeTray, type TrayEntry, trayEntries } from "./tray"
import { standingOf } from "./tray-words"
import { isWitnessed } from "./witness"

/** Tells how a transaction ended whose page is not open any more, and has open pages show what it changed. */
export function Announcer() {
  const router = useRouter()
  useEffect(() => {
    let known = new Map(trayEntries().map((entry) => [entry.id, entry.phase]))
    return observeTray(() => {
      const entries = trayEntries()
      for (const entry of entries) {
        const before = known.get(entry.id)
        if (before === undefined || before === entry.phase) continue
        if (entry.phase === "indexed") router.refresh()
        if (needsWords(entry) && !isWitnessed(entry.id) && !document.hidden) announce(entry)
      }
      known = new Map(entries.map((entry) => [entry.id, entry.phase]))
    })
  }, [router])
  return null
}

/** Ends, and the one stop at which nothing happens by itself. */
function needsWords(entry: TrayEntry) {
  return !isUnderWay(entry) || entry.phase === "approved"
}

function announce(entry: TrayEntry) {
  const { tone, word } = standingOf(entry)
  const isBad = tone === "bad"
  toast({
    title: isBad || tone === "neutral" ? `${entry.title}: ${word.toLowerCase()}` : entry.title,
    description: entry.failure?.sentence ?? `${word}.`,
    tone: tone === "good" ? "good" : isBad ? "bad" : "warning",
    ...(entry.hash ? { action: { label: "Look at it", href: `/tx/${entry.hash}` } } : {}),
  })
}
