"use client"

import { Command } from "cmdk"
import { useRouter } from "next/navigation"
import { Dialog } from "radix-ui"
import { type ClipboardEvent, useEffect, useState } from "react"
import { Icon } from "@/components/ui/icon"
import { Spinner } from "@/components/ui/spinner"
import type { SearchItem } from "@/lib/search/schema"
import { parseTarget } from "@/lib/search/target"
import { saveRecent } from "./recent"
import { SearchResults } from "./search-results"
import { fetchSearch, useSearch } from "./use-search"

export type SearchPaletteProps = {
  isOpen: boolean
  onClose: () => void
  /** Takes the focus back. */
  onClosed: () => void
}

/**
 * The search dialog, full screen on phones. Opened results are listed as recent the next time. It opens while the user
 * types. A modal Radix dialog changes the style of the whole page, which costs a phone 70 ms twice; here a layer over
 * the page takes the pointer instead, and `aria-modal` keeps screen readers inside.
 */
export function SearchPalette({ isOpen, onClose, onClosed }: SearchPaletteProps) {
  return (
    <Dialog.Root modal={false} onOpenChange={(open) => !open && onClose()} open={isOpen}>
      <Dialog.Portal>
        <Backdrop />
        <Dialog.Content
          aria-describedby={undefined}
          aria-modal
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onClosed()
          }}
          className="fixed inset-0 z-50 flex flex-col bg-surface text-ink shadow-card outline-none sm:inset-auto sm:top-[10vh] sm:left-1/2 sm:max-h-[min(36rem,80vh)] sm:w-[min(38rem,calc(100vw-2rem))] sm:-translate-x-1/2 sm:rounded-card sm:border sm:border-line motion-safe:animate-appear"
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <Body onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Covers the page, which does not scroll meanwhile, and keeps its width. */
function Backdrop() {
  useEffect(() => {
    const { style, clientWidth } = document.documentElement
    if (window.innerWidth > clientWidth) style.scrollbarGutter = "stable"
    style.overflow = "hidden"
    return () => {
      style.overflow = ""
      style.scrollbarGutter = ""
    }
  }, [])
  return <div className="fixed inset-0 z-40 bg-backdrop motion-safe:animate-appear" />
}

function Body({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const [text, setText] = useState("")
  const [isJumping, setJumping] = useState(false)
  const search = useSearch(text)

  const go = (href: string) => {
    onClose()
    router.push(href)
  }
  const open = (item: SearchItem) => {
    saveRecent(item)
    go(item.href)
  }

  /** Opens the page of a pasted address or hash. */
  const jump = async (pasted: string) => {
    setJumping(true)
    try {
      const { jump: href, groups } = await fetchSearch(pasted)
      const item = groups.flatMap(({ items }) => items).find((each) => each.href === href)
      if (item) open(item)
      else if (href) go(href)
    } catch {
      // The list below shows the error and a retry.
    } finally {
      setJumping(false)
    }
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData("text")
    const { kind } = parseTarget(pasted)
    if (kind === "address" || kind === "hash") void jump(pasted)
  }

  return (
    <Command className="flex min-h-0 flex-1 flex-col" label="Search" loop shouldFilter={false}>
      <div className="flex items-center gap-2 border-b border-line pr-2 pl-4 pt-[env(safe-area-inset-top)]">
        <span className="text-muted">
          {search.isLoading || isJumping ? <Spinner /> : <Icon name="search" />}
        </span>
        <Command.Input
          autoFocus
          className="min-h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
          dir="auto"
          enterKeyHint="go"
          maxLength={100}
          onPaste={paste}
          onValueChange={setText}
          placeholder="Token, market, person, post, transaction"
          value={text}
        />
        <Dialog.Close
          aria-label="Close"
          className="flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink"
        >
          <Icon name="close" />
        </Dialog.Close>
      </div>
      <SearchResults onGo={go} onOpen={open} search={search} text={text} />
      <KeyHints />
    </Command>
  )
}

const keys = [
  ["↑ ↓", "navigate"],
  ["↵", "open"],
  ["esc", "close"],
] as const

function KeyHints() {
  return (
    <p
      aria-hidden="true"
      className="flex gap-4 border-t border-line px-4 py-2 text-xs text-muted max-sm:hidden"
    >
      {keys.map(([key, word]) => (
        <span className="flex items-center gap-1.5" key={word}>
          <kbd className="rounded-sm border border-line px-1.5 font-sans">{key}</kbd>
          {word}
        </span>
      ))}
      <span className="ml-auto">Paste an address or transaction hash to open it</span>
    </p>
  )
}
