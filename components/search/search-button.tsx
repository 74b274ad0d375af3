"use client"

import {
  type ComponentType,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react"
import { Icon } from "@/components/ui/icon"
import { Spinner } from "@/components/ui/spinner"
import type { SearchPaletteProps } from "./search-palette"

const load = () => import("./search-palette").then(({ SearchPalette }) => SearchPalette)

/**
 * Opens the search: by press, by ⌘K or Ctrl+K, and by "/" outside of fields. The palette's code comes with
 * the first use. Without JavaScript, and when the code cannot be had, it leads to the search page.
 */
export function SearchButton() {
  const [Palette, setPalette] = useState<ComponentType<SearchPaletteProps> | null>(null)
  const [isOpen, setOpen] = useState(false)
  const shortcut = useSyncExternalStore(subscribeNever, platformShortcut, () => "Ctrl K")
  const opener = useRef<Element | null>(null)

  const open = useCallback(() => {
    // The shortcut may be pressed again meanwhile; the focus is in the palette then.
    if (isOpen) return
    opener.current = document.activeElement
    setOpen(true)
    load().then(
      (loaded) => setPalette(() => loaded),
      () => location.assign("/search"),
    )
  }, [isOpen])
  useShortcut(open)

  return (
    <search>
      <form action="/search">
        <button
          aria-haspopup="dialog"
          aria-keyshortcuts="Meta+K Control+K /"
          className="flex size-11 items-center justify-center gap-2 rounded-control text-muted hover:bg-sunken hover:text-ink md:w-44 md:justify-start md:border md:border-line md:bg-water md:px-3 lg:w-52 xl:w-40 2xl:w-52"
          onClick={(event) => {
            event.preventDefault()
            open()
          }}
          onFocus={load}
          onPointerEnter={load}
          title="Search"
          type="submit"
        >
          {isOpen && !Palette ? <Spinner /> : <Icon name="search" />}
          <span className="max-md:sr-only">Search</span>
          <span
            aria-hidden="true"
            className="ml-auto rounded-sm border border-line px-1.5 font-sans text-xs max-md:hidden"
            suppressHydrationWarning
          >
            {shortcut}
          </span>
        </button>
      </form>
      {Palette && (
        <Palette
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onClosed={() => opener.current instanceof HTMLElement && opener.current.focus()}
        />
      )}
    </search>
  )
}

const subscribeNever = () => () => {}

const platformShortcut = () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘K" : "Ctrl K")

function useShortcut(open: () => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isShortcut(event)) return
      event.preventDefault()
      open()
    }
    document.addEventListener("keydown", onKeyDown)
    return () => document.removeEventListener("keydown", onKeyDown)
  }, [open])
}

function isShortcut({ key, metaKey, ctrlKey, altKey, shiftKey, target }: KeyboardEvent) {
  if (altKey || shiftKey) return false
  if (metaKey || ctrlKey) return metaKey !== ctrlKey && key.toLowerCase() === "k"
  return key === "/" && !isEditable(target) && !document.querySelector('[role="dialog"]')
}

function isEditable(target: EventTarget | null) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
