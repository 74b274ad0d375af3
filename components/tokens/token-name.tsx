import { cn } from "@/components/ui/cn"
import { shortenAddress } from "@/lib/format"

type TokenNameProps = { name: string; address: string; className?: string }

/**
 * A name that a user chose. It is isolated, so that its writing direction ends with it, kept on one line, and never
 * invisible.
 */
export function TokenName({ name, address, className }: TokenNameProps) {
  const shown = VISIBLE.test(name) ? name : shortenAddress(address)
  return (
    <bdi className={cn("one-line", className)} title={shown}>
      {shown}
    </bdi>
  )
}

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
