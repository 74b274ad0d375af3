import { ButtonLink } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"

export default function TokenNotFound() {
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-4 py-12 text-center">
      <span className="flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent">
        <Icon name="search" size={28} />
      </span>
      <h1>No token has this address</h1>
      <p className="text-muted">
        Check the address. A token launched a moment ago appears here as soon as its block is
        indexed.
      </p>
      <ButtonLink href="/launchpad">See all tokens</ButtonLink>
    </div>
  )
}
