"use client"

import { useRouter } from "next/navigation"
import { type ReactNode, useEffect, useId, useRef, useTransition } from "react"
import { Icon } from "./icon"
import { Spinner } from "./spinner"

/** Debounce of the search field. */
const PAUSE_MS = 300

type FilterFormProps = {
  /** The list's path: the form is submitted there without JavaScript. */
  action: string
  /** The current URL of the list. */
  href: string
  /** The URL for the values of the fields. */
  hrefOf: (texts: Record<string, string>) => string
  search: string
  placeholder: string
  /** The fields beside the search; they call `submit` when they change. */
  children: (submit: () => void) => ReactNode
}

/** Search and filters of a list: a GET form that submits itself on every change. */
export function FilterForm({ action, children, placeholder, ...list }: FilterFormProps) {
  const { form, apply, applySoon, applyNow, isPending } = useFilterForm(list)
  const submit = () => apply({ isNewEntry: true })
  return (
    <search>
      <form
        action={action}
        aria-busy={isPending}
        className="grid grid-cols-2 gap-x-3 gap-y-2 sm:grid-cols-3 lg:flex lg:flex-wrap lg:items-end"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        ref={form}
      >
        <SearchField
          isPending={isPending}
          onInput={applySoon}
          onLeave={applyNow}
          placeholder={placeholder}
          value={list.search}
        />
        {/* On phones one scrolling row, which leaves room for the list. */}
        <div
          className="col-span-full -mx-4 flex gap-2 overflow-x-auto px-4 py-1.5 sm:contents"
          data-filters=""
        >
          {children(submit)}
        </div>
      </form>
    </search>
  )
}

type FilterState = Pick<FilterFormProps, "href" | "hrefOf" | "search">

function useFilterForm({ href: currentHref, hrefOf, search }: FilterState) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isPending, startTransition] = useTransition()
  const applied = useRef<string>(undefined)

  // Back, forward and links change the URL but not the uncontrolled field: set it to the URL's text.
  useEffect(() => {
    const field = form.current?.elements.namedItem("search")
    if (currentHref === applied.current || !(field instanceof HTMLInputElement)) return
    const isFirst = applied.current === undefined
    applied.current = currentHref
    // The user has typed before the page was hydrated.
    if (isFirst && field.value !== field.defaultValue) form.current?.requestSubmit()
    else field.value = search
  }, [currentHref, search])
  useEffect(() => () => clearTimeout(timer.current), [])

  const apply = ({ isNewEntry }: { isNewEntry: boolean }) => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (!form.current) return
    const href = hrefOf(readFormValues(form.current))
    if (href === currentHref) return
    applied.current = href
    startTransition(() => (isNewEntry ? router.push : router.replace)(href, { scroll: false }))
  }
  const applySoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => apply({ isNewEntry: !search }), PAUSE_MS)
  }
  // On blur: a later navigation would override the link that is pressed next.
  const applyNow = () => {
    if (timer.current !== undefined) apply({ isNewEntry: !search })
  }
  return { form, apply, applySoon, applyNow, isPending }
}

type SearchFieldProps = {
  value: string
  placeholder: string
  isPending: boolean
  onInput: () => void
  onLeave: () => void
}

function SearchField({ value, placeholder, isPending, onInput, onLeave }: SearchFieldProps) {
  const id = useId()
  return (
    <div className="col-span-full grid gap-1.5 lg:min-w-64 lg:flex-1">
      <label className="text-sm font-medium max-sm:sr-only" htmlFor={id}>
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
          onBlur={onLeave}
          onInput={onInput}
          placeholder={placeholder}
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

function readFormValues(form: HTMLFormElement) {
  const entries = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && value.trim() ? [[name, value] as const] : [],
  )
  return Object.fromEntries(entries)
}
