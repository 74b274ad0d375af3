import type { ReactNode } from "react"

type FormProps = { onSubmit: () => void; className?: string; children: ReactNode }

/** A form that scripts submit; its fields show their errors themselves. The first that is wrong gets the focus. */
export function Form({ onSubmit, className, children }: FormProps) {
  return (
    <form
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        onSubmit()
        // Errors that were not shown before appear in the next frame.
        requestAnimationFrame(() =>
          form.querySelector<HTMLElement>("[aria-invalid='true']")?.focus(),
        )
      }}
    >
      {children}
    </form>
  )
}
