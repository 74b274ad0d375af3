import type { LaunchTerms } from "../sample/calls"

const DEFAULTS = { bonding: 0, frozen: false }

/** Tokens the sample's creators may still launch while the local chain runs, each once. */
export const TOKEN_TEMPLATES: readonly LaunchTerms[] = [
  { ...DEFAULTS, symbol: "FJRD", name: "Fjord Analytics", multiplier: 55, startLP: 1_000 },
  { ...DEFAULTS, symbol: "CNDL", name: "Candela Works", multiplier: 25, startLP: 800 },
  { ...DEFAULTS, symbol: "MOSS", name: "Mosslight", multiplier: 80, startLP: 1_500 },
  { ...DEFAULTS, symbol: "PIER", name: "Pier Nine", multiplier: 100, startLP: 4_000 },
  { ...DEFAULTS, symbol: "VANE", name: "Weathervane", multiplier: 40, startLP: 1_200 },
]
