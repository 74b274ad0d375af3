/** Candles show open, high, low and close of each bucket; the line shows closes. */
export const chartTypes = ["candles", "line"] as const
export type ChartType = (typeof chartTypes)[number]

/** On a logarithmic scale equal distances are equal percentages. */
export const chartScales = ["linear", "log"] as const
export type ChartScale = (typeof chartScales)[number]
