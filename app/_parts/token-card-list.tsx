import Link from "next/link"
import type { ReactNode } from "react"
import { TokenCard } from "@/components/tokens/token-card"
import { Card } from "@/components/ui/card"
import { EmptyState } from "@/components/ui/states"
import type { TokenCard as Token } from "@/lib/tokens/schema"

type TokenCardListProps = {
  title: string
  /** Where the whole list is. */
  href: string
  tokens: readonly Token[]
  courses: ReadonlyMap<string, readonly number[]>
  note: (token: Token) => ReactNode
}

export function TokenCardList({ title, href, tokens, courses, note }: TokenCardListProps) {
  return (
    <Card
      aside={
        <Link className="text-link -my-2 inline-flex min-h-11 items-center text-sm" href={href}>
          See all<span className="sr-only"> of {title}</span>
        </Link>
      }
      title={title}
    >
      {tokens.length === 0 ? (
        <EmptyState title="No tokens yet" />
      ) : (
        <ol className="-mx-2">
          {tokens.map((token) => (
            <TokenCard
              course={courses.get(token.address) ?? []}
              key={token.address}
              note={note(token)}
              token={token}
            />
          ))}
        </ol>
      )}
    </Card>
  )
}
