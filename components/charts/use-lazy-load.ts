import { type RefObject, useCallback, useEffect, useState } from "react"
import { whenIdle } from "@/components/browser/when-idle"

/**
 * Decides when to load something heavy that has a stand-in. With a mouse: once the element is near the view and the
 * browser is idle. On a touch screen: once it is touched or focused, because a phone pays for every script and many
 * visitors only read; `isEager` loads it there as elsewhere. `load` loads it at once.
 */
export function useLazyLoad(
  element: RefObject<HTMLElement | null>,
  { isEager }: { isEager: boolean },
): { isWanted: boolean; load: () => void } {
  const [isWanted, setWanted] = useState(false)
  const load = useCallback(() => setWanted(true), [])

  useEffect(() => {
    const box = element.current
    if (!box || isWanted) return
    for (const event of TOUCH_EVENTS) box.addEventListener(event, load, { passive: true })
    const stopWatching =
      isEager || matchMedia("(hover: hover)").matches ? whenNear(box, load) : null
    return () => {
      for (const event of TOUCH_EVENTS) box.removeEventListener(event, load)
      stopWatching?.()
    }
  }, [element, isEager, isWanted, load])

  return { isWanted, load }
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
