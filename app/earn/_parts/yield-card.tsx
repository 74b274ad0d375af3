import Link from "next/link"
import { Card } from "@/components/ui/card"
import { DetailRow } from "@/components/ui/figures"
import { Amount } from "@/components/ui/number"
import { EmptyState } from "@/components/ui/states"
import { LazyInvestButton } from "@/components/vault/lazy-invest-button"
import { formatAmount, formatDateTime, formatInteger, formatPercent } from "@/lib/format"
import { DAY_MS } from "@/lib/vault/history-queries"
import type { YieldOfPeriod, YieldSource } from "@/lib/vault/yield-queries"
import type { EarnView } from "./load"

/** The amounts invested for holders, the yield, and its sources. */
export function YieldCard({ view }: { view: EarnView }) {
  const { periods, state, sources } = view
  const [week, month] = periods
  const hasYield = month !== null && (month.injections > 0 || month.growth > 0n)
  return (
    <Card title="Yield">
      <div className="grid grid-cols-1 gap-5">
        {hasYield && week ? (
          <div className="grid gap-4 sm:grid-cols-2">
            <Period period={week} />
            <Period period={month} />
          </div>
        ) : (
          <EmptyState icon="vault" title="No yield yet">
            The vault has bought no TIDE in the last 30 days. It gets 16% of every tax from the
            moment somebody holds wTIDE.
          </EmptyState>
        )}
        {state && <Waiting pending={state.pending} unreleased={state.unreleased} />}
        <Sources sources={sources} />
        <p className="text-sm text-muted">
          These are past figures, not a rate. Future yield depends on how much is traded and
          borrowed.
        </p>
      </div>
    </Card>
  )
}

function Period({ period }: { period: YieldOfPeriod }) {
  const { days, growth, injections, usdb, tide, since, until } = period
  const isYounger = +until - +since < days * DAY_MS - 1_000
  return (
    <section aria-label={`Last ${days} days`} className="rounded-control bg-sunken p-4">
      <h3 className="text-sm font-medium text-muted">Last {days} days</h3>
      <p className="figures font-display text-2xl font-bold tracking-tight">
        {growth > 0n
          ? `+${formatAmount(growth)}%`
          : injections > 0
            ? "Not released yet"
            : "No yield"}
      </p>
      <p className="text-sm text-muted">
        {injections === 0 ? (
          "Nothing was invested."
        ) : (
          <>
            <Amount unit="USDB" value={usdb} /> bought <Amount unit="TIDE" value={tide} /> in{" "}
            {formatInteger(injections)} {injections === 1 ? "purchase" : "purchases"}.
          </>
        )}
        {isYounger && ` The vault has shares since ${formatDateTime(since)}.`}
      </p>
    </section>
  )
}

/** USDB that is not invested yet, and TIDE that is not released yet. */
function Waiting({ pending, unreleased }: { pending: bigint; unreleased: bigint }) {
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
      <dl>
        <DetailRow label="Waiting to be invested">
          <Amount unit="USDB" value={pending} />
        </DetailRow>
        <DetailRow label="Bought, being released over 24 hours">
          <Amount unit="TIDE" value={unreleased} />
        </DetailRow>
      </dl>
      <div className="grid gap-1 sm:w-44">
        <LazyInvestButton />
      </div>
      <p className="text-xs text-muted sm:col-span-2">
        Every call of the vault invests what waits. Anybody may do it now and pays only the network
        fee.
      </p>
    </div>
  )
}

const MAX_SOURCES = 5

/** Taxes by token, and gifts. */
function Sources({ sources }: { sources: readonly YieldSource[] }) {
  if (sources.length === 0) return null
  const total = sources.reduce((sum, { usdb }) => sum + usdb, 0n)
  const shown = sources.slice(0, MAX_SOURCES)
  const rest = sources.slice(MAX_SOURCES).reduce((sum, { usdb }) => sum + usdb, 0n)
  return (
    <section className="grid gap-1">
      <h3 className="text-sm font-medium">Where it came from, last 30 days</h3>
      <dl>
        {shown.map((source) => (
          <DetailRow
            key={`${source.kind} ${source.token?.address}`}
            label={<SourceName source={source} />}
          >
            <Part total={total} usdb={source.usdb} />
          </DetailRow>
        ))}
        {rest > 0n && (
          <DetailRow label={`Taxes of ${sources.length - MAX_SOURCES} other tokens`}>
            <Part total={total} usdb={rest} />
          </DetailRow>
        )}
        <DetailRow label="Together">
          <Amount unit="USDB" value={total} />
        </DetailRow>
      </dl>
    </section>
  )
}

function Part({ usdb, total }: { usdb: bigint; total: bigint }) {
  return (
    <>
      <Amount unit="USDB" value={usdb} />{" "}
      <span className="font-normal text-muted">{formatPercent((usdb * 10_000n) / total)}</span>
    </>
  )
}

function SourceName({ source: { kind, token } }: { source: YieldSource }) {
  if (kind === "gift") return "Gifts"
  if (!token) return "Other taxes"
  const href = `/${token.isMarket ? "markets" : "tokens"}/${token.address}`
  return (
    <>
      Taxes of trades and loans:{" "}
      <Link className="text-link" href={href} prefetch={false}>
        <bdi>{token.symbol}</bdi>
      </Link>
    </>
  )
}
