import type { ReactNode } from "react"
import { EditProject } from "@/components/content/edit-project"
import { projectLinks } from "@/components/tokens/project-links"
import { Address } from "@/components/ui/address"
import { Card } from "@/components/ui/card"
import { Icon } from "@/components/ui/icon"
import { Usd } from "@/components/ui/number"
import { Time } from "@/components/ui/time"
import type { TokenView } from "@/lib/tokens/schema"
import { loadReading } from "./load"

/** What the creator tells of the token, and where it lives. */
export async function AboutCard({ token }: { token: TokenView }) {
  const links = projectLinks(token)
  const reading = await loadReading(token)
  return (
    <Card aside={<EditProject project={token} />} title="About">
      <p className="text-sm whitespace-pre-line [overflow-wrap:anywhere]">
        {token.description ? (
          <bdi>{token.description}</bdi>
        ) : (
          <span className="text-muted">The creator has not described it.</span>
        )}
      </p>
      {links.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-x-4">
          {links.map(({ label, href }) => (
            <li key={label}>
              <a
                className="text-link inline-flex min-h-11 items-center gap-1.5 text-sm"
                href={href}
                rel="noreferrer nofollow ugc"
                target="_blank"
              >
                {label}
                <Icon name="external" size={14} />
                <span className="sr-only"> (opens a new tab)</span>
              </a>
            </li>
          ))}
        </ul>
      )}
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
          <Time look="dateTime" time={token.createdAt} />
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
            <Row label="Kind">
              {token.kind === "stable" ? "Stable+" : `Floor+, multiplier ${token.multiplier}`}
            </Row>
            <Row label="Who may buy">{whoMayBuy(reading?.frozen)}</Row>
          </>
        )}
      </dl>
    </Card>
  )
}

function whoMayBuy(isFrozen: boolean | null | undefined) {
  if (isFrozen == null) return "unknown"
  return isFrozen ? "whitelisted wallets" : "everybody"
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <dt className="text-muted">{label}</dt>
      <dd className="flex min-w-0">{children}</dd>
    </div>
  )
}
