import Link from "next/link"
import { Change } from "@/components/ui/figures"
import { Time } from "@/components/ui/time"
import { formatCompact, formatUsd } from "@/lib/format"
import type { CreatorToken } from "@/lib/tokens/creator-tokens-schema"
import { TokenLogo } from "./token-logo"
import { TokenName } from "./token-name"

/** A token in a list of its creator's tokens. */
export function LaunchRow({ launch }: { launch: CreatorToken }) {
  return (
    <li className="relative -mx-2 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 px-2 py-2.5 text-sm hover:bg-sunken">
      <TokenLogo address={launch.address} image={launch.image} symbol={launch.symbol} />
      <div className="min-w-0">
        <Link
          className="flex min-w-0 font-medium after:absolute after:inset-0"
          href={`/tokens/${launch.address}`}
          prefetch={false}
        >
          <TokenName address={launch.address} name={launch.name} />
        </Link>
        <p className="truncate text-muted">
          {formatCompact(launch.holderCount)} {launch.holderCount === 1 ? "holder" : "holders"},{" "}
          <Time time={launch.createdAt} />
        </p>
      </div>
      <div className="text-right">
        <p className="figures font-medium">
          {launch.priceUsd === null ? "–" : formatUsd(launch.priceUsd)}
        </p>
        <p>
          <Change basisPoints={launch.changeSinceLaunch} />
          <span className="sr-only"> since the launch</span>
        </p>
      </div>
    </li>
  )
}
