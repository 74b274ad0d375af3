"use client"

import { useEffect } from "react"

/** Longest wait for a page that is being read again. */
const PATIENCE_MS = 10_000

const INPUTS = ["wheel", "touchmove", "pointerdown", "keydown"] as const

/**
 * Scrolls to where a page was left when the user goes back or forward. The browser does it only if the page is
 * there at once; after a live refresh it has to be loaded again, and the page shown meanwhile may be too short.
 */
export function ScrollMemory() {
  useEffect(rememberPositions, [])
  return null
}

function rememberPositions() {
  const positions = new Map<string, number>()
  let stopReturning = () => {}
  let isReturning = false

  const notePosition = () => {
    if (!isReturning) positions.set(location.href, window.scrollY)
  }
  const returnToPosition = () => {
    stopReturning()
    const position = positions.get(location.href)
    if (!position) return
    const { href } = location
    const deadline = performance.now() + PATIENCE_MS
    let frame = 0
    const stop = () => {
      isReturning = false
      cancelAnimationFrame(frame)
      for (const input of INPUTS) window.removeEventListener(input, stop)
    }
    const attempt = () => {
      const { scrollHeight, clientHeight } = document.documentElement
      const isLongEnough = scrollHeight - clientHeight >= position
      if (isLongEnough) window.scrollTo({ top: position, behavior: "instant" })
      if (isLongEnough || location.href !== href || performance.now() > deadline) stop()
      else frame = requestAnimationFrame(attempt)
    }
    isReturning = true
    stopReturning = stop
    for (const input of INPUTS) window.addEventListener(input, stop, { passive: true })
    frame = requestAnimationFrame(attempt)
  }

  window.addEventListener("scroll", notePosition, { passive: true })
  window.addEventListener("popstate", returnToPosition)
  return () => {
    stopReturning()
    window.removeEventListener("scroll", notePosition)
    window.removeEventListener("popstate", returnToPosition)
  }
}
