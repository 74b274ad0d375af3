import Link from "next/link"
import { TokenMark } from "@/components/tokens/token-mark"
import { TokenName } from "@/components/tokens/token-name"
import { ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Change } from "@/components/ui/figures"
import { EmptyState } from "@/components/ui/states"
import { amount, usd } from "@/lib/format"
import type { Holding } from "@/lib/tokens/holders/schema"

export function Holdings({ holdings }: { holdings: readonly Holding[] }) {
  return (
    <Card title="Holdings">
      {holdings.length === 0 ? (
        <EmptyState
          action={<ButtonLink href="/launchpad">Find a token</ButtonLink>}
          title="This wallet holds no tokens"
        />
      ) : (
        <ul className="-mx-2">
          {holdings.map((holding) => (
            <HoldingRow holding={holding} key={holding.token} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function HoldingRow({ holding }: { holding: Holding }) {
  const { token, name, symbol, balance, priceUsd, valueUsd, dayChange } = holding
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 rounded-control px-2 py-2.5 hover:bg-sunken">
      <TokenMark address={token} symbol={symbol} />
      <div className="min-w-0">
        <Link
          className="flex min-w-0 font-medium after:absolute after:inset-0"
          href={`/tokens/${token}`}
          prefetch={false}
        >
          <TokenName address={token} name={name} />
        </Link>
        <p className="figures flex min-w-0 gap-1.5 text-sm text-muted">
          <span className="shrink-0">{amount(balance, 4)}</span>
          <TokenName address={token} className="max-w-28" name={symbol} />
        </p>
      </div>
      <div className="text-right">
        <p className="figures font-medium">{valueUsd === null ? "unknown" : usd(valueUsd)}</p>
        <p className="flex justify-end gap-2 text-sm text-muted">
          {priceUsd !== null && (
            <span className="figures max-sm:sr-only">
              <span className="sr-only">price </span>
              {usd(priceUsd)}
            </span>
          )}
          <Change basisPoints={dayChange} />
        </p>
      </div>
    </li>
  )
}
