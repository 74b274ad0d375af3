import { MARKET_RULES } from "./market-rules"
import type { Motif } from "./picture"

/** What a creator tells of a project, and the picture it is given. */
export type ProjectDetails = { text: string; site?: string; motif: Motif; hue: number }

/** What the makers of the sample's tokens say of them, by symbol. */
const TOKEN_DETAILS: Readonly<Record<string, ProjectDetails>> = {
  HRBR: {
    text: "The quiet one. Full multiplier, a deep start, and a reward phase for those who came early.",
    site: "https://harbor-reserve.example",
    motif: "bridge",
    hue: 178,
  },
  KELP: {
    text: "Slow software for people who work at sea. We write about what we have shipped, not about what we plan.",
    site: "https://kelpline.example",
    motif: "leaf",
    hue: 142,
  },
  NWND: {
    text: "Idle machines of offices, rented by the night. Two of them compute the same; if they differ, neither is paid.",
    site: "https://northwind-compute.example",
    motif: "swirl",
    hue: 210,
  },
  PLSR: {
    text: "An arcade that never closes. The first hours cost extra, and that is on purpose.",
    motif: "rings",
    hue: 326,
  },
  TERN: {
    text: "Three people, one small game at a time. A part of the tax goes to Bianca and Arun, who draw and compose.",
    site: "https://tern-studio.example",
    motif: "notes",
    hue: 14,
  },
  QUIL: { text: "A pen that remembers what it wrote.", motif: "sail", hue: 284 },
  MRDN: {
    text: "A token about everything along one line of longitude. No relation to the probe.",
    motif: "depth",
    hue: 236,
  },
  ASTR: { text: "Radio for boats, on a band nobody else wanted.", motif: "rings", hue: 50 },
  SALT: {
    text: "Sea salt, dried in pans older than the harbor. One sack a year for the largest holder.",
    motif: "peaks",
    hue: 200,
  },
  LATT: { text: "Batteries in cellars, joined into one.", motif: "board", hue: 164 },
  ORCH: {
    text: "The guild of those who planted the groves again after the fire, and of those who eat from them.",
    site: "https://orchard-guild.example",
    motif: "leaf",
    hue: 96,
  },
  BSLT: { text: "Stone, cut to measure. Slow to move and hard to break.", motif: "bars", hue: 220 },
}

/** Everything written of projects of the sample, by symbol. */
export const PROJECT_DETAILS: ReadonlyMap<string, ProjectDetails> = new Map(
  Object.entries({ ...TOKEN_DETAILS, ...MARKET_RULES }),
)
