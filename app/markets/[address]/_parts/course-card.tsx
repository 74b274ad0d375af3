import Link from "next/link"
import { CourseChart } from "@/components/markets/course-chart"
import { marksOf } from "@/components/markets/course-marks"
import { courseTones } from "@/components/markets/course-tones"
import { Card } from "@/components/ui/card"
import { classes } from "@/components/ui/classes"
import { dateTime } from "@/lib/format"
import { courseRanges } from "@/lib/markets/courses/queries"
import { chance, chances } from "@/lib/markets/probability"
import type { MarketView } from "@/lib/markets/schema"

import { Headline } from "./headline"
import { type MarketState, marketHref } from "./links"
import { loadCourse, loadSteps } from "./load"

/** More lines than these cannot be told apart. */
const LINES = 6

const rangeNames = { "6h": "6H", "1d": "1D", "1w": "1W", "1m": "1M", all: "All" } as const

/** How the probabilities have moved: a picture, its legend, and the same as a table. */
export async function CourseCard({ market, state }: { market: MarketView; state: MarketState }) {
  const [points, steps] = await Promise.all([
    loadCourse(market, state.range),
    loadSteps(market.address),
  ])
  const drawn = drawnOutcomes(market, state)
  const step = Math.ceil(points.length / 24)
  const told = points
    .filter((_, place) => place % step === 0 || place === points.length - 1)
    .map(({ time, values }) => ({ time, shown: chances(values) }))
  return (
    <Card
      aside={
        <nav aria-label="Range" className="flex rounded-control bg-sunken p-0.5">
          {courseRanges.map((range) => (
            <Link
              aria-current={range === state.range ? "true" : undefined}
              className={classes(
                "figures flex min-h-11 min-w-11 items-center justify-center rounded-control px-2 text-sm font-medium",
                range === state.range
                  ? "bg-raised text-ink shadow-card"
                  : "text-muted hover:text-ink",
              )}
              href={marketHref(market.address, { ...state, range })}
              key={range}
              prefetch={false}
              scroll={false}
            >
              {rangeNames[range]}
            </Link>
          ))}
        </nav>
      }
      title="Probability"
    >
      <Headline market={market} state={state} />
      <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {drawn.map((outcome, place) => (
          <li className="flex min-w-0 items-center gap-2" key={outcome.index}>
            <span
              aria-hidden="true"
              className="h-0.75 w-4 shrink-0 rounded-full"
              style={{ background: courseTones[place % courseTones.length] }}
            />
            <bdi className="max-w-48 truncate">{outcome.name}</bdi>
            <span className="figures font-semibold">{chance(outcome)}</span>
          </li>
        ))}
      </ul>
      <CourseChart marks={marksOf(market, steps)} outcomes={drawn} points={points} />
      <details className="mt-2">
        <summary className="text-link inline-flex min-h-11 items-center text-sm">
          As a table
        </summary>
        <div className="overflow-x-auto">
          <table className="figures w-full text-sm">
            <caption className="sr-only">Probabilities of the outcomes over time</caption>
            <thead>
              <tr className="text-left text-muted">
                <th className="py-1 pr-4 font-medium" scope="col">
                  Time
                </th>
                {drawn.map(({ index, name }) => (
                  <th className="py-1 pr-4 text-right font-medium" key={index} scope="col">
                    <bdi>{name}</bdi>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {told.map(({ time, shown }) => (
                <tr className="border-t border-line" key={time}>
                  <th className="py-1 pr-4 text-left font-normal whitespace-nowrap" scope="row">
                    {dateTime(new Date(time))}
                  </th>
                  {drawn.map(({ index }) => (
                    <td className="py-1 pr-4 text-right" key={index}>
                      {shown[index]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </Card>
  )
}

/** The chosen outcome and the likeliest others; two stand in their own order. */
function drawnOutcomes({ outcomes }: MarketView, { outcome: chosen }: MarketState) {
  const ranked = [...outcomes].sort(
    (a, b) =>
      Number(b.index === chosen) - Number(a.index === chosen) || b.probability - a.probability,
  )
  return outcomes.length === 2 ? outcomes : ranked.slice(0, LINES)
}
