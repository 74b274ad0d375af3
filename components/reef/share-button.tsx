"use client"

import { Button } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { shareLink } from "./share"

export function ShareButton({ path, title }: { path: string; title: string }) {
  return (
    <Button variant="quiet" onClick={() => shareLink(path, title)}>
      <Icon name="share" size={16} />
      Share
    </Button>
  )
}
