import { cn } from "./cn"

type SegmentedControlProps<T extends string> = {
  /** For screen readers. */
  label: string
  options: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

/** One of a few options, side by side. */
export function SegmentedControl<T extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedControlProps<T>) {
  return (
    <fieldset className="flex gap-1 rounded-control bg-sunken p-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          aria-pressed={option.value === value}
          className={cn(
            "min-h-11 flex-1 rounded-[0.5rem] px-3 text-sm font-medium wrap-break-word transition-colors",
            option.value === value ? "choice-current" : "text-muted hover:text-ink",
          )}
          key={option.value}
          onClick={() => onChange(option.value)}
          type="button"
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
