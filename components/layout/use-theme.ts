"use client"

import { useCallback, useSyncExternalStore } from "react"
import {
  PALETTE_COOKIE,
  type Palette,
  parsePalette,
  parseTheme,
  THEME_COOKIE,
  type Theme,
} from "@/lib/pages/theme"

const YEAR_SECONDS = 31_536_000
const CHANNEL = "atoll.theme"

const listeners = new Set<() => void>()
let channel: BroadcastChannel | undefined

/** Theme and palette of this browser; a change applies to all its tabs. */
export function useTheme() {
  const theme = useSyncExternalStore(subscribe, readTheme, () => null)
  const palette = useSyncExternalStore(subscribe, readPalette, () => null)
  const setTheme = useCallback((next: Theme) => storeChoice(THEME_COOKIE, next), [])
  const setPalette = useCallback((next: Palette) => storeChoice(PALETTE_COOKIE, next), [])
  return { theme, palette, setTheme, setPalette }
}

function readTheme() {
  return parseTheme(document.documentElement.dataset.theme)
}

function readPalette() {
  return parsePalette(document.documentElement.dataset.palette)
}

function storeChoice(cookie: string, value: Theme | Palette) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `${cookie}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
  applyChoice(cookie, value)
  channel?.postMessage({ cookie, value })
}

function applyChoice(cookie: string, value: string) {
  const { dataset } = document.documentElement
  if (cookie === THEME_COOKIE) {
    if (value === "system") delete dataset.theme
    else dataset.theme = parseTheme(value)
  }
  if (cookie === PALETTE_COOKIE) {
    if (value === "classic") delete dataset.palette
    else dataset.palette = parsePalette(value)
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  if (!channel && "BroadcastChannel" in window) {
    channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = ({ data }) => {
      if (typeof data?.cookie === "string" && typeof data.value === "string") {
        applyChoice(data.cookie, data.value)
      }
    }
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
