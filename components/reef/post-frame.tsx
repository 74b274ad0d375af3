"use client"

import type { ReactNode } from "react"
import { MuteFilter } from "./mute-filter"
import { PostMenu } from "./post-menu"
import { VoteButton } from "./vote-button"

type PostFrameProps = {
  post: { id: string; wallet: string; title: string; body: string | null; score: number }
  byline: ReactNode
  /** Comments and section. */
  footer: ReactNode
  /** Title and excerpt. */
  children: ReactNode
}

/** The parts of a post in the feed that are the same for all visitors, with slots for the rest. */
export function PostFrame({ post: { score, ...post }, byline, footer, children }: PostFrameProps) {
  const { id, wallet } = post
  return (
    <MuteFilter wallet={wallet} what="post">
      <article aria-labelledby={`title-${id}`} className="post-card">
        <header className="post-card-header">
          {byline}
          <PostMenu post={post} />
        </header>
        {children}
        <footer className="post-card-footer">
          <VoteButton id={id} kind="post" score={score} wallet={wallet} />
          {footer}
        </footer>
      </article>
    </MuteFilter>
  )
}
