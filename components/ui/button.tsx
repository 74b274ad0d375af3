import Link from "next/link"
import type { ComponentProps } from "react"
import { cn } from "./cn"
import { Icon, type IconName } from "./icon"
import { Spinner } from "./spinner"

type Variant = "primary" | "secondary" | "quiet" | "danger"
type Size = "sm" | "md" | "lg"

const base =
  "inline-flex items-center justify-center gap-2 rounded-control font-medium transition-colors disabled:cursor-not-allowed aria-disabled:cursor-progress"

// A finger needs 44 px; a mouse is content with less.
const sizes: Record<Size, string> = {
  sm: "min-h-11 px-3 text-sm sm:min-h-9",
  md: "min-h-11 px-4 text-sm",
  lg: "min-h-13 px-5 text-base",
}

const variants: Record<Variant, string> = {
  primary:
    "bg-accent text-on-accent hover:not-disabled:bg-accent-hover disabled:bg-sunken disabled:text-muted",
  secondary: "border border-line-strong bg-surface text-ink hover:bg-sunken disabled:opacity-60",
  quiet: "text-accent hover:bg-accent-soft disabled:opacity-60",
  danger: "border border-coral bg-surface text-coral hover:bg-coral-soft disabled:opacity-60",
}

type ButtonProps = ComponentProps<"button"> & { variant?: Variant; size?: Size; pending?: boolean }

/** While `pending` it keeps its place, its words and the focus, and cannot be pressed again. */
export function Button({
  variant = "primary",
  size = "md",
  pending,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      className={cn(base, sizes[size], variants[variant], className)}
      // Disabled, it would lose the focus. Without anything to do there is nothing to hold back.
      onClick={pending && isActive(rest) ? (event) => event.preventDefault() : rest.onClick}
    >
      {pending && <Spinner />}
      {children}
    </button>
  )
}

const isActive = ({ onClick, type }: ComponentProps<"button">) =>
  onClick !== undefined || type === "submit"

type ButtonLinkProps = ComponentProps<typeof Link> & { variant?: Variant; size?: Size }

/** Not fetched ahead: pages answer at once or not at all, so there is nothing to have before the press. */
export function ButtonLink({
  variant = "primary",
  size = "md",
  className,
  ...rest
}: ButtonLinkProps) {
  const looksOf = cn(base, sizes[size], variants[variant], className)
  return <Link prefetch={false} {...rest} className={looksOf} />
}

type IconButtonProps = Omit<ComponentProps<"button">, "children"> & {
  /** Read out, and shown by the browser on hover. */
  label: string
  icon: IconName
  iconSize?: number
}

/** A button that is only a drawing; its name is its label. */
export function IconButton({ label, icon, iconSize = 20, className, ...rest }: IconButtonProps) {
  return (
    <button
      title={label}
      type="button"
      {...rest}
      aria-label={label}
      className={cn(
        "flex size-11 shrink-0 items-center justify-center rounded-control text-muted transition-colors hover:bg-sunken hover:text-ink disabled:cursor-not-allowed disabled:opacity-55",
        className,
      )}
    >
      <Icon name={icon} size={iconSize} />
    </button>
  )
}
