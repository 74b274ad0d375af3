"use client"

import Link from "next/link"
import { usePathname } from "next/navigation"
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from "react"
import { cn } from "@/components/ui/cn"
import { Icon } from "@/components/ui/icon"
import { menuItems } from "./navigation-items"

type Props = {
  /** What the button shows. */
  children: ReactNode
  buttonClassName: string
  panelClassName: string
  /** Whether the header of wide screens shows some of these pages itself. */
  isInHeader?: boolean
  isCurrent: (href: string) => boolean
}

/** The pages that do not fit into the bar. It is a disclosure, so it also opens without scripts. */
export function MoreMenu(props: Props) {
  // Another page begins with a closed menu.
  return <Disclosure key={usePathname()} {...props} />
}

function Disclosure({ children, buttonClassName, panelClassName, isInHeader, isCurrent }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  useCloseOutside(details)
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !details.current?.open) return
    details.current.open = false
    details.current.querySelector("summary")?.focus()
  }
  return (
    <details className="group" onKeyDown={closeByKey} ref={details}>
      <summary
        className={cn(
          "cursor-pointer list-none [&::-webkit-details-marker]:hidden",
          buttonClassName,
        )}
      >
        {children}
      </summary>
      <ul className={panelClassName}>
        {menuItems.map(({ href, label, icon, visibility }) => (
          <li className={cn(isInHeader && visibility === "wide" && "xl:hidden")} key={href}>
            <Link
              aria-current={isCurrent(href) ? "page" : undefined}
              className={cn(
                "menu-link",
                isCurrent(href) ? "bg-accent-soft text-accent" : "text-ink hover:bg-sunken",
              )}
              href={href}
              prefetch={false}
            >
              <Icon name={icon} size={18} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Closes the menu when something else is pressed or focused. */
function useCloseOutside(details: RefObject<HTMLDetailsElement | null>) {
  useEffect(() => {
    const close = ({ target }: Event) => {
      if (target instanceof Node && !details.current?.contains(target)) {
        if (details.current) details.current.open = false
      }
    }
    document.addEventListener("pointerdown", close)
    document.addEventListener("focusin", close)
    return () => {
      document.removeEventListener("pointerdown", close)
      document.removeEventListener("focusin", close)
    }
  }, [details])
}
