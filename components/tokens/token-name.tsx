import { classes } from "@/components/ui/classes"
import { shortAddress } from "@/lib/format"

type TokenNameProps = { name: string; address: string; className?: string }

/**
 * A name somebody chose: isolated, so that its writing direction ends with it, on one line, and never
 * invisible.
 */
export function TokenName({ name, address, className }: TokenNameProps) {
  const shown = VISIBLE.test(name) ? name : shortAddress(address)
  return (
    <bdi className={classes("min-w-0 truncate", className)} title={shown}>
      {shown}
    </bdi>
  )
}

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
