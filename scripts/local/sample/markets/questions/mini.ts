import { generateBeliefs, type MarketScript, parseBeliefs, parseEvents } from "../timeline"
import { DEFAULTS } from "./defaults"

/** A few markets of two days, one for each thing that pages show of them. */
export const MINI_QUESTIONS: readonly MarketScript[] = [
  {
    ...DEFAULTS,
    symbol: "LAGOON",
    name: "Who wins the Lagoon League final?",
    options: ["Harbor Herons", "Coral Kings"],
    creator: "Mateo",
    opened: 1.7,
    ends: -9,
    seed: 100,
    purchases: 30,
    bookish: 0.3,
    tokenTradesPerDay: 2,
    views: parseBeliefs(`
      0 55 45
      1 64 36
    `),
    acts: parseEvents(`
      1.5d Amara  pot 50
      1.4d Amara  bounty 40
      1.2d Ingrid buy 0:120
      1.1d Mateo  buy 1:90
      20h  Ingrid offer 0
      18h  Ingrid offer 0
      16h  Mateo  offer 1
    `),
  },
  {
    ...DEFAULTS,
    symbol: "STORMS",
    name: "How many named storms cross the Amber Sea this season?",
    options: ["None", "1 or 2", "3 or 4", "5 or 6", "7 to 9", "10 or more"],
    creator: "Ingrid",
    opened: 1.2,
    seed: 60,
    purchases: 20,
    views: generateBeliefs("STORMS", 6),
  },
  {
    ...DEFAULTS,
    symbol: "SWELL",
    name: "Is the highest wave at Cape Lorn above 6 m?",
    creator: "Felix",
    opened: 1.4,
    ends: 0.1,
    purchases: 8,
    views: parseBeliefs("0 50 50"),
    // The pool has closed; these orders are what is left to buy.
    acts: parseEvents(`
      1d  Ingrid buy 0:60
      20h Mateo  buy 1:40
      5h  Ingrid offer 0
      4h  Mateo  offer 1
    `),
  },
  {
    ...DEFAULTS,
    symbol: "EQUINOX",
    name: "Is the sea warmer than 16 °C at the equinox buoy?",
    creator: "Mateo",
    opened: 1.6,
    ends: 0.6,
    purchases: 10,
    views: parseBeliefs("0 60 40"),
    acts: parseEvents(`
      1d    Ingrid buy 0:50
      0.55d Felix  propose 0
      0.5d  Sana   settle 0
      0.4d  some   redeem
    `),
  },
  {
    ...DEFAULTS,
    symbol: "HERONS",
    name: "Do the Harbor Herons keep a clean sheet in round nine?",
    creator: "Sana",
    opened: 1.1,
    ends: 0.2,
    purchases: 8,
    views: parseBeliefs("0 40 60"),
    acts: parseEvents(`
      1m Amara propose 0
    `),
  },
  // One vote is missing for the quorum.
  {
    ...DEFAULTS,
    symbol: "GLACIER",
    name: "Did the Ferro Glacier retreat by more than 20 m?",
    creator: "Amara",
    opened: 1.5,
    ends: 0.4,
    purchases: 8,
    views: parseBeliefs("0 50 50"),
    acts: parseEvents(`
      1d    Amara         bounty 200
      0.35d Felix         propose 0
      8h    Sana          dispute 1
      7.9h  Ingrid,Mateo  vote 1
      7.8h  Amara         vote 0
    `),
  },
  {
    ...DEFAULTS,
    isPrivate: true,
    isEvent: true,
    seed: 10,
    symbol: "OFFICE",
    name: "Does the studio ship version two before the summer party?",
    creator: "Ingrid",
    opened: 1,
    ends: -6,
    purchases: 6,
    views: parseBeliefs("0 45 55"),
    acts: parseEvents(`
      0.99d Ingrid buyers Felix,Sana,Leila
      0.98d Ingrid voter Felix
    `),
  },
]

export const MINI_STAKERS = [
  ["Ingrid", 1.8],
  ["Mateo", 1.79],
  ["Amara", 1.78],
] as const
