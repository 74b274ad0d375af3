import { useEffect, useRef, useState } from "react"

/** A price that moves with every block is not read out as often. */
const PAUSE_MS = 3_000
const TYPING_MS = 250

/** Reads a quote to screen readers: the current one, after a pause since the last. */
export function SpokenQuote({ text }: { text: string }) {
  const [spoken, setSpoken] = useState("")
  const spokenAt = useRef(0)
  useEffect(() => {
    if (text === spoken) return
    const pause = Math.max(TYPING_MS, spokenAt.current + PAUSE_MS - Date.now())
    const timer = setTimeout(() => {
      spokenAt.current = Date.now()
      setSpoken(text)
    }, pause)
    return () => clearTimeout(timer)
  }, [text, spoken])
  return (
    <p aria-live="polite" className="sr-only">
      {spoken}
    </p>
  )
}
