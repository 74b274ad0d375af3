"use client"

import { Command } from "cmdk"
import { type ReactNode, useState } from "react"
import { navigationItems } from "@/components/layout/navigation-items"
import { Icon } from "@/components/ui/icon"
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

/** What stands below the search field: findings, or what was opened lately while nothing is asked. */
export function SearchResults({ text, search, onOpen, onGo }: SearchResultsProps) {
  const asked = text.trim()
  return (
    <Command.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 sm:min-h-80">
      {asked === "" ? (
        <RecentAndPages onGo={onGo} onOpen={onOpen} />
      ) : (
        <ResultGroups asked={asked} onGo={onGo} onOpen={onOpen} search={search} />
      )}
    </Command.List>
  )
}

type ResultGroupsProps = Omit<SearchResultsProps, "text"> & { asked: string }

function ResultGroups({ asked, search, onOpen, onGo }: ResultGroupsProps) {
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
        <EmptyState icon="search" title={`No results for “${asked}”`}>
          Try a shorter part of the name, or the beginning of an address.
        </EmptyState>
      )}
      {count > 0 && (
        <Item onSelect={() => onGo(`/search?q=${encodeURIComponent(asked)}`)} value="all results">
          <span className="flex w-8 justify-center text-muted">
            <Icon name="right" />
          </span>
          <span className="min-w-0 truncate text-sm">All results for “{asked}”</span>
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
  const forget = () => {
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
          <Item onSelect={forget} value="forget">
            <span className="flex w-8 justify-center text-muted">
              <Icon name="remove" />
            </span>
            <span className="text-sm">Clear recent searches</span>
          </Item>
        </Group>
      )}
      <Group heading="Go to">
        {navigationItems.map(({ href, label, icon }) => (
          <Item key={href} onSelect={() => onGo(href)} value={`page ${href}`}>
            <span className="flex w-8 justify-center text-muted">
              <Icon name={icon} />
            </span>
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

type ItemProps = { value: string; onSelect: () => void; children: ReactNode }

function Item({ value, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-2 py-1.5 data-[selected=true]:bg-sunken data-[selected=true]:outline-2 data-[selected=true]:-outline-offset-2 data-[selected=true]:outline-line-strong"
      onSelect={onSelect}
      value={value}
    >
      {children}
    </Command.Item>
  )
}
