import type { Activity } from "@/lib/markets/activity-queries"
import { toOutcomeName } from "@/lib/markets/labels"
import type { MarketView } from "@/lib/markets/schema"

/** An event of the resolution in the chart, with its outcome. */
export type ChartMarker = { time: Date; text: string; outcome: string | null }

type ResolutionEvent = Pick<Activity, "kind" | "time" | "outcome">

/** The end of the market and the events of its resolution in all rounds, oldest first. */
export function createMarkers(
  { endTime, kind, options }: Pick<MarketView, "endTime" | "kind" | "options">,
  events: readonly ResolutionEvent[],
): ChartMarker[] {
  const firstVote = kind === "private" ? events.find((event) => event.kind === "vote") : undefined
  const steps = events.flatMap((event): ChartMarker[] => {
    const text = event === firstVote ? "First vote:" : markerLabels[event.kind]
    if (!text) return []
    const isNamed = event.outcome !== null && event.kind !== "dispute_reset"
    return [
      {
        time: event.time,
        text,
        outcome: isNamed ? toOutcomeName(options, event.outcome ?? 0) : null,
      },
    ]
  })
  const ended = endTime ? [{ time: endTime, text: "Ended", outcome: null }] : []
  return [...ended, ...steps].sort((a, b) => a.time.getTime() - b.time.getTime())
}

const markerLabels: Partial<Record<Activity["kind"], string>> = {
  propose: "Proposed",
  dispute: "Disputed with",
  veto: "Vetoed for",
  dispute_reset: "Too early: new round",
  resolve: "Final:",
}

/** Numbers of markers that are too close for separate labels. */
type MarkerGroup = { part: number; first: number; last: number }

/** Groups positions from 0 to 1, ascending, that are less than `distance` from the first one of a group. */
export function groupMarkers(parts: readonly number[], distance: number): MarkerGroup[] {
  const groups: MarkerGroup[] = []
  for (const [index, part] of parts.entries()) {
    const group = groups.at(-1)
    if (group && part - group.part < distance) group.last = index + 1
    else groups.push({ part, first: index + 1, last: index + 1 })
  }
  return groups
}
