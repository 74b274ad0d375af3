export type Tier = {
  tier: string
  tierEmoji: string
  /** Whole points. */
  minPoints: bigint
  /** Parts of a referred wallet's points, in basis points: for its referrer, and for itself. */
  layerOne: number
  kickback: number
}

/** From the lowest to the highest; rest-api-part-2.md, section 4.5. */
export const TIERS = [
  { tier: "Plankton", tierEmoji: "🫧", minPoints: 0n, layerOne: 300, kickback: 3 },
  { tier: "Hatchling", tierEmoji: "🐣", minPoints: 500n, layerOne: 320, kickback: 6 },
  { tier: "Tidal", tierEmoji: "🌊", minPoints: 2_500n, layerOne: 340, kickback: 10 },
  { tier: "Coral", tierEmoji: "🪸", minPoints: 7_500n, layerOne: 360, kickback: 15 },
  { tier: "Lagoon", tierEmoji: "🏝️", minPoints: 15_000n, layerOne: 380, kickback: 20 },
  { tier: "Turtle", tierEmoji: "🐢", minPoints: 30_000n, layerOne: 400, kickback: 30 },
  { tier: "Manta", tierEmoji: "🐟", minPoints: 60_000n, layerOne: 420, kickback: 40 },
  { tier: "Dolphin", tierEmoji: "🐬", minPoints: 125_000n, layerOne: 440, kickback: 50 },
  { tier: "Whale", tierEmoji: "🐋", minPoints: 250_000n, layerOne: 460, kickback: 60 },
  { tier: "Leviathan", tierEmoji: "🐉", minPoints: 500_000n, layerOne: 500, kickback: 75 },
] as const satisfies readonly Tier[]

/** The tier of a total of whole points. */
export function getTier(points: bigint): Tier {
  return TIERS.findLast(({ minPoints }) => points >= minPoints) ?? TIERS[0]
}
