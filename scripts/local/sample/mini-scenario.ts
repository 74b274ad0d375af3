import { ACTORS } from "./actors"
import { MINI_QUESTIONS, MINI_STAKERS } from "./markets/questions/mini"
import type { Scenario } from "./plan"
import { parseTimeline } from "./timeline"

const ACTOR_NAMES = ["Ingrid", "Mateo", "Amara", "Felix", "Sana", "Leila", "Hugo", "Mina"]
const DEFAULTS = { bonding: 0, frozen: false, deeds: [], swing: 0.1, beta: 1 }

/** Two days of three tokens and seven markets, for tests that want a small living venue. */
export const MINI_SCENARIO: Scenario = {
  actors: ACTORS.filter(({ name }) => ACTOR_NAMES.includes(name)).map((player) => ({
    ...player,
    joins: 0,
  })),
  makersPerDay: 0,
  markets: MINI_QUESTIONS,
  stakers: MINI_STAKERS,
  sentiment: parseTimeline("0 1 1"),
  tide: {
    symbol: "TIDE",
    day: 0.02,
    burst: 6,
    swing: 0.05,
    beta: 1,
    story: parseTimeline("0 1.6 6"),
  },
  launches: [
    {
      ...DEFAULTS,
      symbol: "HRBR",
      name: "Harbor Reserve",
      creator: "Ingrid",
      day: 0.05,
      multiplier: 100,
      startLP: 5_000,
      burst: 10,
      story: parseTimeline("0 1.5 8"),
    },
    {
      ...DEFAULTS,
      symbol: "NWND",
      name: "Northwind Compute",
      creator: "Mateo",
      day: 0.4,
      multiplier: 50,
      startLP: 1_500,
      burst: 20,
      story: parseTimeline(`
        0    1    14
        0.2  3    14
        1    2    14
        1.6  3.5  14
      `),
    },
    {
      ...DEFAULTS,
      symbol: "ORCH",
      name: "Orchard Guild",
      creator: "Ingrid",
      day: 0.9,
      multiplier: 85,
      startLP: 1_500,
      bonding: 20_000,
      frozen: true,
      burst: 6,
      story: parseTimeline("0 2.5 8"),
      deeds: [
        {
          day: 0.005,
          kind: "whitelist",
          players: ["Amara", "Felix", "Leila"],
          limit: 1_500,
          tag: "Founding circle",
          areFounders: true,
        },
      ],
    },
  ],
}
