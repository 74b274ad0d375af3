"use client"

import dynamic from "next/dynamic"
import { useToasts } from "./toast"

const ToastRegion = dynamic(() => import("./toast-region"), { ssr: false })

/** Renders the toasts; loads their code with the first one. */
export function Toaster() {
  const toasts = useToasts()
  return toasts.length > 0 ? <ToastRegion toasts={toasts} /> : null
}
