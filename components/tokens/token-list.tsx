import type { TokenCard } from "@/lib/tokens/schema"
import { TokenRow, tokenColumns } from "./token-row"

type TokenListProps = {
  tokens: readonly TokenCard[]
  /** Prices of the last day by address, oldest first. */
  courses: ReadonlyMap<string, readonly number[]>
}

const heads = ["Price", "24 h", "Last day", "Liquidity", "Volume 24 h", "Last trade"]

/** Columns on wide screens, labelled cards on phones. */
export function TokenList({ tokens, courses }: TokenListProps) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <div
        aria-hidden="true"
        className={`hidden border-b border-line px-4 py-2 text-sm text-muted ${tokenColumns}`}
      >
        <span>Token</span>
        {heads.map((head) => (
          <span className="text-right" key={head}>
            {head}
          </span>
        ))}
      </div>
      <ol className="divide-y divide-line">
        {tokens.map((token) => (
          <TokenRow course={courses.get(token.address) ?? []} key={token.address} token={token} />
        ))}
      </ol>
    </div>
  )
}
