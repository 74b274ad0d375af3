import Link from "next/link"
import type { ReactNode } from "react"
import { EditProject } from "@/components/content/edit-project"
import { ProjectText } from "@/components/tokens/project-text"
import { Address } from "@/components/ui/address"
import { Card } from "@/components/ui/card"
import { LocalTime } from "@/components/ui/local-time"
import { Amount } from "@/components/ui/number"
import { Time } from "@/components/ui/time"
import type { MarketView } from "@/lib/markets/schema"
import { computePoolClosesAt } from "@/lib/markets/status"
import { loadPots } from "./load"

/** The rules, dates and pots of the market. */
export async function RulesCard({ market }: { market: MarketView }) {
  const closesAt = computePoolClosesAt(market)
  const { pool, generalPot } = await loadPots(market.address, market.kind)
  return (
    <Card aside={<EditProject dev={market.dev} token={market.address} />} title="Rules">
      <ProjectText project={market} emptyText="The creator has not added rules." />
      <dl className="mt-3 grid gap-x-10 text-sm sm:grid-cols-2">
        <Row label="Ends">
          {market.endTime ? <LocalTime time={market.endTime} /> : "No end time"}
        </Row>
        <Row label="Pool">
          {closesAt ? (
            <>
              {market.resolvedAt || closesAt <= new Date() ? "Closed " : "Open until "}
              <Time format="dateTime" time={closesAt} />
            </>
          ) : market.kind === "public" ? (
            "Open until an outcome is proposed"
          ) : (
            "Open until the first vote"
          )}
        </Row>
        <Row label="Payout pool">
          {pool === null ? "Unknown" : <Amount unit="USDB" value={pool} />}
        </Row>
        <Row label="Of which seed, donations, tax">
          {generalPot === null ? "Unknown" : <Amount unit="USDB" value={generalPot} />}
        </Row>
        <Row label="Resolution">{market.kind === "public" ? "Proposal and dispute" : "Vote"}</Row>
        <Row label="Market">
          <Address address={market.address} />
        </Row>
        <Row label="Market token">
          <Link
            className="text-link inline-flex min-h-11 min-w-11 items-center justify-end"
            href={`/tokens/${market.address}`}
            prefetch={false}
          >
            <bdi>{market.symbol}</bdi>
          </Link>
        </Row>
        <Row label="Created">
          <Link
            className="inline-flex min-h-11 items-center hover:underline"
            href={`/tx/${market.createdTx}`}
            prefetch={false}
          >
            <Time format="dateTime" time={market.createdAt} />
          </Link>
        </Row>
      </dl>
    </Card>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="detail-line">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  )
}
