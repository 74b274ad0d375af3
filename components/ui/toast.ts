import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import type { Tone } from "./notice"

type ToastMessage = {
  title: string
  description?: string
  tone?: Tone
  action?: { label: string; href?: string; onSelect?: () => void }
}

export type ShownToast = ToastMessage & { id: number }

/** More would cover the page. */
const MAX_SHOWN = 4

let lastId = 0
const store = createStore<readonly ShownToast[]>()(() => [])

/** Shows a message at the edge of the page for some seconds. */
export function toast(message: ToastMessage) {
  lastId += 1
  const added = { ...message, id: lastId }
  store.setState((shown) => [...shown.slice(1 - MAX_SHOWN), added], true)
}

export function closeToast(id: number) {
  store.setState((shown) => shown.filter((each) => each.id !== id), true)
}

export const useToasts = () => useStore(store)
