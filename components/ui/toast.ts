export type ToastTone = "info" | "good" | "warning" | "bad"

type ToastMessage = {
  title: string
  description?: string
  tone?: ToastTone
  action?: { label: string; href?: string; onSelect?: () => void }
}

export type ShownToast = ToastMessage & { id: number }

/** More would cover the page. */
const MAX_SHOWN = 4

let shown: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a message at the edge of the page for some seconds. */
export function toast(message: ToastMessage) {
  lastId += 1
  setToasts([...shown.slice(1 - MAX_SHOWN), { ...message, id: lastId }])
}

export function closeToast(id: number) {
  setToasts(shown.filter((each) => each.id !== id))
}

export function getToasts(): readonly ShownToast[] {
  return shown
}

export function subscribeToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function setToasts(next: readonly ShownToast[]) {
  shown = next
  for (const listener of listeners) listener()
}
