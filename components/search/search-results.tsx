"use client"

import { Command } from "cmdk"
import { type ReactNode, useState } from "react"
import { navigationItems } from "@/components/layout/navigation-items"
import { Icon, type IconName } from "@/components/ui/icon"
import { EmptyState, ErrorState, Skeleton } from "@/components/ui/states"
import type { SearchItem } from "@/lib/search/schema"
import { clearRecent, readRecent } from "./recent"
import { SearchResult } from "./search-result"
import type { useSearch } from "./use-search"

type SearchResultsProps = {
  text: string
  search: ReturnType<typeof useSearch>
  onOpen: (item: SearchItem) => void
  onGo: (href: string) => void
}

/** Below the search field: results, or without a query the items opened last and the pages. */
export function SearchResults({ text, search, onOpen, onGo }: SearchResultsProps) {
  const query = text.trim()
  return (
    <Command.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 sm:min-h-80">
      {query === "" ? (
        <RecentAndPages onGo={onGo} onOpen={onOpen} />
      ) : (
        <ResultGroups query={query} onGo={onGo} onOpen={onOpen} search={search} />
      )}
    </Command.List>
  )
}

type ResultGroupsProps = Omit<SearchResultsProps, "text"> & { query: string }

function ResultGroups({ query, search, onOpen, onGo }: ResultGroupsProps) {
  const { answer, isLoading, hasFailed, retry } = search
  if (hasFailed) return <ErrorState onRetry={retry} title="Search is unavailable" />
  if (!answer) return <ResultsSkeleton />
  const count = answer.groups.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <div aria-busy={isLoading} className={isLoading ? "opacity-60" : undefined}>
      <p className="sr-only" role="status">
        {isLoading ? "" : `${count} ${count === 1 ? "result" : "results"}`}
      </p>
      {answer.groups.map(({ id, label, items }) => (
        <Group heading={label} key={id}>
          {items.map((item) => (
            <Item key={item.id} onSelect={() => onOpen(item)} value={item.id}>
              <SearchResult item={item} />
            </Item>
          ))}
        </Group>
      ))}
      {count === 0 && !isLoading && (
        <EmptyState icon="search" title={`No results for “${query}”`}>
          Try a shorter part of the name, or the beginning of an address.
        </EmptyState>
      )}
      {count > 0 && (
        <Item
          icon="right"
          onSelect={() => onGo(`/search?q=${encodeURIComponent(query)}`)}
          value="all results"
        >
          <span className="min-w-0 truncate text-sm">All results for “{query}”</span>
        </Item>
      )}
    </div>
  )
}

const SKELETON_ROWS = ["one", "two", "three", "four"]

function ResultsSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-1 pt-8">
      {SKELETON_ROWS.map((line) => (
        <span className="flex min-h-14 items-center gap-3 px-2" key={line}>
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-4 w-40" />
          <Skeleton className="ml-auto h-4 w-16" />
        </span>
      ))}
    </div>
  )
}

function RecentAndPages({ onOpen, onGo }: Pick<SearchResultsProps, "onOpen" | "onGo">) {
  const [recent, setRecent] = useState(readRecent)
  const clear = () => {
    clearRecent()
    setRecent([])
  }
  return (
    <>
      {recent.length > 0 && (
        <Group heading="Recent">
          {recent.map((item) => (
            <Item key={item.id} onSelect={() => onOpen(item)} value={item.id}>
              <SearchResult item={item} />
            </Item>
          ))}
          <Item icon="remove" onSelect={clear} value="clear recent">
            <span className="text-sm">Clear recent searches</span>
          </Item>
        </Group>
      )}
      <Group heading="Go to">
        {navigationItems.map(({ href, label, icon }) => (
          <Item icon={icon} key={href} onSelect={() => onGo(href)} value={`page ${href}`}>
            {label}
          </Item>
        ))}
      </Group>
    </>
  )
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
      heading={heading}
    >
      {children}
    </Command.Group>
  )
}

type ItemProps = { value: string; icon?: IconName; onSelect: () => void; children: ReactNode }

function Item({ value, icon, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-2 py-1.5 data-[selected=true]:bg-sunken data-[selected=true]:outline-2 data-[selected=true]:-outline-offset-2 data-[selected=true]:outline-line-strong"
      onSelect={onSelect}
      value={value}
    >
      {icon && (
        <span className="flex w-8 justify-center text-muted">
          <Icon name={icon} />
        </span>
      )}
      {children}
    </Command.Item>
  )
}
