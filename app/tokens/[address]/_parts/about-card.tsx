import type { ReactNode } from "react"
import { EditProject } from "@/components/content/edit-project"
import { formatVestDuration } from "@/components/swap/vest-duration"
import { ProjectText } from "@/components/tokens/project-text"
import { Address } from "@/components/ui/address"
import { Card } from "@/components/ui/card"
import { Usd } from "@/components/ui/number"
import { ServerMarkup } from "@/components/ui/server-markup"
import { Time } from "@/components/ui/time"
import type { TokenView } from "@/lib/tokens/schema"
import { loadAutoVest, loadTokenState } from "./load"

/** Description, contract and launch of the token. */
export async function AboutCard({ token }: { token: TokenView }) {
  const [reading, autoVest] = await Promise.all([loadTokenState(token), loadAutoVest(token)])
  return (
    <Card aside={<EditProject dev={token.dev} token={token.address} />} title="About">
      <ServerMarkup>
        <ProjectText project={token} emptyText="No description yet." />
      </ServerMarkup>
      <dl className="mt-3 grid gap-1 text-sm">
        <Row isAlive label="Contract">
          <Address address={token.address} />
        </Row>
        {!token.isMain && (
          <Row isAlive label="Creator">
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

type RowProps = {
  label: string
  /** Whether it contains anything that runs in the browser. */
  isAlive?: boolean
  children: ReactNode
}

function Row({ label, isAlive = false, children }: RowProps) {
  const Tag = isAlive ? "div" : ServerMarkup
  return (
    <Tag className="detail-line">
      <dt className="text-muted">{label}</dt>
      <dd className="flex min-w-0">{children}</dd>
    </Tag>
  )
}
