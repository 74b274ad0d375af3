import { type ReactNode, useId } from "react"

type CheckFieldProps = {
  label: string
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

export function CheckField({ label, hint, checked, onChange }: CheckFieldProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-x-1">
      {/* A finger needs more room than the box has. */}
      <label className="-ml-2.5 flex size-11 items-center justify-center" htmlFor={id}>
        <input
          aria-describedby={hint ? `${id}-hint` : undefined}
          checked={checked}
          className="size-5 accent-accent"
          id={id}
          onChange={(event) => onChange(event.target.checked)}
          type="checkbox"
        />
      </label>
      <label className="flex min-h-11 items-center text-sm font-medium" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className="col-start-2 -mt-1 text-sm text-muted" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
