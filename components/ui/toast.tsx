"use client"

import dynamic from "next/dynamic"
import { useSyncExternalStore } from "react"
import { readToasts, subscribeToasts } from "./toasts"

const ToastRegion = dynamic(() => import("./toast-region"), { ssr: false })

export { toast } from "./toasts"

/** Where messages appear; its code is loaded with the first of them. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, readToasts, () => readToasts())
  return toasts.length > 0 ? <ToastRegion toasts={toasts} /> : null
}
