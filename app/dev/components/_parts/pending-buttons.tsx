"use client"

import { Button } from "@/components/ui/button"

/** A button that waits holds off presses by a handler, so it needs the browser. */
export function PendingButtons() {
  return (
    <>
      <Button pending>Pending</Button>
      <Button variant="secondary" pending>
        Pending
      </Button>
    </>
  )
}
