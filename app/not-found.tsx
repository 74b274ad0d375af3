import type { Metadata } from "next"
import { ButtonLink } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"

export const metadata: Metadata = { title: "Not found", robots: { index: false } }

export default function NotFound() {
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-4 py-12 text-center">
      <span className="flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent">
        <Icon name="search" size={28} />
      </span>
      <h1>Nothing lives at this address</h1>
      <p className="text-muted">
        The link may be old or mistyped. A token launched a moment ago appears as soon as its block
        is indexed.
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <ButtonLink href="/launchpad">See all tokens</ButtonLink>
        <ButtonLink href="/search" look="secondary">
          Search
        </ButtonLink>
        <ButtonLink href="/" look="secondary">
          Go home
        </ButtonLink>
      </div>
    </div>
  )
}
