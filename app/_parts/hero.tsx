import Link from "next/link"
import { ExchangeStats } from "./exchange-stats"

const button =
  "inline-flex min-h-12 items-center justify-center rounded-control px-5 font-medium transition-colors"

/** What this is, in a sentence, with the way in and the numbers of the day. */
export function Hero() {
  return (
    // Figures go grey while they are late: here in the grey of the dark ground.
    <header className="relative grid [--muted:var(--on-deep-muted)] gap-6 overflow-hidden rounded-card bg-linear-to-br from-deep to-deep-end p-5 text-on-deep shadow-card sm:p-7 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center lg:gap-12 lg:p-8">
      <Rings />
      <div className="relative grid gap-4">
        <div className="grid gap-2">
          <h1 className="text-3xl text-balance sm:text-4xl">
            Bet on what happens. Launch what is missing.
          </h1>
          <p className="max-w-prose text-pretty text-on-deep-muted">
            Markets that are decided in the open, and tokens with a pool of their own from their
            first second.
          </p>
        </div>
        <p className="flex flex-wrap gap-3">
          <Link
            className={`${button} bg-on-deep text-deep hover:opacity-90`}
            href="/markets"
            prefetch={false}
          >
            See the markets
          </Link>
          <Link
            className={`${button} border border-on-deep-muted hover:bg-on-deep/10`}
            href="/launch"
            prefetch={false}
          >
            Launch a token
          </Link>
        </p>
      </div>
      <div className="relative">
        <ExchangeStats />
      </div>
    </header>
  )
}

/** Rings of a reef seen from above. */
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
