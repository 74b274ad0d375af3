import { type ComponentProps, type ReactNode, useId } from "react"
import { cn } from "./cn"

type FieldProps = Omit<ComponentProps<"input">, "id"> & {
  label: string
  hint?: ReactNode
  error?: string | null
  /** To the right of the label. */
  aside?: ReactNode
  /** Inside the field, to the right. */
  unit?: ReactNode
}

/** A labelled input; its hint or error describes it for screen readers. */
export function Field({ label, hint, error, aside, unit, className, ...input }: FieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label className="shrink-0 text-sm font-medium" htmlFor={id}>
          {label}
        </label>
        {aside && (
          <span
            className={cn(
              "figures min-w-0 text-sm text-muted",
              // The touch target of a button is larger than the button and must not be cut off.
              typeof aside === "string" && "truncate",
            )}
          >
            {aside}
          </span>
        )}
      </div>
      <div
        className={cn(
          "flex min-h-12 items-center rounded-control border bg-surface focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-accent",
          error ? "border-coral" : "border-line-strong",
        )}
      >
        <input
          autoComplete="off"
          {...input}
          aria-describedby={note ? `${id}-note` : undefined}
          aria-invalid={error ? true : undefined}
          className={cn(
            "min-h-11 w-full min-w-0 rounded-control bg-transparent px-3 text-base outline-none placeholder:text-muted",
            className,
          )}
          id={id}
        />
        {unit && <bdi className="max-w-2/5 shrink-0 truncate pr-3 text-sm text-muted">{unit}</bdi>}
      </div>
      {note && (
        <p className={cn("text-sm", error ? "text-coral" : "text-muted")} id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  )
}
