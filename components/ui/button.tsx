import Link from "next/link"
import type { ComponentProps } from "react"
import { classes } from "./classes"
import { Spinner } from "./spinner"

type Look = "primary" | "secondary" | "quiet" | "danger"

const base =
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-4 text-sm font-medium transition-colors disabled:cursor-not-allowed"

const looks: Record<Look, string> = {
  primary:
    "bg-accent text-on-accent hover:not-disabled:bg-accent-hover disabled:bg-sunken disabled:text-muted",
  secondary: "border border-line-strong bg-surface text-ink hover:bg-sunken disabled:opacity-60",
  quiet: "text-accent hover:bg-accent-soft disabled:opacity-60",
  danger: "border border-coral bg-surface text-coral hover:bg-coral-soft disabled:opacity-60",
}

type ButtonProps = ComponentProps<"button"> & { look?: Look; pending?: boolean }

/** While `pending` it keeps its place and its words, and cannot be pressed again. */
export function Button({ look = "primary", pending, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={pending || undefined}
      className={classes(base, looks[look], className)}
      disabled={rest.disabled || pending}
    >
      {pending && <Spinner />}
      {children}
    </button>
  )
}

type ButtonLinkProps = ComponentProps<typeof Link> & { look?: Look }

export function ButtonLink({ look = "primary", className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={classes(base, looks[look], className)} />
}
