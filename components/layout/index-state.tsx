"use client"

import { useEffect, useState } from "react"
import { z } from "zod"
import { classes } from "@/components/ui/classes"
import { duration } from "@/lib/format"

const REFRESH_MS = 15_000

const health = z.object({
  checks: z.object({
    rpc: z.object({ ok: z.boolean() }),
    index: z.object({
      ok: z.boolean(),
      indexedBlock: z.number().nullable(),
      lagBlocks: z.number().nullable(),
      lagSeconds: z.number().nullable(),
    }),
  }),
})

type Health = z.output<typeof health>
type State = { tone: "good" | "late" | "bad" | "unknown"; text: string }

const dots: Record<State["tone"], string> = {
  good: "bg-kelp",
  late: "bg-sand",
  bad: "bg-coral",
  unknown: "bg-line-strong",
}

/** How far the index has read, asked for every few seconds while the page is looked at. */
export function IndexState() {
  const [state, setState] = useState<State>({ tone: "unknown", text: "Looking up the index" })

  useEffect(() => {
    let isMounted = true
    const look = async () => {
      if (document.hidden) return
      const next = await read()
      if (isMounted) setState(next)
    }
    void look()
    const timer = setInterval(look, REFRESH_MS)
    return () => {
      isMounted = false
      clearInterval(timer)
    }
  }, [])

  return (
    <p className="flex min-h-11 items-center gap-2" data-testid="index-state">
      <span aria-hidden="true" className={classes("size-2 rounded-full", dots[state.tone])} />
      <span className="figures">{state.text}</span>
    </p>
  )
}

async function read(): Promise<State> {
  try {
    // 503 comes with the same body: it says what is wrong.
    const response = await fetch("/api/health", { cache: "no-store" })
    return inWords(health.parse(await response.json()))
  } catch {
    return { tone: "bad", text: "The service does not answer" }
  }
}

function inWords({ checks: { rpc, index } }: Health): State {
  if (!rpc.ok) return { tone: "bad", text: "The chain does not answer; figures may be old" }
  const { indexedBlock, lagBlocks, lagSeconds } = index
  if (indexedBlock === null) return { tone: "late", text: "The index has not read a block yet" }
  const block = `block ${indexedBlock.toLocaleString("en-US")}`
  if (!index.ok) {
    const late = lagSeconds === null ? "behind" : `${duration(lagSeconds)} behind`
    return { tone: "late", text: `Index is ${late}, at ${block}` }
  }
  return lagBlocks
    ? { tone: "good", text: `Indexed to ${block}, ${lagBlocks} to go` }
    : { tone: "good", text: `Indexed to ${block}` }
}
