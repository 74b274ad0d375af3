import type { Drawing } from "./drawing"

type Action = { label: string; sign: string; run: (drawing: Drawing) => void }

const actions: readonly Action[] = [
  { label: "Earlier bars", sign: "←", run: (drawing) => drawing.pan(-0.5) },
  { label: "Later bars", sign: "→", run: (drawing) => drawing.pan(0.5) },
  { label: "Zoom out", sign: "−", run: (drawing) => drawing.zoom(1 / 0.7) },
  { label: "Zoom in", sign: "+", run: (drawing) => drawing.zoom(0.7) },
  { label: "Show the latest bars", sign: "⇥", run: (drawing) => drawing.showLatest() },
]

/** Keyboard and touch ways to what a mouse does by dragging the chart and its scales. */
export function ChartButtons({ drawing }: { drawing: Drawing | null }) {
  return (
    <div className="-mr-2 flex">
      {actions.map(({ label, sign, run }) => (
        <button
          aria-label={label}
          className="flex size-11 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink disabled:opacity-60"
          disabled={!drawing}
          key={label}
          onClick={() => drawing && run(drawing)}
          title={label}
          type="button"
        >
          <span aria-hidden="true">{sign}</span>
        </button>
      ))}
    </div>
  )
}
