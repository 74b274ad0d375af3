import Link from "next/link"
import { shortenAddress } from "@/lib/format"
import { CopyIcon } from "./copy-button"
import { Identicon } from "./identicon"

type AddressProps = {
  address: string
  /** Without it, the address is plain text. */
  href?: string
  /** A name shown instead of the short address. */
  label?: string | undefined
  hasCopy?: boolean
}

/** A wallet or contract as identicon, short address or name, and copy button. */
export function Address({ address, href, label, hasCopy = true }: AddressProps) {
  const name = label ?? shortenAddress(address)
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <Identicon address={address} />
      {href ? (
        <Link
          // Extends the touch target beyond the line; `truncate` on this element would cut it off.
          className="figures address-link"
          href={href}
          prefetch={false}
        >
          <bdi className="block truncate">{name}</bdi>
        </Link>
      ) : (
        <span className="figures truncate" title={address}>
          {name}
        </span>
      )}
      {hasCopy && <CopyIcon label="Copy address" text={address} />}
    </span>
  )
}
