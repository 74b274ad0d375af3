import type { ReactNode } from "react"

type FormProps = { onSubmit: () => void; className?: string; children: ReactNode }

/** A form that scripts submit; its fields show their errors themselves. */
export function Form({ onSubmit, className, children }: FormProps) {
  return (
    <form
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}
