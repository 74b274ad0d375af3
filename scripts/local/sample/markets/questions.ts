import { MARKETS_IN_RESOLUTION } from "./questions/in-resolution"
import { OPEN_MARKETS } from "./questions/open"
import { PRIVATE_MARKETS } from "./questions/private"
import { RESOLVED_MARKETS } from "./questions/resolved"
import type { MarketScript } from "./timeline"

/** The prediction markets of the sample history: in every status there is, when it ends. */
export const QUESTIONS: readonly MarketScript[] = [
  ...OPEN_MARKETS,
  ...MARKETS_IN_RESOLUTION,
  ...RESOLVED_MARKETS,
  ...PRIVATE_MARKETS,
]

/** Who stakes for votes on disputes, and how many days before the end. */
export const STAKERS: readonly (readonly [name: string, ago: number])[] = [
  ["Ingrid", 26],
  ["Mateo", 26],
  ["Priya", 25.8],
  ["Amara", 25.7],
  ["Viktor", 25.5],
  ["Chen", 24.4],
  ["Felix", 25.9],
  ["Sana", 25.2],
  ["Tomasz", 25.1],
  ["Ruth", 24.9],
  ["Kenji", 24.1],
  ["Bianca", 22.5],
  ["Jonas", 22.3],
  ["Noor", 20.4],
  ["Omar", 19.6],
  ["Greta", 14.2],
]
