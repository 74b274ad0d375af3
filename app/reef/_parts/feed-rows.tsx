"use client"

import Link from "next/link"
import { useRouter } from "next/navigation"
import { type ReactNode, useEffect, useRef, useState, useTransition } from "react"
import { Button, ButtonLink } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { Spinner } from "@/components/ui/spinner"
import { stabilizeFeed } from "./stabilize-feed"

type Row = { key: string; node: ReactNode }

type FeedRowsProps = {
  rows: readonly Row[]
  /** URL with more posts on this page; null when all are shown. */
  more: string | null
  /** URL of the next page; null until this page is full. */
  next: string | null
}

/** Posts of the feed: new ones wait behind a button, older ones load at the end. */
export function FeedRows({ rows, more, next }: FeedRowsProps) {
  const [kept, setKept] = useState(rows)
  const { shown, waiting } = stabilizeFeed(kept, rows)
  if (!isSameRows(shown, kept)) setKept(shown)
  const list = useRef<HTMLOListElement>(null)
  const show = () => {
    setKept(rows)
    list.current?.scrollIntoView({ block: "start" })
    list.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <div aria-live="polite" className="sticky top-18 z-10 grid justify-center empty:hidden">
        {waiting > 0 && (
          <Button className="shadow-card" onClick={show} size="sm">
            <Icon name="up" size={16} />
            {waiting === 1 ? "1 new post" : `${waiting} new posts`}
          </Button>
        )}
      </div>
      <ol
        aria-label="Posts"
        className="grid scroll-mt-28 grid-cols-1 gap-3 outline-none"
        ref={list}
        tabIndex={-1}
      >
        {shown.map(({ key, node }) => (
          <li className="min-w-0 empty:hidden" key={key}>
            {node}
          </li>
        ))}
      </ol>
      {more && <More href={more} />}
      {next && (
        <ButtonLink className="justify-self-center" href={next} variant="secondary" rel="next">
          Next posts
        </ButtonLink>
      )}
    </>
  )
}

/** Distance below the viewport at which the next posts are loaded. */
const PREFETCH_MARGIN = "600px"

/** Loads more when scrolled near; a link without scripts. */
function More({ href }: { href: string }) {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!link.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        // Replaces the history entry: back leaves the feed, and returning shows the same posts.
        startTransition(() => router.replace(href, { scroll: false }))
      },
      { rootMargin: `0px 0px ${PREFETCH_MARGIN} 0px` },
    )
    observer.observe(link.current)
    return () => observer.disconnect()
  }, [href, router])
  return (
    <Link
      aria-busy={isPending}
      className="inline-flex min-h-11 items-center gap-2 justify-self-center rounded-control px-4 text-sm font-medium text-accent hover:bg-accent-soft"
      href={href}
      prefetch={false}
      ref={link}
      rel="next"
      replace
      scroll={false}
    >
      {isPending && <Spinner />}
      More posts
    </Link>
  )
}

const isSameRows = (a: readonly Row[], b: readonly Row[]) =>
  a.length === b.length && a.every((row, index) => row === b[index])
