import Link from "next/link"
import { SearchResult } from "@/components/search/search-result"
import type { Mention } from "@/lib/search/mentions/schema"

/** Cards of the tokens and markets a text mentions, with current figures. */
export function MentionCards({ mentions }: { mentions: readonly Mention[] }) {
  if (mentions.length === 0) return null
  return (
    <ul aria-label="Mentioned" className="grid grid-cols-1 gap-2 sm:grid-cols-2">
      {mentions.map((mention) => (
        <li className="min-w-0" key={mention.id}>
          <Link className="mention" href={mention.href} prefetch={false}>
            <SearchResult item={mention} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
