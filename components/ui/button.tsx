import Link from "next/link"
import type { ComponentProps } from "react"
import { cn } from "./cn"
import { Icon, type IconName } from "./icon"
import { Spinner } from "./spinner"

type Variant = "primary" | "secondary" | "quiet" | "danger"
type Size = "sm" | "md" | "lg"

const base = "button"

// Touch targets need 44 px.
const sizes: Record<Size, string> = {
  sm: "button-sm",
  md: "button-md",
  lg: "button-lg",
}

const variants: Record<Variant, string> = {
  primary: "button-primary",
  secondary: "button-secondary",
  quiet: "button-quiet",
  danger: "button-danger",
}

type ButtonProps = ComponentProps<"button"> & {
  variant?: Variant
  size?: Size
  pending?: boolean
  /** The label says until when the button does nothing. */
  isWaiting?: boolean
}

/** While `pending` or waiting, it keeps its size, label and focus, and ignores presses. */
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

/** It does not prefetch, because pages are rendered per request. */
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
      className={cn("icon-button", className)}
    >
      <Icon name={icon} size={iconSize} />
    </button>
  )
}
