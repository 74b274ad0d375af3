"use client"

import type { ReactNode } from "react"
import { cn } from "@/components/ui/cn"
import { type PageTab, pageTabs } from "./links"
import { StateLink, useTokenState } from "./state-link"

const names: Record<PageTab, string> = {
  trades: "Trades",
  comments: "Comments",
  holders: "Holders",
  safety: "Safety",
  about: "About",
}

/** Tabs of the sections on phones; wide screens show all sections. */
export function PageTabs({ address }: { address: string }) {
  const { tab } = useTokenState()
  return (
    <nav aria-label="Sections" className="flex border-b border-line lg:hidden">
      {pageTabs.map((value) => (
        <StateLink
          address={address}
          className={cn(
            "-mb-px flex min-h-11 flex-auto items-center justify-center border-b-2 px-1.5 text-sm font-medium",
            value === tab
              ? "border-accent text-accent"
              : "border-transparent text-muted hover:text-ink",
          )}
          isCurrent={value === tab}
          isLocal
          key={value}
          set={{ tab: value }}
        >
          {names[value]}
        </StateLink>
      ))}
    </nav>
  )
}

/** A section, on phones shown with its tab. */
export function TabPart({ tab, id, children }: { tab: PageTab; id?: string; children: ReactNode }) {
  const { tab: current } = useTokenState()
  return (
    <div
      className={cn(
        "below-fold grid min-w-0 scroll-mt-15 grid-cols-1 gap-5 [--tall:40rem] empty:hidden",
        tab !== current && "max-lg:hidden",
      )}
      id={id}
    >
      {children}
    </div>
  )
}
