import Link from "next/link"
import type { ReactNode } from "react"
import { Card } from "@/components/ui/card"
import { Usd } from "@/components/ui/number"
import { ProfitLoss } from "@/components/ui/profit-loss"
import { Time } from "@/components/ui/time"
import type { AgentDetails } from "@/lib/agents/directory"
import { recordHref } from "@/lib/agents/record/links"
import type { RecordList } from "@/lib/agents/record/schema"
import { formatInteger } from "@/lib/format"

type Props = { agent: AgentDetails; lossHref: string | null }

/** The track record: every figure leads to the rows it was computed from; zero has none. */
export function RecordCard({ agent, lossHref }: Props) {
  const { wallet, record, realised } = agent
  const rows = (list: RecordList, count: number) =>
    count > 0 ? recordHref(agent.agentId, list) : null
  const hasHistory = record.largestLoss !== null
  return (
    <Card title="Track record">
      <div className="grid grid-cols-1 gap-4">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-3">
          <Figure href={rows("trades", record.trades)} label="Trades of tokens">
            {formatInteger(record.trades)}
          </Figure>
          <Figure href={rows("trades", record.trades)} label="Volume of tokens">
            <Usd isCompact value={record.tradeVolume} />
          </Figure>
          <Figure href={rows("purchases", record.purchases)} label="Purchases of shares">
            {formatInteger(record.purchases)}
          </Figure>
          <Figure href={rows("purchases", record.purchases)} label="Volume of markets">
            <Usd isCompact value={record.shareVolume} />
          </Figure>
          <Figure href={rows("bets", record.bets)} label="Bets on rounds">
            {formatInteger(record.bets)}
          </Figure>
          <Figure href={rows("bets", record.bets)} label="Volume of rounds">
            <Usd isCompact value={record.betVolume} />
          </Figure>
          <Figure
            href={rows("markets", record.marketsWon + record.marketsLost)}
            label="Markets won / lost"
          >
            {formatInteger(record.marketsWon)} / {formatInteger(record.marketsLost)}
          </Figure>
          <Figure
            href={rows("rounds", record.roundsWon + record.roundsLost)}
            label="Rounds won / lost"
          >
            {formatInteger(record.roundsWon)} / {formatInteger(record.roundsLost)}
          </Figure>
          <Figure href={rows("days", record.daysActive)} label="Days active">
            {formatInteger(record.daysActive)}
          </Figure>
          <Figure href={`/portfolio/${wallet}?tab=log`} label="Realised">
            <ProfitLoss value={realised} />
          </Figure>
          <Figure href={lossHref} label="Largest loss">
            <ProfitLoss value={hasHistory ? -(record.largestLoss ?? 0n) : null} />
          </Figure>
        </dl>
        <Freshness agent={agent} />
      </div>
    </Card>
  )
}

function Figure({
  label,
  href,
  children,
}: {
  label: string
  href: string | null
  children: ReactNode
}) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="figures text-lg font-semibold tracking-tight">
        {href ? (
          <Link
            className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 hover:text-accent"
            href={href}
            prefetch={false}
          >
            {children}
          </Link>
        ) : (
          <span className="inline-flex min-h-11 items-center">{children}</span>
        )}
      </dd>
    </div>
  )
}

function Freshness({ agent: { record, isDue, realised } }: { agent: AgentDetails }) {
  if (record.computedAt === null) {
    return (
      <p className="text-sm text-muted" role="status">
        The record is being computed; it is there in a few seconds.
      </p>
    )
  }
  return (
    <p className="text-sm text-muted">
      {record.firstActive ? (
        <>
          Active since <Time time={record.firstActive} />. Counted from indexed transactions; nobody
          can edit it.
        </>
      ) : (
        "No transaction on Atoll yet."
      )}
      {realised === null && " The history is too long to compute profit and loss."}
      {isDue && " Newer transactions are being added."}
    </p>
  )
}
