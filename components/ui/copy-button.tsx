"use client"

import { useEffect, useState } from "react"
import { Button, IconButton } from "./button"
import { Icon } from "./icon"

const SHOWN_MS = 2_000

type CopyButtonProps = { text: string; label: string; variant?: "secondary" | "quiet" }

/** Copies the text and confirms it for two seconds. */
export function CopyButton({ text, label, variant = "secondary" }: CopyButtonProps) {
  const { result, copy } = useCopy(text)
  return (
    <Button variant={variant} onClick={copy}>
      <Icon name={result === "copied" ? "check" : "copy"} />
      <span aria-live="polite">
        {result === "copied" ? "Copied" : result === "refused" ? "Copy failed" : label}
      </span>
    </Button>
  )
}

/** The same as an icon button beside the text. */
export function CopyIcon({ text, label }: { text: string; label: string }) {
  const { result, copy } = useCopy(text)
  return (
    <>
      <IconButton
        className="relative -my-3 -ml-1"
        icon={result === "copied" ? "check" : "copy"}
        iconSize={16}
        label={result === "refused" ? "Copy failed" : label}
        onClick={copy}
      />
      <span aria-live="polite" className="sr-only">
        {result === "copied" ? "Copied" : ""}
      </span>
    </>
  )
}

function useCopy(text: string) {
  const [result, setResult] = useState<"copied" | "refused" | null>(null)
  useEffect(() => {
    if (!result) return
    const timer = setTimeout(() => setResult(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [result])
  const copy = () => {
    // Undefined unless the page is served over https.
    const written =
      navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"))
    written.then(
      () => setResult("copied"),
      () => setResult("refused"),
    )
  }
  return { result, copy }
}
