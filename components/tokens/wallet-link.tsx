import Link from "next/link"
import { shortAddress } from "@/lib/format"

/** A wallet's short address, leading to what it holds. */
export function WalletLink({ address }: { address: string }) {
  return (
    <Link
      className="figures whitespace-nowrap text-muted underline-offset-3 hover:text-accent hover:underline"
      href={`/portfolio/${address}`}
      prefetch={false}
      title={address}
    >
      {shortAddress(address)}
    </Link>
  )
}
