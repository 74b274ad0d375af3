import { ButtonLink } from "@/components/ui/button"
import { EmptyState } from "@/components/ui/states"

export default function TokenNotFound() {
  return (
    <EmptyState
      action={<ButtonLink href="/launchpad">See all tokens</ButtonLink>}
      title="No token has this address"
    >
      Check the address. A token launched a moment ago appears here as soon as its block is indexed.
    </EmptyState>
  )
}
