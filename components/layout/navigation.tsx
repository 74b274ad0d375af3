"use client"

import Link from "next/link"
import { usePathname } from "next/navigation"
import { classes } from "@/components/ui/classes"
import { Icon } from "@/components/ui/icon"
import { destinations } from "./destinations"

/** The pages of the site: a row in the header, and on phones a bar at the lower edge. */
export function HeaderNavigation() {
  const isHere = useIsHere()
  return (
    <nav aria-label="Main" className="hidden lg:block">
      <ul className="flex xl:gap-1">
        {destinations.map(({ href, label, isWideOnly }) => (
          <li className={classes(isWideOnly && "max-xl:hidden")} key={href}>
            <Link
              aria-current={isHere(href) ? "page" : undefined}
              className={classes(
                "flex min-h-11 items-center rounded-control px-2 text-sm font-medium whitespace-nowrap xl:px-2.5 2xl:px-3",
                isHere(href) ? "bg-accent-soft text-accent" : "text-muted hover:text-ink",
              )}
              href={href}
              prefetch={false}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const inBar = destinations.filter(({ isWideOnly }) => !isWideOnly)

export function BottomBar() {
  const isHere = useIsHere()
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="grid grid-cols-5">
        {inBar.map(({ href, label, icon }) => (
          <li key={href}>
            <Link
              aria-current={isHere(href) ? "page" : undefined}
              className={classes(
                "flex min-h-14 flex-col items-center justify-center gap-0.5 border-t-2 text-[0.6875rem] font-medium",
                isHere(href) ? "border-accent text-accent" : "border-transparent text-muted",
              )}
              href={href}
              prefetch={false}
            >
              <Icon name={icon} size={22} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function useIsHere() {
  const path = usePathname()
  return (href: string) =>
    href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`)
}
