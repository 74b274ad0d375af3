type ProgressProps = {
  label: string
  value: number
  max?: number
  /** Text for screen readers instead of a percentage. */
  valueText?: string
}

export function Progress({ label, value, max = 1, valueText }: ProgressProps) {
  const part = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      aria-label={label}
      aria-valuemax={100}
      aria-valuemin={0}
      aria-valuenow={Math.floor(part * 100)}
      aria-valuetext={valueText}
      className="h-2 overflow-hidden rounded-full bg-sunken"
      role="progressbar"
    >
      <div
        className="h-full rounded-full bg-accent transition-[width]"
        style={{ width: `${part * 100}%` }}
      />
    </div>
  )
}
