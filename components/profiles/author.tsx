import Link from "next/link"
import type { ReactNode } from "react"
import { AgentBadge } from "@/components/agents/agent-badge"
import { shortenAddress } from "@/lib/format"
import type { Author as AuthorFields } from "@/lib/profiles/authors"
import { Avatar } from "./avatar"
import { TierIcon } from "./tier-badge"

type AuthorProps = {
  wallet: string
  /** Undefined if it was not found. */
  author: AuthorFields | undefined
  /** Shown after the name, such as the time. */
  children?: ReactNode
}

/** The author of a post or comment: picture, name, tier and badges, linked to the wallet's page. */
export function Author({ wallet, author, children }: AuthorProps) {
  return (
    <span className="author">
      <Link className="author-link" href={`/wallets/${wallet}`} prefetch={false}>
        <Avatar avatarUrl={author?.avatarUrl} wallet={wallet} />
        <AuthorName author={author} wallet={wallet} />
      </Link>
      {author && <TierIcon tier={author.tier} tierEmoji={author.tierEmoji} />}
      {author?.isAgent && <AgentBadge wallet={wallet} />}
      {author?.xHandle && <XHandle handle={author.xHandle} />}
      {children && <span className="text-muted">{children}</span>}
    </span>
  )
}

/** The username, or the short address without one. */
export function AuthorName({ wallet, author }: Pick<AuthorProps, "wallet" | "author">) {
  if (author?.username) return <bdi className="max-w-48 truncate">{author.username}</bdi>
  return <span className="amount">{shortenAddress(wallet)}</span>
}

/** A linked X account. */
export function XHandle({ handle }: { handle: string }) {
  return (
    <a
      className="relative z-1 inline-flex min-h-11 items-center text-muted underline-offset-3 hover:text-accent hover:underline"
      href={`https://x.com/${encodeURIComponent(handle)}`}
      rel="noopener noreferrer nofollow ugc"
      target="_blank"
    >
      <bdi>@{handle}</bdi>
      <span className="sr-only"> on X, opens a new tab</span>
    </a>
  )
}
