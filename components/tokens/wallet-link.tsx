import Link from "next/link"
import { cn } from "@/components/ui/cn"
import { shortenAddress } from "@/lib/format"

type WalletLinkProps = {
  address: string
  /** The username it goes by. */
  name?: string | undefined
  /** Where the whole row (the nearest positioned element) is its target. */
  fillsRow?: boolean
  /** Where it stands above another target that fills the row. */
  isRaised?: boolean
}

/** A wallet by its name or its short address, leading to what it holds. */
export function WalletLink({ address, name, fillsRow = false, isRaised = false }: WalletLinkProps) {
  return (
    <Link
      className={cn(
        "figures whitespace-nowrap text-muted underline-offset-3 hover:text-accent hover:underline",
        fillsRow && "after:absolute after:inset-0",
        isRaised && "relative z-1 inline-flex min-h-11 items-center",
      )}
      href={`/wallets/${address}`}
      prefetch={false}
      title={address}
    >
      {name ? <bdi>{name}</bdi> : shortenAddress(address)}
    </Link>
  )
}
