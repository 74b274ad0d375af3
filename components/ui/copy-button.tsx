"use client"

import { useEffect, useState } from "react"
import { Button } from "./button"
import { Icon } from "./icon"

type CopyButtonProps = { text: string; label: string; look?: "secondary" | "quiet" }

/** Copies and says so for two seconds; where the browser forbids it, the text can be selected. */
export function CopyButton({ text, label, look = "secondary" }: CopyButtonProps) {
  const [result, setResult] = useState<"copied" | "refused" | null>(null)

  useEffect(() => {
    if (!result) return
    const timer = setTimeout(() => setResult(null), 2_000)
    return () => clearTimeout(timer)
  }, [result])

  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setResult("copied"),
      () => setResult("refused"),
    )

  return (
    <Button look={look} onClick={copy}>
      <Icon name={result === "copied" ? "check" : "copy"} />
      <span aria-live="polite">
        {result === "copied" ? "Copied" : result === "refused" ? "Select it and copy" : label}
      </span>
    </Button>
  )
}
