import { type ReactNode, useId } from "react"

type CheckboxProps = {
  label: string
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

export function Checkbox({ label, hint, checked, onChange }: CheckboxProps) {
  const id = useId()
  return (
    <div>
      {/* The label extends the touch target. */}
      <label className="-ml-2.5 flex min-h-11 items-center gap-1 text-sm font-medium" htmlFor={id}>
        <span className="flex size-11 shrink-0 items-center justify-center">
          <input
            aria-describedby={hint ? `${id}-hint` : undefined}
            checked={checked}
            className="size-5 accent-accent"
            id={id}
            onChange={(event) => onChange(event.target.checked)}
            type="checkbox"
          />
        </span>
        {label}
      </label>
      {hint && (
        <p className="-mt-1 ml-9.5 text-sm text-muted" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
