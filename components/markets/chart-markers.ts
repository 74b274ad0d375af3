import type { Activity } from "@/lib/markets/activity-queries"
import { toOutcomeName } from "@/lib/markets/labels"
import type { MarketView } from "@/lib/markets/schema"

/** A step of the resolution on the course, with the outcome it was about. */
export type ChartMarker = { time: Date; text: string; outcome: string | null }

type ResolutionStep = Pick<Activity, "kind" | "time" | "outcome">

/** The end of trading's term and the steps of the resolution, of all rounds, oldest first. */
export function createMarkers(
  { endTime, kind, options }: Pick<MarketView, "endTime" | "kind" | "options">,
  steps: readonly ResolutionStep[],
): ChartMarker[] {
  const firstVote = kind === "private" ? steps.find((step) => step.kind === "vote") : undefined
  const events = steps.flatMap((step): ChartMarker[] => {
    const text = step === firstVote ? "First vote:" : markerLabels[step.kind]
    if (!text) return []
    const isNamed = step.outcome !== null && step.kind !== "dispute_reset"
    return [
      {
        time: step.time,
        text,
        outcome: isNamed ? toOutcomeName(options, step.outcome ?? 0) : null,
      },
    ]
  })
  const ended = endTime ? [{ time: endTime, text: "Ended", outcome: null }] : []
  return [...ended, ...events].sort((a, b) => a.time.getTime() - b.time.getTime())
}

const markerLabels: Partial<Record<Activity["kind"], string>> = {
  propose: "Proposed",
  dispute: "Disputed with",
  veto: "Vetoed for",
  dispute_reset: "Too early: a new round",
  resolve: "Final:",
}

/** Numbers of marks that stand so near to each other that they share a label. */
export type MarkerGroup = { part: number; first: number; last: number }

/** Groups places from 0 to 1, ascending, whose distance from the first of a group is below `least`. */
export function groupMarkers(parts: readonly number[], least: number): MarkerGroup[] {
  const groups: MarkerGroup[] = []
  for (const [index, part] of parts.entries()) {
    const group = groups.at(-1)
    if (group && part - group.part < least) group.last = index + 1
    else groups.push({ part, first: index + 1, last: index + 1 })
  }
  return groups
}
