"use client"

import { useEffect, useState } from "react"
import { Button } from "@/components/ui/button"
import { Field } from "@/components/ui/field"
import { callApi } from "@/lib/api/client"
import { MAX_DOCS_QUERY } from "@/lib/guides/constants"
import type { DocsResult } from "@/lib/guides/search-schema"

/** Typing waits this long for the next letter before it searches. */
const DEBOUNCE_MS = 150

const MAX_SUGGESTIONS = 6

/** A form that leads to the search's page; with scripts it shows the first results while one types. */
export function DocsSearch({ text: first = "" }: { text?: string }) {
  const [text, setText] = useState(first)
  const results = useSuggestions(text === first ? "" : text.trim())
  return (
    <search
      onKeyDown={({ key }) => {
        if (key === "Escape") setText("")
      }}
    >
      <form action="/docs/search" className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
        <Field
          enterKeyHint="search"
          label="Search the documentation"
          maxLength={MAX_DOCS_QUERY}
          name="q"
          onChange={({ target }) => setText(target.value)}
          type="search"
          value={text}
        />
        <Button className="min-h-12" type="submit" variant="secondary">
          Search
        </Button>
      </form>
      <p className="sr-only" role="status">
        {results && (results.length === 1 ? "1 result" : `${results.length} results`)}
      </p>
      {results && results.length > 0 && (
        <ul aria-label="Results" className="mt-2 grid gap-0.5 rounded-card border border-line p-1">
          {results.slice(0, MAX_SUGGESTIONS).map(({ href, title, context }) => (
            <li key={href}>
              <a className="doc-link" href={href}>
                <span className="min-w-0 py-1">
                  <span className="block text-ink">{title}</span>
                  <span className="block truncate text-xs">{context}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}

/** Results for a text; null before they are there, and for none. */
function useSuggestions(text: string): DocsResult[] | null {
  const [results, setResults] = useState<DocsResult[] | null>(null)
  useEffect(() => {
    if (text === "") return setResults(null)
    const stop = new AbortController()
    const { signal } = stop
    const timer = setTimeout(() => {
      callApi("GET /api/internal/docs", { query: { q: text } }, { signal }).then(
        ({ data }) => setResults(data),
        // The form still leads to the search's page.
        () => signal.aborted || setResults(null),
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text])
  return results
}
