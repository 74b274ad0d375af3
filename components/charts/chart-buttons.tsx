"use client"

import { useEffect, useRef } from "react"
import { Icon, type IconName } from "@/components/ui/icon"
import type { ChartController } from "./chart-controller"

type Action = { label: string; icon: IconName; run: (controller: ChartController) => void }

const actions: readonly Action[] = [
  { label: "Earlier bars", icon: "left", run: (controller) => controller.pan(-0.5) },
  { label: "Later bars", icon: "right", run: (controller) => controller.pan(0.5) },
  { label: "Zoom out", icon: "minus", run: (controller) => controller.zoom(1 / 0.7) },
  { label: "Zoom in", icon: "plus", run: (controller) => controller.zoom(0.7) },
  { label: "Show the latest bars", icon: "latest", run: (controller) => controller.showLatest() },
]

type ChartButtonsProps = {
  controller: ChartController | null
  /** Loads the chart. */
  onWanted: () => void
}

/** Pans and zooms by keyboard and touch. A press before the chart has loaded is applied once it has. */
export function ChartButtons({ controller, onWanted }: ChartButtonsProps) {
  const queued = useRef<Action | null>(null)
  useEffect(() => {
    if (!controller) return
    queued.current?.run(controller)
    queued.current = null
  }, [controller])
  const press = (action: Action) => {
    if (controller) return action.run(controller)
    queued.current = action
    onWanted()
  }
  return (
    <div className="-mr-2 flex">
      {actions.map((action) => (
        <button
          aria-label={action.label}
          className="flex size-11 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink"
          key={action.label}
          onClick={() => press(action)}
          title={action.label}
          type="button"
        >
          <Icon name={action.icon} size={18} />
        </button>
      ))}
    </div>
  )
}
