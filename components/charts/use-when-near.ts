import { type RefObject, useEffect, useState } from "react"

/**
 * Whether the element has been near the view and the browser idle since: the moment to load what is
 * heavy and not the first thing to read.
 */
export function useWhenNear(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)

  useEffect(() => {
    if (!element.current || isNear) return
    let stop = () => {}
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        stop = whenIdle(() => setNear(true))
      },
      { rootMargin: "200px" },
    )
    observer.observe(element.current)
    return () => {
      observer.disconnect()
      stop()
    }
  }, [element, isNear])

  return isNear
}

/** The latest moment at which waiting ends, however busy the browser is. */
const PATIENCE_MS = 1_500

/** Safari has no idle callbacks: there a moment after loading has to do. */
function whenIdle(run: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: PATIENCE_MS })
  return () => cancelIdleCallback(handle)
}
