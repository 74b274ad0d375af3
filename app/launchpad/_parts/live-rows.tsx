"use client"

import {
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react"
import { Button } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { stabilizeList } from "./stabilize-list"

type Row = { key: string; node: ReactNode }

type LiveRowsProps = {
  rows: readonly Row[]
  /** The heading, with the button for new rows beside it. */
  head: ReactNode
  label: string
}

/**
 * Rows that update live, new ones at the top. While the pointer or the focus is inside, or the list is scrolled
 * away, new rows wait behind a button.
 */
export function LiveRows({ rows, head, label }: LiveRowsProps) {
  const list = useRef<HTMLOListElement>(null)
  const [isPointed, setPointed] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const [isAtTop, setAtTop] = useState(true)
  const [rendered, setRendered] = useState(rows)
  const [initialKeys] = useState(() => new Set(rows.map(({ key }) => key)))
  const { shown, waiting } = stabilizeList(rendered, rows, {
    isBusy: isPointed || hasFocus || !isAtTop,
  })
  if (!isSameList(shown, rendered)) setRendered(shown)

  useEffect(() => {
    if (!list.current) return
    const observer = new IntersectionObserver(
      ([entry]) => setAtTop(entry === undefined || entry.boundingClientRect.top > HEADER_PX),
      { threshold: THRESHOLDS, rootMargin: `-${HEADER_PX}px 0px 0px` },
    )
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [])

  const showNew = ({ detail }: MouseEvent) => {
    setRendered(rows)
    list.current?.scrollIntoView({ block: "start" })
    // The button disappears: the keyboard focus moves to the rows.
    if (detail === 0) list.current?.querySelector("a")?.focus({ preventScroll: true })
    else setFocus(false)
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setFocus(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes pointer and focus
    <div
      className="grid min-w-0 grid-cols-1 gap-2"
      onBlur={onBlur}
      onFocus={() => setFocus(true)}
      onPointerEnter={({ pointerType }) => pointerType === "mouse" && setPointed(true)}
      onPointerLeave={() => setPointed(false)}
    >
      <div className="flex min-h-11 items-center justify-between gap-3">
        {head}
        {waiting > 0 && (
          <Button variant="secondary" onClick={showNew} size="sm">
            <Icon name="up" size={16} />
            {waiting} new
          </Button>
        )}
      </div>
      <ol
        aria-label={label}
        className="scroll-mt-28 overflow-hidden rounded-card border border-line bg-surface shadow-card"
        ref={list}
      >
        {shown.map(({ key, node }) => (
          <li
            className={
              initialKeys.has(key)
                ? "relative border-line not-first:border-t"
                : "relative border-line transition-[opacity,translate] duration-300 not-first:border-t motion-safe:starting:-translate-y-4 motion-safe:starting:opacity-0"
            }
            key={key}
          >
            {node}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Height of the sticky header. */
const HEADER_PX = 64

/** Fine enough to notice when the upper edge leaves the viewport. */
const THRESHOLDS = Array.from({ length: 101 }, (_, index) => index / 100)

const isSameList = (a: readonly Row[], b: readonly Row[]) =>
  a.length === b.length && a.every((row, index) => row === b[index])
