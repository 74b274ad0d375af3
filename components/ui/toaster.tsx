"use client"

import dynamic from "next/dynamic"
import { useSyncExternalStore } from "react"
import { getToasts, subscribeToasts } from "./toast"

const ToastRegion = dynamic(() => import("./toast-region"), { ssr: false })

export { toast } from "./toast"

/** Where messages appear; its code is loaded with the first of them. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, getToasts, () => getToasts())
  return toasts.length > 0 ? <ToastRegion toasts={toasts} /> : null
}
