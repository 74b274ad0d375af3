import type { ReactNode } from "react"
import { Card } from "@/components/ui/card"
import { CopyButton } from "@/components/ui/copy-button"
import { Icon } from "@/components/ui/icon"
import { Amount } from "@/components/ui/number"
import { formatDateTime, formatInteger } from "@/lib/format"
import type { TransactionView } from "@/lib/transactions/schema"
import { AddressName } from "./sentence"

type Props = { view: TransactionView; explorer: string | null }

export function Details({ view, explorer }: Props) {
  const { hash, from, to, created, value, fee, nonce, block, names } = view
  return (
    <Card title="Details">
      <dl className="divide-y divide-line text-sm">
        <Row label="Block">{block ? formatInteger(block.number) : "Pending"}</Row>
        <Row label="Time">{block ? formatDateTime(block.time) : "Pending"}</Row>
        <Row label="Confirmations">{block ? formatInteger(block.confirmations) : "0"}</Row>
        <Row label="From">
          <AddressName address={from} names={names} />
        </Row>
        <Row label="To">
          {to ? (
            <AddressName address={to} names={names} />
          ) : created ? (
            `Contract creation: ${created}`
          ) : (
            "–"
          )}
        </Row>
        {value > 0n && (
          <Row label="Value">
            <Amount unit="ETH" value={value} />
          </Row>
        )}
        <Row label="Network fee">
          {fee === null ? "Pending" : <Amount unit="ETH" value={fee} />}
        </Row>
        <Row label="Nonce">{formatInteger(nonce)}</Row>
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton label="Copy hash" text={hash} />
        {explorer && <ExplorerLink href={explorer} />}
      </div>
    </Card>
  )
}

export function ExplorerLink({ href }: { href: string }) {
  return (
    <a
      className="inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-medium text-accent hover:bg-accent-soft"
      href={href}
      rel="noreferrer"
      target="_blank"
    >
      View on block explorer
      <Icon name="external" size={16} />
    </a>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-3">
      <dt className="text-muted">{label}</dt>
      <dd className="figures min-w-0 text-right wrap-anywhere">{children}</dd>
    </div>
  )
}
