import type { Metadata } from "next"
import { ButtonLink } from "@/components/ui/button"
import { EmptyState } from "@/components/ui/states"

export const metadata: Metadata = { title: "Not found" }

export default function NotFound() {
  return (
    <div>
      <EmptyState
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <ButtonLink href="/launchpad">See all tokens</ButtonLink>
            <ButtonLink href="/" look="secondary">
              Go home
            </ButtonLink>
          </div>
        }
        title="Nothing lives at this address"
      >
        The link may be old, or the token may not be indexed yet.
      </EmptyState>
    </div>
  )
}
