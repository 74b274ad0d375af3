import { type ComponentProps, type ReactNode, useId } from "react"
import { cn } from "./cn"

type FieldProps = Omit<ComponentProps<"input">, "id"> & {
  label: string
  hint?: ReactNode
  error?: string | null
  /** Stands at the right end of the label's line. */
  aside?: ReactNode
  /** Stands inside the field at its right end, such as a unit. */
  unit?: ReactNode
}

/** A labelled input whose hint and error are read out with it. */
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
              // What can be pressed is larger than it looks, and must not be cut.
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
