/** Distinguishable in both themes; each is shown with a name. */
const outcomeColors = [
  "var(--accent)",
  "var(--coral)",
  "var(--sand)",
  "var(--kelp)",
  "var(--muted)",
  "var(--ink)",
] as const

/** The color of an outcome in the chart by its position. */
export const getOutcomeColor = (position: number) => outcomeColors[position % outcomeColors.length]
