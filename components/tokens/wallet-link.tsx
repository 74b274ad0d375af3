import Link from "next/link"
import { cn } from "@/components/ui/cn"
import { shortenAddress } from "@/lib/format"

type WalletLinkProps = {
  address: string
  /** Its username. */
  name?: string | undefined
  /** Whether the press area fills the row (the nearest positioned element). */
  fillsRow?: boolean
  /** Whether it is above another press area that fills the row. */
  isRaised?: boolean
}

/** A link to a wallet, by username or short address. */
export function WalletLink({ address, name, fillsRow = false, isRaised = false }: WalletLinkProps) {
  return (
    <Link
      className={cn(
        "figures",
        fillsRow ? "wallet-cover" : isRaised ? "wallet-raised" : "wallet-link",
      )}
      href={`/wallets/${address}`}
      prefetch={false}
    >
      {name ? <bdi>{name}</bdi> : shortenAddress(address)}
    </Link>
  )
}
