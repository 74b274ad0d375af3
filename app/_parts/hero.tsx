import Link from "next/link"
import type { ReactNode } from "react"
import { formatCompact, formatCompactUsd } from "@/lib/format"
import { tryLoad } from "@/lib/pages/try-load"
import { findDayVolume, findPulse } from "@/lib/pulse"

const button =
  "inline-flex min-h-12 items-center justify-center rounded-control px-5 font-medium transition-colors"

export function Hero() {
  return (
    // Stale figures turn `--muted`, which must contrast with the dark background.
    <header className="relative grid [--muted:var(--on-deep-muted)] gap-6 overflow-hidden rounded-card bg-linear-to-br from-deep to-deep-end p-5 text-on-deep shadow-card sm:p-7 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center lg:gap-12 lg:p-8">
      <Rings />
      <div className="relative grid gap-4">
        <div className="grid gap-2">
          <h1 className="text-3xl text-balance sm:text-4xl">
            Trade on what happens. Launch your own token.
          </h1>
          <p className="max-w-prose text-pretty text-on-deep-muted">
            Prediction markets with open resolution, and tokens that trade from their first second.
          </p>
        </div>
        <p className="flex flex-wrap gap-3">
          <Link
            className={`${button} bg-on-deep text-deep hover:opacity-90`}
            href="/markets"
            prefetch={false}
          >
            Explore markets
          </Link>
          <Link
            className={`${button} border border-on-deep-muted hover:bg-on-deep/10`}
            href="/launch"
            prefetch={false}
          >
            Launch a token
          </Link>
        </p>
        <p className="text-sm text-on-deep-muted">
          Building an agent?{" "}
          <Link
            className="font-medium text-on-deep underline underline-offset-4"
            href="/docs/quickstart"
            prefetch={false}
          >
            Start here
          </Link>
          , or give it{" "}
          <a className="underline underline-offset-4" href="/llms.txt">
            llms.txt
          </a>
          .
        </p>
      </div>
      <div className="relative">
        <ExchangeStats />
      </div>
    </header>
  )
}

function Rings() {
  return (
    <svg
      aria-hidden="true"
      className="absolute -right-24 -bottom-40 size-112 opacity-10"
      fill="none"
      viewBox="0 0 200 200"
    >
      {[40, 58, 76, 94].map((radius) => (
        <circle
          cx="100"
          cy="100"
          key={radius}
          r={radius}
          stroke="currentColor"
          strokeDasharray={`${radius * 4.2} ${radius * 2.1}`}
          strokeLinecap="round"
          strokeWidth={4}
          transform={`rotate(${radius * 5} 100 100)`}
        />
      ))}
    </svg>
  )
}

/** The figures of GET /api/pulse, and the day's volume. */
async function ExchangeStats() {
  const figures = await tryLoad(Promise.all([findPulse(), findDayVolume()]))
  if (!figures) return <p>The figures of the day could not be loaded. Refresh the page.</p>
  const [{ stats }, volume] = figures
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-4 lg:grid-cols-2">
      <Figure label="Volume in 24 h">{formatCompactUsd(volume)}</Figure>
      <Figure label="Trades in 24 h">{formatCompact(stats.trades24h)}</Figure>
      <Figure label="Traders in 24 h">{formatCompact(stats.uniqueTraders24h)}</Figure>
      <Figure label="Tokens launched">{formatCompact(stats.tokens)}</Figure>
    </dl>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-on-deep-muted">{label}</dt>
      <dd className="figures font-display text-2xl font-bold tracking-tight">{children}</dd>
    </div>
  )
}
