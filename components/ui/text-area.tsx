import { type ComponentProps, type ReactNode, useId } from "react"
import { cn } from "./cn"

type TextAreaProps = Omit<ComponentProps<"textarea">, "id"> & {
  label: string
  hint?: ReactNode
  error?: string | null
}

/** A labelled textarea; with `maxLength` it counts the characters. */
export function TextArea({ label, hint, error, className, ...input }: TextAreaProps) {
  const id = useId()
  const note = error ?? hint
  const used = typeof input.value === "string" ? [...input.value].length : null
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label className="text-sm font-medium" htmlFor={id}>
          {label}
        </label>
        {input.maxLength && used !== null && (
          <span className="figures text-sm text-muted">
            {used} / {input.maxLength}
          </span>
        )}
      </div>
      <textarea
        rows={4}
        {...input}
        aria-describedby={note ? `${id}-note` : undefined}
        aria-invalid={error ? true : undefined}
        className={cn(
          "w-full rounded-control border bg-surface px-3 py-2 text-base placeholder:text-muted",
          error ? "border-coral" : "border-line-strong",
          className,
        )}
        id={id}
      />
      {note && (
        <p className={cn("text-sm", error ? "text-coral" : "text-muted")} id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  )
}
