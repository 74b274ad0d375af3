export type ToastTone = "info" | "good" | "warning" | "bad"

export type ToastMessage = {
  title: string
  description?: string
  tone?: ToastTone
  /** What can be done about it. */
  action?: { label: string; href?: string; onSelect?: () => void }
}

export type Shown = ToastMessage & { id: number }

/** More at once would cover the page. */
const MOST = 4

let shown: readonly Shown[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a message at the edge of the page for some seconds; it is read out politely. */
export function toast(message: ToastMessage) {
  lastId += 1
  set([...shown.slice(1 - MOST), { ...message, id: lastId }])
}

export function closeToast(id: number) {
  set(shown.filter((each) => each.id !== id))
}

export function readToasts(): readonly Shown[] {
  return shown
}

export function subscribeToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function set(next: readonly Shown[]) {
  shown = next
  for (const listener of listeners) listener()
}
