"use client"

import { useSyncExternalStore } from "react"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { CopyButton } from "@/components/ui/copy-button"
import { Icon } from "@/components/ui/icon"

type Props = { symbol: string; url: string }

export function ShareCard({ symbol, url }: Props) {
  const canShare = useCanShare()
  const text = `${symbol} is live on Atoll`
  const post = `https://x.com/intent/post?${new URLSearchParams({ text, url })}`
  const telegram = `https://t.me/share/url?${new URLSearchParams({ url, text })}`
  return (
    <Card title="Share">
      <div className="grid gap-3">
        <p className="rounded-control bg-sunken px-3 py-2.5 text-sm break-all select-all">{url}</p>
        <div className="flex flex-wrap gap-2">
          <CopyButton label="Copy link" text={url} />
          {canShare && (
            <Button
              variant="secondary"
              // Closing the share sheet is not an error.
              onClick={() => navigator.share({ title: text, text, url }).catch(() => {})}
            >
              <Icon name="share" />
              Share
            </Button>
          )}
          <ExternalLink href={post}>Post on X</ExternalLink>
          <ExternalLink href={telegram}>Share on Telegram</ExternalLink>
        </div>
      </div>
    </Card>
  )
}

function ExternalLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      className="inline-flex min-h-11 items-center gap-2 rounded-control border border-line-strong bg-surface px-4 text-sm font-medium hover:bg-sunken"
      href={href}
      rel="noreferrer"
      target="_blank"
    >
      {children}
      <Icon name="external" size={16} />
      <span className="sr-only"> (opens a new tab)</span>
    </a>
  )
}

/** False on the server. */
function useCanShare() {
  return useSyncExternalStore(
    () => () => {},
    () => typeof navigator.share === "function",
    () => false,
  )
}
