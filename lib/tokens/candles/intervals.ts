/** Seconds of each interval. */
export const intervals = {
  "1m": 60,
  "5m": 300,
  "15m": 900,
  "1h": 3_600,
  "4h": 14_400,
  "1d": 86_400,
} as const

export type Interval = keyof typeof intervals

export const intervalNames = ["1m", "5m", "15m", "1h", "4h", "1d"] as const satisfies Interval[]
