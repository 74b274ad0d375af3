import Link from "next/link"
import type { ComponentProps } from "react"
import { cn } from "./cn"
import { Icon, type IconName } from "./icon"
import { Spinner } from "./spinner"

type Variant = "primary" | "secondary" | "quiet" | "danger"
type Size = "sm" | "md" | "lg"

const base =
  "inline-flex items-center justify-center gap-2 rounded-control font-medium transition-colors disabled:cursor-not-allowed aria-disabled:cursor-progress"

// Touch targets need 44 px.
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

type ButtonProps = ComponentProps<"button"> & {
  variant?: Variant
  size?: Size
  pending?: boolean
  /** Its label says until when it does nothing. */
  isWaiting?: boolean
}

/** While `pending` it keeps its size, label and focus, and ignores presses; while it waits, too. */
export function Button({
  variant = "primary",
  size = "md",
  pending,
  isWaiting,
  className,
  children,
  ...rest
}: ButtonProps) {
  const isIdle = pending || isWaiting
  return (
    <button
      type="button"
      {...rest}
      aria-busy={pending || undefined}
      aria-disabled={isIdle || undefined}
      className={cn(base, sizes[size], variants[variant], isWaiting && "opacity-60", className)}
      // A disabled button would lose the focus.
      onClick={isIdle && isInteractive(rest) ? (event) => event.preventDefault() : rest.onClick}
    >
      {pending && <Spinner />}
      {children}
    </button>
  )
}

const isInteractive = ({ onClick, type }: ComponentProps<"button">) =>
  onClick !== undefined || type === "submit"

type ButtonLinkProps = ComponentProps<typeof Link> & { variant?: Variant; size?: Size }

/** Not prefetched: pages are rendered per request. */
export function ButtonLink({
  variant = "primary",
  size = "md",
  className,
  ...rest
}: ButtonLinkProps) {
  const classNames = cn(base, sizes[size], variants[variant], className)
  return <Link prefetch={false} {...rest} className={classNames} />
}

type IconButtonProps = Omit<ComponentProps<"button">, "children"> & {
  /** Accessible name and tooltip. */
  label: string
  icon: IconName
  iconSize?: number
}

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
