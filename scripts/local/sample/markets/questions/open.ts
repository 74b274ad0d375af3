import { generateBeliefs, type MarketScript, parseBeliefs, parseEvents } from "../timeline"
import { DEFAULTS } from "./defaults"

/** Forty people at the start of the marathon. */
const RUNNERS = [
  "Abel Quint",
  "Asta Verne",
  "Bo Tallis",
  "Brisa Monte",
  "Cato Lindqvist",
  "Cleo Marsh",
  "Dario Fenn",
  "Dunya Sorrel",
  "Eben Stroud",
  "Elin Farrow",
  "Fausto Reyes",
  "Fern Okada",
  "Gus Hallam",
  "Gwen Ibarra",
  "Hale Norden",
  "Hana Petrel",
  "Ines Calder",
  "Ivo Strand",
  "Jori Vance",
  "Juno Ashby",
  "Kai Ferro",
  "Kira Dunmore",
  "Lars Penhale",
  "Lupe Amaro",
  "Malo Briand",
  "Mara Teague",
  "Nils Corran",
  "Noa Whitlock",
  "Odd Larkin",
  "Oona Bellis",
  "Pax Romero",
  "Petra Sund",
  "Quill Adair",
  "Rafe Ostrom",
  "Runa Delgado",
  "Sem Kestrel",
  "Tova Marlow",
  "Ulla Greaves",
  "Vito Nasser",
  "Wren Halloran",
]

/** Markets that people still trade, or whose answer nobody has proposed yet. */
export const OPEN_MARKETS: readonly MarketScript[] = [
  {
    ...DEFAULTS,
    symbol: "TIDE30",
    name: "Will TIDE trade above 30 USDB before the month ends?",
    creator: "Ingrid",
    opened: 24,
    ends: -8.5,
    seed: 200,
    purchases: 140,
    bookish: 0.5,
    tokenTradesPerDay: 1.2,
    views: parseBeliefs(`
      0     50 50
      0.25  38 62
      0.5   55 45
      0.62  30 70
      0.85  58 42
      1     66 34
    `),
    acts: parseEvents(`
      23.5d Amara  pot 150
      12d   Viktor pot 100
      9d    Felix  bounty 60
      6d    Ingrid buy 0:180
      4d    Ingrid offer 0
      2d    Ingrid offer 0
    `),
  },
  {
    ...DEFAULTS,
    symbol: "LAGOON",
    name: "Who wins the Lagoon League final?",
    options: ["Harbor Herons", "Coral Kings"],
    creator: "Mateo",
    opened: 18,
    ends: -2.3,
    seed: 120,
    purchases: 110,
    bookish: 0.5,
    tokenTradesPerDay: 1,
    views: parseBeliefs(`
      0    55 45
      0.3  64 36
      0.5  48 52
      0.8  42 58
      1    52 48
    `),
    acts: parseEvents(`
      15d Chen   pot 80
      5d  Ingrid buy 1:120
      3d  Ingrid offer 1
      1d  Ruth   bounty 40
    `),
  },
  {
    ...DEFAULTS,
    symbol: "CAPES",
    name: "Which yacht wins the Three Capes regatta?",
    options: [
      "Albatross",
      "Blue Margin",
      "Cinder",
      "Driftwood",
      "Evening Star",
      "Fair Copy",
      "Gannet",
      "Halcyon",
      "Isobar",
      "Jetsam",
      "Kittiwake",
      "Long Acre",
    ],
    creator: "Priya",
    opened: 21,
    ends: -12,
    seed: 150,
    purchases: 120,
    bookish: 0.35,
    tokenTradesPerDay: 0.8,
    views: generateBeliefs("CAPES", 12),
    acts: parseEvents(`
      19d Odile  pot 60
      8d  Ingrid buy 7:90
      7d  Ingrid offer 7
    `),
  },
  {
    ...DEFAULTS,
    symbol: "SANDBAR",
    name: "Who crosses the line first at the Sandbar Marathon?",
    options: RUNNERS,
    creator: "Lucia",
    opened: 13,
    ends: -6.4,
    seed: 250,
    purchases: 130,
    bookish: 0.2,
    tokenTradesPerDay: 0.8,
    views: generateBeliefs("SANDBAR", 40),
    acts: parseEvents(`
      10d Amara  pot 100
      3d  Ingrid buy 15:60
    `),
  },
  {
    ...DEFAULTS,
    symbol: "STORMS",
    name: "How many named storms cross the Amber Sea this season?",
    options: ["None", "1 or 2", "3 or 4", "5 or 6", "7 to 9", "10 or more"],
    creator: "Noor",
    opened: 22,
    ends: -44,
    seed: 100,
    purchases: 110,
    bookish: 0.4,
    tokenTradesPerDay: 1,
    views: parseBeliefs(`
      0    5 15 30 26 16 8
      0.4  4 12 26 30 19 9
      0.7  2 8 20 34 24 12
      1    1 5 16 36 28 14
    `),
    acts: parseEvents(`
      14d Tomasz pot 50
      11d Kenji  bounty 55
    `),
  },
  {
    ...DEFAULTS,
    symbol: "FERRY",
    name: "When does the electric ferry make its first crossing?",
    options: ["This month", "Next month", "Later this year", "Next year or never"],
    creator: "Jonas",
    opened: 16,
    seed: 80,
    purchases: 60,
    bookish: 0.3,
    tokenTradesPerDay: 0.6,
    views: parseBeliefs(`
      0    25 35 25 15
      0.5  12 40 32 16
      1    6 30 44 20
    `),
  },
  {
    ...DEFAULTS,
    symbol: "TRENCH",
    name: "Will the Meridian probe reach the bottom of the Ash Trench?",
    creator: "Ingrid",
    opened: 9,
    seed: 60,
    purchases: 55,
    bookish: 0.35,
    tokenTradesPerDay: 1,
    views: parseBeliefs(`
      0    40 60
      0.5  57 43
      1    71 29
    `),
  },
  {
    ...DEFAULTS,
    symbol: "CHORUS",
    name: "Which voice leads the Night Market chart on Sunday?",
    options: ["Marlow Keys", "The Undertow", "Sister Pike", "Glass Lanterns", "Somebody else"],
    creator: "Daniel",
    opened: 4.5,
    ends: -1.6,
    seed: 50,
    purchases: 50,
    bookish: 0.3,
    tokenTradesPerDay: 1.5,
    views: generateBeliefs("CHORUS", 5),
  },
  {
    ...DEFAULTS,
    symbol: "SNOW",
    name: "Does it snow on Lantern Peak before the new moon?",
    creator: "Felix",
    opened: 1.4,
    ends: -5.2,
    seed: 50,
    purchases: 35,
    bookish: 0.3,
    tokenTradesPerDay: 3,
    views: parseBeliefs(`
      0    30 70
      0.6  44 56
      1    39 61
    `),
  },
  // A proposal came too early; it is traded on in its second round.
  {
    ...DEFAULTS,
    symbol: "BRIDGE",
    name: "Will the Strait Bridge open to traffic?",
    creator: "Mateo",
    opened: 20,
    seed: 70,
    purchases: 60,
    bookish: 0.15,
    tokenTradesPerDay: 0.5,
    views: parseBeliefs(`
      0    45 55
      0.4  60 40
      1    52 48
    `),
    acts: parseEvents(`
      7d    Kenji                    propose 0
      6.99d Bianca                   dispute EARLY
      167.5h Ingrid,Felix,Omar       vote EARLY
      167.5h Jonas                   vote 0
      165h  Noor                     settle EARLY
      160h  Felix                    claimEarly
    `),
  },
  {
    ...DEFAULTS,
    symbol: "KELPR",
    name: "Did Kelpline ship its handheld reader by the spring tide?",
    creator: "Priya",
    opened: 12,
    ends: 0.35,
    seed: 100,
    purchases: 70,
    bookish: 0.2,
    tokenTradesPerDay: 0.6,
    views: parseBeliefs(`
      0    60 40
      0.5  48 52
      1    70 30
    `),
  },
  {
    ...DEFAULTS,
    symbol: "SWELL",
    name: "Highest wave measured at Cape Lorn this week",
    options: ["Below 4 m", "4 to 6 m", "6 to 8 m", "8 to 10 m", "Above 10 m"],
    creator: "Noor",
    opened: 8,
    ends: 1.1,
    seed: 50,
    purchases: 55,
    bookish: 0.15,
    tokenTradesPerDay: 0.5,
    views: parseBeliefs(`
      0    10 30 35 18 7
      0.6  4 18 42 26 10
      1    2 10 52 28 8
    `),
    // The pool has closed; these orders are what is left to buy.
    acts: parseEvents(`
      3d   Ingrid buy 0:90
      2.8d Mateo  buy 1:70
      2d   Ingrid offer 0
      1.9d Mateo  offer 1
    `),
  },
]
