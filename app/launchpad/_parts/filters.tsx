"use client"

import { useRouter } from "next/navigation"
import { type ComponentProps, useEffect, useId, useRef, useTransition } from "react"
import { Button } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { Spinner } from "@/components/ui/spinner"
import type { BrowseQuery, tokenSorts } from "@/lib/tokens/schema"
import { launchpadHref } from "./links"

const sorts: Partial<Record<(typeof tokenSorts)[number], string>> = {
  newest: "Newest",
  oldest: "Oldest",
  active: "Most traded",
  change: "Biggest rise",
  liquidity: "Most liquidity",
}

const kinds = { "": "All kinds", stable: "Stable+", floor: "Floor+" } as const

/** Typing waits this long for the next letter before it searches. */
const PAUSE_MS = 300

/** A plain GET form; with JavaScript it applies itself while one types and chooses. */
export function Filters({ query }: { query: BrowseQuery }) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isPending, startTransition] = useTransition()

  const applied = useRef<string>(undefined)
  const current = launchpadHref(query)

  // Back, forward and links change the URL while the field keeps what was typed: show the URL's text.
  useEffect(() => {
    const field = form.current?.elements.namedItem("search")
    if (current === applied.current || !(field instanceof HTMLInputElement)) return
    const isFirst = applied.current === undefined
    applied.current = current
    // What was typed before the page's code had loaded is searched now.
    if (isFirst && field.value !== field.defaultValue) form.current?.requestSubmit()
    else field.value = query.search ?? ""
  }, [current, query.search])
  useEffect(() => () => clearTimeout(timer.current), [])

  const apply = (isNewEntry: boolean) => {
    clearTimeout(timer.current)
    if (!form.current) return
    const href = launchpadHref(textsOf(form.current))
    if (href === current) return
    applied.current = href
    startTransition(() => (isNewEntry ? router.push : router.replace)(href, { scroll: false }))
  }
  const applySoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => apply(!query.search), PAUSE_MS)
  }

  return (
    <search>
      <form
        action="/launchpad"
        aria-busy={isPending}
        className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto_auto] sm:items-end"
        onSubmit={(event) => {
          event.preventDefault()
          apply(true)
        }}
        ref={form}
      >
        {query.dev && <input name="dev" type="hidden" value={query.dev} />}
        <SearchField isPending={isPending} onInput={applySoon} value={query.search ?? ""} />
        <Select
          key={`kind ${query.kind}`}
          label="Kind"
          name="kind"
          onChange={() => apply(true)}
          options={Object.entries(kinds)}
          value={query.kind ?? ""}
        />
        <Select
          key={`sort ${query.sort}`}
          label="Sort by"
          name="sort"
          onChange={() => apply(true)}
          options={Object.entries(sorts)}
          value={query.sort}
        />
        <Button className="col-span-2 min-h-12 sm:col-span-1" look="secondary" type="submit">
          Search
        </Button>
      </form>
    </search>
  )
}

type SearchFieldProps = { value: string; isPending: boolean; onInput: () => void }

function SearchField({ value, isPending, onInput }: SearchFieldProps) {
  const id = useId()
  return (
    <div className="col-span-2 grid gap-1.5 sm:col-span-1">
      <label className="text-sm font-medium" htmlFor={id}>
        Search
      </label>
      <div className="flex min-h-12 items-center gap-2 rounded-control border border-line-strong bg-surface px-3 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-accent">
        <span className="text-muted">{isPending ? <Spinner /> : <Icon name="search" />}</span>
        <input
          autoComplete="off"
          className="min-h-11 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-muted"
          defaultValue={value}
          dir="auto"
          enterKeyHint="search"
          id={id}
          maxLength={100}
          name="search"
          onInput={onInput}
          placeholder="Name, symbol or address"
          type="search"
        />
      </div>
    </div>
  )
}

type SelectProps = ComponentProps<"select"> & {
  label: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
}

function Select({ label, options, value, ...rest }: SelectProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label className="text-sm font-medium" htmlFor={id}>
        {label}
      </label>
      <select
        {...rest}
        className="min-h-12 rounded-control border border-line-strong bg-surface px-3 text-base"
        defaultValue={value}
        id={id}
      >
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

function textsOf(form: HTMLFormElement) {
  const entries = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && value.trim() ? [[name, value] as const] : [],
  )
  return Object.fromEntries(entries)
}
