"use client"

import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import type { Bar } from "./bars"
import { ChartController, type ChartView } from "./chart-controller"

type ChartCanvasProps = ChartView & {
  label: string
  /** The bar under the pointer; null when there is none. */
  onPoint: (bar: Bar | null) => void
  /** Called once the first bars are drawn, and with null when the chart is removed. */
  onReady: (controller: ChartController | null) => void
}

/** The interactive chart; with the focus, keys pan and zoom it. */
export default function ChartCanvas({ label, onPoint, onReady, ...view }: ChartCanvasProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [controller, setController] = useState<ChartController | null>(null)
  const { bars, chartType, scale, markers } = view
  const listeners = useRef({ onPoint, onReady })
  listeners.current = { onPoint, onReady }

  useEffect(() => {
    if (!frame.current) return
    const chart = new ChartController(frame.current, (bar) => listeners.current.onPoint(bar))
    setController(chart)
    return () => {
      listeners.current.onReady(null)
      chart.remove()
    }
  }, [])

  useEffect(() => {
    if (!controller) return
    controller.show({ bars, chartType, scale, markers })
    listeners.current.onReady(controller)
  }, [controller, bars, chartType, scale, markers])

  const onKeyDown = (event: KeyboardEvent) => {
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey
    const action = isShortcut ? undefined : keyActions[event.key]
    if (!controller || !action) return
    event.preventDefault()
    action(controller)
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

const keyActions: Record<string, (controller: ChartController) => void> = {
  "+": (controller) => controller.zoom(ZOOM),
  "=": (controller) => controller.zoom(ZOOM),
  "-": (controller) => controller.zoom(1 / ZOOM),
  ArrowLeft: (controller) => controller.pan(-PAN),
  ArrowRight: (controller) => controller.pan(PAN),
  Home: (controller) => controller.showAll(),
  End: (controller) => controller.showLatest(),
}

/** The part of the visible bars that remains after one press. */
const ZOOM = 0.7
const PAN = 0.25
