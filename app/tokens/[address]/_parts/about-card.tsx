import type { ReactNode } from "react"
import { EditProject } from "@/components/content/edit-project"
import { formatVestDuration } from "@/components/swap/vest-duration"
import { ProjectText } from "@/components/tokens/project-text"
import { Address } from "@/components/ui/address"
import { Card } from "@/components/ui/card"
import { Usd } from "@/components/ui/number"
import { Time } from "@/components/ui/time"
import type { TokenView } from "@/lib/tokens/schema"
import { loadAutoVest, loadTokenState } from "./load"

/** Description, contract and launch of the token. */
export async function AboutCard({ token }: { token: TokenView }) {
  const [reading, autoVest] = await Promise.all([loadTokenState(token), loadAutoVest(token)])
  return (
    <Card aside={<EditProject dev={token.dev} token={token.address} />} title="About">
      <ProjectText project={token} emptyText="No description yet." />
      <dl className="mt-3 grid gap-1 text-sm">
        <Row label="Contract">
          <Address address={token.address} />
        </Row>
        {!token.isMain && (
          <Row label="Creator">
            <Address address={token.dev} href={`/wallets/${token.dev}`} />
          </Row>
        )}
        <Row label="Launched">
          <Time format="dateTime" time={token.createdAt} />
        </Row>
        {!token.isMain && (
          <>
            <Row label="Liquidity at launch">
              {token.startingLiquidityUsd === null ? (
                "unknown"
              ) : (
                <Usd isCompact value={token.startingLiquidityUsd} />
              )}
            </Row>
            <Row label="Pool type">
              {token.kind === "stable" ? "Stable+" : `Floor+, multiplier ${token.multiplier}`}
            </Row>
            <Row label="Who can buy">{describeBuyers(reading?.frozen)}</Row>
            {autoVest && (
              <Row label="Purchases vest">
                {formatVestDuration(autoVest.seconds)},{" "}
                {autoVest.isGradual ? "gradually" : "then all at once"}
              </Row>
            )}
          </>
        )}
      </dl>
    </Card>
  )
}

function describeBuyers(isFrozen: boolean | null | undefined) {
  if (isFrozen == null) return "unknown"
  return isFrozen ? "whitelisted wallets" : "everyone"
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="detail-line">
      <dt className="text-muted">{label}</dt>
      <dd className="flex min-w-0">{children}</dd>
    </div>
  )
}
