"use client"

import Link from "next/link"
import { usePathname } from "next/navigation"
import { cn } from "@/components/ui/cn"
import { Icon } from "@/components/ui/icon"
import { MoreMenu } from "./more-menu"
import { menuItems, navigationItems } from "./navigation-items"

const headerItems = navigationItems.filter(({ visibility }) => visibility !== "menu")

/** The header's links; phones have the bottom bar. */
export function HeaderNavigation() {
  const isCurrent = useIsCurrentPage()
  return (
    <nav aria-label="Main" className="hidden lg:block">
      <ul className="flex 2xl:gap-1">
        {headerItems.map(({ href, label, visibility }) => (
          <li
            // The logo leads home as well.
            className={cn((visibility === "wide" || href === "/") && "max-xl:hidden")}
            key={href}
          >
            <Link
              aria-current={isCurrent(href) ? "page" : undefined}
              className={cn(
                "navigation-link",
                isCurrent(href) ? "bg-accent-soft text-accent" : "text-muted hover:text-ink",
              )}
              href={href}
              prefetch={false}
            >
              {label}
            </Link>
          </li>
        ))}
        <li className="relative">
          <MoreMenu
            buttonClassName="flex min-h-11 items-center gap-1 rounded-control px-2 text-sm font-medium whitespace-nowrap text-muted hover:text-ink 2xl:px-3"
            isCurrent={isCurrent}
            isInHeader
            panelClassName="absolute top-full left-0 z-30 mt-1 grid min-w-48 rounded-card border border-line bg-surface p-1 shadow-card"
          >
            More
            <span className="max-xl:hidden">
              <Icon name="chevron" size={16} />
            </span>
          </MoreMenu>
        </li>
      </ul>
    </nav>
  )
}

const bottomBarItems = navigationItems.filter(({ visibility }) => visibility === "everywhere")
const BAR_ITEM = "bar-link"

export function BottomBar() {
  const isCurrent = useIsCurrentPage()
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="grid grid-cols-[repeat(6,minmax(2.75rem,auto))]">
        {bottomBarItems.map(({ href, label, icon }) => (
          <li key={href}>
            <Link
              aria-current={isCurrent(href) ? "page" : undefined}
              className={cn(
                BAR_ITEM,
                isCurrent(href) ? "border-accent text-accent" : "border-transparent text-muted",
              )}
              href={href}
              prefetch={false}
            >
              <Icon name={icon} size={22} />
              {label}
            </Link>
          </li>
        ))}
        <li>
          <MoreMenu
            buttonClassName={cn(
              BAR_ITEM,
              menuItems.some(({ href }) => isCurrent(href))
                ? "border-accent text-accent"
                : "border-transparent text-muted",
            )}
            isCurrent={isCurrent}
            panelClassName="absolute inset-x-0 bottom-full grid grid-cols-2 gap-1 border-t border-line bg-surface p-2 shadow-card sm:grid-cols-4"
          >
            <Icon name="more" size={22} />
            More
          </MoreMenu>
        </li>
      </ul>
    </nav>
  )
}

function useIsCurrentPage() {
  const path = usePathname()
  return (href: string) =>
    href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`)
}
