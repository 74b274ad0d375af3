/** Durations of rounds, by code. Rounds of an asset and timeframe follow each other. */
export const timeframes = [
  { code: 0, label: "5m", seconds: 300 },
  { code: 1, label: "15m", seconds: 900 },
  { code: 2, label: "1h", seconds: 3_600 },
  { code: 3, label: "4h", seconds: 14_400 },
  { code: 4, label: "24h", seconds: 86_400 },
] as const

export type Timeframe = (typeof timeframes)[number]

/** A timeframe by its code (`0`) or its label (`5m`); undefined for any other text. */
export const findTimeframe = (text: string): Timeframe | undefined =>
  timeframes.find(({ code, label }) => text === `${code}` || text === label)
