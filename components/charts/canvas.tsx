"use client"

import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import type { Bar } from "./bars"
import { Drawing, type View } from "./drawing"

type CanvasProps = View & {
  label: string
  /** The bar under the pointer; null when there is none. */
  onPoint: (bar: Bar | null) => void
  /** Told once the first bars are drawn. */
  onReady: (drawing: Drawing | null) => void
}

/** The drawn chart. Keys do what its buttons do while it has the focus. */
export default function Canvas({ label, onPoint, onReady, ...view }: CanvasProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const { bars, look, scale, marks } = view
  const listeners = useRef({ onPoint, onReady })
  listeners.current = { onPoint, onReady }

  useEffect(() => {
    if (!frame.current) return
    const made = new Drawing(frame.current, (bar) => listeners.current.onPoint(bar))
    setDrawing(made)
    return () => {
      listeners.current.onReady(null)
      made.remove()
    }
  }, [])

  useEffect(() => {
    if (!drawing) return
    drawing.show({ bars, look, scale, marks })
    listeners.current.onReady(drawing)
  }, [drawing, bars, look, scale, marks])

  const onKeyDown = (event: KeyboardEvent) => {
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey
    const action = isShortcut ? undefined : keys[event.key]
    if (!drawing || !action) return
    event.preventDefault()
    action(drawing)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: no element is a chart
    <div
      aria-label={label}
      className="absolute inset-0"
      onKeyDown={onKeyDown}
      ref={frame}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys need a focus
      tabIndex={0}
    />
  )
}

const keys: Record<string, (drawing: Drawing) => void> = {
  "+": (drawing) => drawing.zoom(ZOOM),
  "=": (drawing) => drawing.zoom(ZOOM),
  "-": (drawing) => drawing.zoom(1 / ZOOM),
  ArrowLeft: (drawing) => drawing.pan(-PAN),
  ArrowRight: (drawing) => drawing.pan(PAN),
  Home: (drawing) => drawing.showAll(),
  End: (drawing) => drawing.showLatest(),
}

/** Parts of what is visible, for one press. */
const ZOOM = 0.7
const PAN = 0.25
