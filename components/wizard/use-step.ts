"use client"

import { usePathname, useSearchParams } from "next/navigation"

/** The step of a wizard, kept in the URL, so that back and forward move between steps. The first is the default. */
export function useStep<T extends string>(steps: readonly [T, ...T[]]) {
  const path = usePathname()
  const parameter = useSearchParams().get("step")
  const [first] = steps
  const step = steps.find((each) => each === parameter) ?? first
  const go = (next: T) => {
    if (next === step) return
    window.history.pushState(null, "", next === first ? path : `${path}?step=${next}`)
    window.scrollTo({ top: 0 })
  }
  return { step, go }
}
