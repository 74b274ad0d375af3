/** How prices are drawn: the course inside each bucket, or its end alone. */
export const chartTypes = ["candles", "line"] as const
export type ChartType = (typeof chartTypes)[number]

/** On a logarithmic scale equal distances are equal percentages. */
export const chartScales = ["linear", "log"] as const
export type ChartScale = (typeof chartScales)[number]
