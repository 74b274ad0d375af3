"use client"

import Link from "next/link"
import { postHref } from "@/components/reef/links"
import {
  type Decision,
  postActions,
  walletActionNames,
  walletActions,
} from "@/components/reef/moderation-actions"
import { UserText } from "@/components/reef/user-text"
import { WalletLink } from "@/components/tokens/wallet-link"
import { Button } from "@/components/ui/button"
import { Badge } from "@/components/ui/figures"
import { Icon } from "@/components/ui/icon"
import { Menu } from "@/components/ui/menu"
import { Time } from "@/components/ui/time"
import type { ApiAnswer } from "@/lib/api/client"
import { cleanTitle, truncateText } from "@/lib/reef/text"
import { EditHistory } from "./edit-history"

type FlaggedPostData = ApiAnswer<"GET /api/reef/admin/flagged">["data"][number]

type FlaggedPostProps = { post: FlaggedPostData; onDecide: (decision: Decision) => void }

/** A reported post with its reports and the actions of a moderator. */
export function FlaggedPost({ post, onDecide }: FlaggedPostProps) {
  const { id, wallet, title, body, isHidden, timestamp, reportCount } = post
  return (
    <article
      aria-labelledby={`reported-${id}`}
      className="grid min-w-0 gap-3 rounded-card border border-line bg-surface p-4 shadow-card"
    >
      <header className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <WalletLink address={wallet} isRaised />
        <Time time={timestamp} />
        <Badge tone="warning">{reportCount === 1 ? "1 report" : `${reportCount} reports`}</Badge>
        {isHidden && <Badge tone="down">Hidden</Badge>}
      </header>
      <h3 className="font-semibold wrap-anywhere" id={`reported-${id}`}>
        <Link
          className="inline-flex min-h-11 items-center underline-offset-3 hover:text-accent hover:underline"
          href={postHref(id)}
          prefetch={false}
        >
          <bdi>{cleanTitle(title)}</bdi>
        </Link>
      </h3>
      {body && <UserText className="text-sm" text={body} />}
      <Reports post={post} />
      <EditHistory postId={id} />
      <footer className="flex flex-wrap gap-2">
        {([isHidden ? "unhide_post" : "hide_post", "dismiss_reports"] as const).map((action) => (
          <Button
            key={action}
            variant="secondary"
            onClick={() => onDecide({ action, postId: id })}
            size="sm"
          >
            {postActions[action].name}
          </Button>
        ))}
        <Menu
          items={walletActionNames.map((action) => ({
            label: walletActions[action].name,
            isDangerous: action === "mute" || action === "ban",
            onSelect: () => onDecide({ action, wallet }),
          }))}
          label="Actions on the author"
          trigger={
            <Button variant="secondary" size="sm">
              <Icon name="user" size={16} />
              Author
            </Button>
          }
        />
      </footer>
    </article>
  )
}

const REASON_LETTERS = 200

function Reports({ post: { reports } }: { post: FlaggedPostData }) {
  return (
    <ul aria-label="Reports" className="grid gap-1 rounded-control bg-sunken p-3 text-sm">
      {reports.map(({ wallet, reason, createdAt }) => (
        <li className="flex flex-wrap items-baseline gap-x-2" key={wallet}>
          <WalletLink address={wallet} isRaised />
          <bdi className="min-w-0 flex-1 wrap-anywhere">
            {reason ? truncateText(reason, REASON_LETTERS) : "No reason given"}
          </bdi>
          <span className="text-muted">
            <Time time={createdAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}
