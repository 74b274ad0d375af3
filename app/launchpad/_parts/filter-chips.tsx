import Link from "next/link"
import { Icon } from "@/components/ui/icon"
import { shortenAddress } from "@/lib/format"
import { launchpadHref } from "./links"
import type { LaunchpadQuery } from "./query"

const phaseLabels = { reward: "Reward phase", established: "Established" } as const

/** Active filters that no field shows, each with a link to remove it. */
export function FilterChips({ query }: { query: LaunchpadQuery }) {
  const { dev, phase } = query
  if (!dev && !phase) return null
  return (
    <p className="-my-2 flex flex-wrap items-center gap-2">
      {dev && (
        <>
          <Chip
            href={launchpadHref({ ...query, dev: undefined, page: 1 })}
            label={`By ${shortenAddress(dev)}`}
          />
          <Link
            className="text-link inline-flex min-h-11 items-center text-sm"
            href={`/wallets/${dev}?tab=created`}
            prefetch={false}
          >
            View creator
          </Link>
        </>
      )}
      {phase && (
        <Chip
          href={launchpadHref({ ...query, phase: undefined, page: 1 })}
          label={phaseLabels[phase]}
        />
      )}
    </p>
  )
}

function Chip({ href, label }: { href: string; label: string }) {
  return (
    <Link
      className="figures inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line-strong bg-surface px-4 text-sm hover:bg-sunken"
      href={href}
      prefetch={false}
      scroll={false}
    >
      {label}
      <Icon name="close" size={16} />
      <span className="sr-only">Remove filter</span>
    </Link>
  )
}
