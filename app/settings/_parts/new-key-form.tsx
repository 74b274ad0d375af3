"use client"

import { useState } from "react"
import { Button } from "@/components/ui/button"
import { Field } from "@/components/ui/field"

const MAX_LABEL = 64

export function NewKeyForm({ onCreate }: { onCreate: (label: string) => Promise<void> }) {
  const [label, setLabel] = useState("")
  const [isPending, setPending] = useState(false)
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setPending(true)
        void onCreate(label.trim()).finally(() => setPending(false))
      }}
    >
      <Field
        hint="Optional: what the key is for."
        label="Label"
        maxLength={MAX_LABEL}
        onChange={(event) => setLabel(event.target.value)}
        value={label}
      />
      <Button pending={isPending} type="submit">
        Create API key
      </Button>
    </form>
  )
}
