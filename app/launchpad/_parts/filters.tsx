"use client"

import { useRouter } from "next/navigation"
import { useEffect, useId, useRef, useTransition } from "react"
import { Icon } from "@/components/ui/icon"
import { Spinner } from "@/components/ui/spinner"
import { launchpadHref } from "./links"
import { NativeSelect } from "./native-select"
import type { LaunchpadQuery } from "./query"

const sorts = [
  ["newest", "Newest"],
  ["oldest", "Oldest"],
  ["active", "Most traded"],
  ["change", "Biggest rise"],
  ["moved", "Biggest move"],
  ["price", "Highest price"],
  ["liquidity", "Most liquidity"],
  ["holders", "Most holders"],
  ["progress", "Fullest reward phase"],
] as const satisfies readonly (readonly [LaunchpadQuery["sort"], string])[]

const kinds = [
  ["", "All kinds"],
  ["stable", "Stable+"],
  ["floor", "Floor+"],
] as const

const buying = [
  ["", "All tokens"],
  ["false", "Open to all"],
  ["true", "Whitelist only"],
] as const

/** Typing waits this long for the next letter before it searches. */
const PAUSE_MS = 300

/** A plain GET form; with JavaScript it applies itself while one types and chooses. */
export function Filters({ query }: { query: LaunchpadQuery }) {
  const { form, apply, applySoon, isPending } = useApplied(query)
  const choose = () => apply({ isNewEntry: true })
  const isTable = query.view === "table"
  return (
    <search>
      <form
        action="/launchpad"
        aria-busy={isPending}
        className="grid grid-cols-2 gap-x-3 gap-y-2 sm:grid-cols-3 lg:flex lg:flex-wrap lg:items-end"
        onSubmit={(event) => {
          event.preventDefault()
          choose()
        }}
        ref={form}
      >
        <Kept query={query} />
        <SearchField isPending={isPending} onInput={applySoon} value={query.search ?? ""} />
        <NativeSelect
          key={`kind ${query.kind}`}
          label="Kind"
          name="kind"
          onChange={choose}
          options={kinds}
          value={query.kind ?? ""}
        />
        <NativeSelect
          key={`frozen ${query.frozen}`}
          label="Buying"
          name="frozen"
          onChange={choose}
          options={buying}
          value={query.frozen === undefined ? "" : `${query.frozen}`}
        />
        {isTable && (
          <NativeSelect
            key={`sort ${query.sort}`}
            label="Sort by"
            name="sort"
            onChange={choose}
            options={sorts}
            value={query.sort}
          />
        )}
        <Toggle isOn={query.image === true} label="With picture" name="image" onChange={choose} />
        <Toggle isOn={query.vetted === true} label="Vetted" name="vetted" onChange={choose} />
      </form>
    </search>
  )
}

/** What the URL says and no field does. */
function Kept({ query: { view, column, dev, phase } }: { query: LaunchpadQuery }) {
  return (
    <>
      {view === "table" && <input name="view" type="hidden" value={view} />}
      {column !== "new" && <input name="column" type="hidden" value={column} />}
      {dev && <input name="dev" type="hidden" value={dev} />}
      {phase && <input name="phase" type="hidden" value={phase} />}
    </>
  )
}

function useApplied(query: LaunchpadQuery) {
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

  const apply = ({ isNewEntry }: { isNewEntry: boolean }) => {
    clearTimeout(timer.current)
    if (!form.current) return
    const href = launchpadHref(textsOf(form.current))
    if (href === current) return
    applied.current = href
    startTransition(() => (isNewEntry ? router.push : router.replace)(href, { scroll: false }))
  }
  const applySoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => apply({ isNewEntry: !query.search }), PAUSE_MS)
  }
  return { form, apply, applySoon, isPending }
}

type SearchFieldProps = { value: string; isPending: boolean; onInput: () => void }

function SearchField({ value, isPending, onInput }: SearchFieldProps) {
  const id = useId()
  return (
    <div className="col-span-full grid gap-1.5 lg:min-w-64 lg:flex-1">
      <label className="text-sm font-medium" htmlFor={id}>
        Search
      </label>
      <div className="flex min-h-12 items-center gap-2 rounded-control border border-line-strong bg-surface px-3 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-accent">
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
        <button
          aria-label="Apply the filters"
          className="-mr-2 flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:text-ink"
          type="submit"
        >
          {isPending ? <Spinner /> : <Icon name="search" />}
        </button>
      </div>
    </div>
  )
}

type ToggleProps = { name: string; label: string; isOn: boolean; onChange: () => void }

function Toggle({ name, label, isOn, onChange }: ToggleProps) {
  return (
    <label className="flex min-h-12 items-center gap-2 self-end rounded-control border border-line-strong bg-surface px-3 text-sm font-medium whitespace-nowrap has-checked:border-accent has-checked:bg-accent-soft">
      <input
        className="size-5 accent-accent"
        defaultChecked={isOn}
        key={`${isOn}`}
        name={name}
        onChange={onChange}
        type="checkbox"
        value="true"
      />
      {label}
    </label>
  )
}

function textsOf(form: HTMLFormElement) {
  const entries = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && value.trim() ? [[name, value] as const] : [],
  )
  return Object.fromEntries(entries)
}
