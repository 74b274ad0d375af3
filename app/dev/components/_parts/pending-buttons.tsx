"use client"

import { Button } from "@/components/ui/button"

/** A client component: a pending button has an event handler. */
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
