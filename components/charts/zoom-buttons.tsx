type ZoomButtonsProps = { onZoom: (factor: number) => void; onReset: () => void }

/** Keyboard and touch ways to what a mouse does by dragging the scales. */
export function ZoomButtons({ onZoom, onReset }: ZoomButtonsProps) {
  const actions = [
    { label: "Zoom in", sign: "+", run: () => onZoom(0.7) },
    { label: "Zoom out", sign: "−", run: () => onZoom(1 / 0.7) },
    { label: "Show the latest bars", sign: "⇥", run: onReset },
  ]
  return (
    <div className="absolute right-16 bottom-9 z-10 flex gap-1">
      {actions.map(({ label, sign, run }) => (
        <button
          aria-label={label}
          className="flex size-11 items-center justify-center rounded-control border border-line bg-surface text-muted hover:text-ink"
          key={label}
          onClick={run}
          title={label}
          type="button"
        >
          {sign}
        </button>
      ))}
    </div>
  )
}
