import { type RefObject, useEffect, useState } from "react"
import { whenIdle } from "@/components/browser/when-idle"

/**
 * When to load what is heavy and has a stand-in. With a mouse: once the element is near the view and the
 * browser idle. On a touch screen: when it is touched or has the focus, as a phone pays for every script
 * and many visitors only read; `isEager` loads it there like elsewhere.
 */
export function useLazyLoad(
  element: RefObject<HTMLElement | null>,
  { isEager }: { isEager: boolean },
): boolean {
  const [isWanted, setWanted] = useState(false)

  useEffect(() => {
    const box = element.current
    if (!box || isWanted) return
    const want = () => setWanted(true)
    for (const event of TOUCH_EVENTS) box.addEventListener(event, want, { passive: true })
    const stopWatching =
      isEager || matchMedia("(hover: hover)").matches ? whenNear(box, want) : null
    return () => {
      for (const event of TOUCH_EVENTS) box.removeEventListener(event, want)
      stopWatching?.()
    }
  }, [element, isEager, isWanted])

  return isWanted
}

const TOUCH_EVENTS = ["pointerdown", "focusin"] as const

function whenNear(element: Element, run: () => void): () => void {
  let stop = () => {}
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      stop = whenIdle(run, IDLE_TIMEOUT_MS)
    },
    { rootMargin: "200px" },
  )
  observer.observe(element)
  return () => {
    observer.disconnect()
    stop()
  }
}

/** Longest wait for an idle moment. */
const IDLE_TIMEOUT_MS = 1_500
