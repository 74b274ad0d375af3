import Link from "next/link"
import { Notice } from "@/components/ui/notice"
import { shortAddress } from "@/lib/format"
import type { Draft } from "./plan"

export type Namesake = { address: string; symbol: string; name: string }

/** Tokens that are already called like the draft. It is allowed, but buyers will mix them up. */
export function Namesakes({ draft, namesakes }: { draft: Draft; namesakes: readonly Namesake[] }) {
  const alike = namesakes.filter(
    ({ symbol, name }) => isSame(symbol, draft.symbol) || isSame(name, draft.name),
  )
  if (alike.length === 0) return null
  return (
    <Notice title="This name is already in use" tone="warning">
      <p>You may still launch, but buyers will easily mix the tokens up.</p>
      <ul>
        {alike.map(({ address, symbol, name }) => (
          <li key={address}>
            <Link
              className="text-link inline-flex min-h-11 items-center"
              href={`/tokens/${address}`}
            >
              {symbol} · {name} ({shortAddress(address)})
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function isSame(a: string, b: string) {
  return b.trim() !== "" && a.toLowerCase() === b.trim().toLowerCase()
}
