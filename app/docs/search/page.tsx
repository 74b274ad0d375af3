import type { Metadata } from "next"
import { z } from "zod"
import { DocsFrame } from "@/components/docs/docs-frame"
import { MAX_DOCS_QUERY } from "@/lib/guides/constants"
import { searchDocs } from "@/lib/guides/search"
import { parseSearchParams, type SearchParams } from "@/lib/http/search-params"
import "../docs.css"

export const metadata: Metadata = {
  title: "Search the documentation",
  robots: { index: false },
  alternates: { canonical: "/docs/search" },
}

const query = z.object({ q: z.string().max(MAX_DOCS_QUERY).catch("").default("") })

type Props = { searchParams: Promise<SearchParams> }

export default async function DocsSearchPage({ searchParams }: Props) {
  const { q } = parseSearchParams(query, await searchParams)
  const results = q.trim() === "" ? [] : searchDocs(q)
  return (
    <DocsFrame path="/docs/search" text={q}>
      <h1>Search the documentation</h1>
      {q.trim() !== "" && (
        <p role="status">
          {results.length === 0
            ? "Nothing has all of these words. Try fewer, or other ones."
            : results.length === 1
              ? "1 result"
              : `${results.length} results`}
        </p>
      )}
      <ul className="list-none! p-0!">
        {results.map(({ href, title, context }) => (
          <li className="relative py-1" key={href}>
            <a className="font-medium after:absolute after:inset-0" href={href}>
              {title}
            </a>
            <p className="text-sm text-muted">{context}</p>
          </li>
        ))}
      </ul>
    </DocsFrame>
  )
}
