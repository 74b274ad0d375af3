/** Amounts that the faucet of the service pays; rest-api-part-2.md, section 4.9. */

/** Whole USDB for each signal that is true. */
export const SIGNAL_AMOUNTS = {
  base: 150,
  twitter: 100,
  active: 100,
  hatchling: 100,
  tidal: 150,
} as const

/** Most that a claim pays. */
export const MAX_CLAIM = 500

/** USD of trades in the last hours that make a wallet active. */
export const ACTIVE_USD = 100
export const ACTIVE_HOURS = 168

export const CLAIM_COOLDOWN_SECONDS = 86_400

export type Signal = keyof typeof SIGNAL_AMOUNTS
export type Signals = Record<Signal, boolean>

export const signalNames = [
  "base",
  "twitter",
  "active",
  "hatchling",
  "tidal",
] as const satisfies readonly Signal[]

/** Whole USDB of a claim; 0 for a wallet that has not passed the gate. */
export function claimAmount(signals: Signals): number {
  if (!signals.base) return 0
  const sum = signalNames.reduce(
    (total, name) => total + (signals[name] ? SIGNAL_AMOUNTS[name] : 0),
    0,
  )
  return Math.min(MAX_CLAIM, sum)
}
