import Link from "next/link"
import { StatusBadge } from "@/components/markets/status-badge"
import { Card } from "@/components/ui/card"
import { findLeadingOutcome } from "@/lib/markets/labels"
import { findMarketCards, findSimilarMarkets } from "@/lib/markets/list-queries"
import { formatChance } from "@/lib/markets/probability"
import type { MarketView } from "@/lib/markets/schema"

const SHOWN = 4

/** Similar markets, filled up with trending ones. */
export async function RelatedCard({ market }: { market: MarketView }) {
  const similar = await findSimilarMarkets(market.name, { except: market.address, limit: SHOWN })
  const trending =
    similar.length < SHOWN
      ? (await findMarketCards({ page: 1, limit: SHOWN + 1, sort: "trending", group: "open" })).data
      : []
  const others = [
    ...new Map([...similar, ...trending].map((each) => [each.address, each])).values(),
  ]
    .filter(({ address }) => address !== market.address)
    .slice(0, SHOWN)
  if (others.length === 0) return null
  return (
    <Card title="More markets">
      <ul className="divide-y divide-line">
        {others.map(({ address, name, outcomes, status }) => {
          const leading = findLeadingOutcome(outcomes)
          return (
            <li
              className="relative -mx-2 grid gap-1 px-2 py-2.5 text-sm hover:bg-sunken"
              key={address}
            >
              <Link
                className="font-medium wrap-anywhere after:absolute after:inset-0"
                href={`/markets/${address}`}
                prefetch={false}
              >
                <bdi>{name}</bdi>
              </Link>
              <p className="flex min-w-0 flex-wrap items-center gap-2 text-muted">
                <StatusBadge status={status} />
                {leading && (
                  <span className="figures min-w-0 truncate">
                    <bdi>{leading.name}</bdi> {formatChance(leading)}
                  </span>
                )}
              </p>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
