import { generateBeliefs, type MarketScript, parseBeliefs, parseEvents } from "../timeline"
import { DEFAULTS } from "./defaults"

/** Public markets that are final. */
export const RESOLVED_MARKETS: readonly MarketScript[] = [
  {
    ...DEFAULTS,
    symbol: "EQUINOX",
    name: "Is the sea warmer than 16 °C at the equinox buoy?",
    creator: "Ingrid",
    opened: 28,
    ends: 22,
    seed: 100,
    purchases: 60,
    bookish: 0.2,
    tokenTradesPerDay: 0.3,
    views: parseBeliefs(`
      0    50 50
      0.6  62 38
      1    88 12
    `),
    acts: parseEvents(`
      23d   Ingrid buy 0:150
      21.8d Felix  propose 0
      21.5d Ruth   settle 0
      21d   some   redeem
      18d   some   redeem
      9d    some   redeem
    `),
  },
  {
    ...DEFAULTS,
    symbol: "CORAL",
    name: "Who lifts the Coral Shield?",
    options: ["Coral Kings", "Dockside", "Harbor Herons", "Lantern FC", "Old Quay", "Saltmarsh"],
    creator: "Mateo",
    opened: 26,
    ends: 15,
    seed: 150,
    purchases: 90,
    bookish: 0.3,
    tokenTradesPerDay: 0.4,
    views: generateBeliefs("CORAL", 6, 2),
    acts: parseEvents(`
      17d   Ingrid buy 2:110
      14.9d Sana   propose 2
      14.8d Tomasz settle 2
      14.5d some   redeem
      11d   some   redeem
      5d    some   redeem
    `),
  },
  // Twelve votes, ten of them for the same.
  {
    ...DEFAULTS,
    symbol: "HARVEST",
    name: "Did the kelp harvest beat last year's by a tenth?",
    creator: "Priya",
    opened: 27,
    ends: 19.5,
    seed: 120,
    purchases: 75,
    bookish: 0.2,
    tokenTradesPerDay: 0.4,
    views: parseBeliefs(`
      0    50 50
      0.5  58 42
      1    40 60
    `),
    acts: parseEvents(`
      25d    Amara  bounty 400
      22d    Viktor bounty 150
      19.3d  Kenji  propose 0
      19.29d Jonas  dispute 1
      462.8h Ingrid,Mateo,Priya,Amara,Viktor,Felix,Sana,Ruth,Bianca,Jonas vote 1
      462.8h Chen,Tomasz vote 0
      460h   Odile  settle 1
      459h   Ingrid,Mateo,Amara,Felix,Sana,Bianca claim
      19d    some   redeem
      12d    some   redeem
    `),
  },
  // Vetoed, then decided by the operator for what was vetoed to.
  {
    ...DEFAULTS,
    symbol: "VESSEL",
    name: "Which hull did the harbor board order?",
    options: ["Catamaran", "Trimaran", "Monohull"],
    creator: "Jonas",
    opened: 23,
    ends: 13,
    seed: 80,
    purchases: 60,
    bookish: 0.2,
    tokenTradesPerDay: 0.4,
    views: generateBeliefs("VESSEL", 3, 0),
    acts: parseEvents(`
      310h   Tomasz                  propose 1
      309.8h Noor                    dispute 2
      309.5h Ingrid,Chen,Viktor      vote 2
      309.4h Kenji,Felix             vote 1
      309h   Amara                   veto 0
      12.4d  operator                decide 0
      12d    some                    redeem
      7d     some                    redeem
    `),
  },
  // The first proposal was too early; the second was right.
  {
    ...DEFAULTS,
    symbol: "LAUNCH",
    name: "Which of the three studios releases its game first?",
    options: ["Tern Studio", "Quillet", "Aster Works"],
    creator: "Noor",
    opened: 22,
    seed: 60,
    purchases: 70,
    bookish: 0.2,
    tokenTradesPerDay: 0.5,
    views: generateBeliefs("LAUNCH", 3, 0),
    acts: parseEvents(`
      11d   Bianca                propose 1
      263.7h Ruth                 dispute EARLY
      263.5h Ingrid,Sana,Omar     vote EARLY
      263.5h Chen                 vote 1
      262h  Mateo                 settle EARLY
      261h  Sana,Ingrid           claimEarly
      4d    Felix                 propose 0
      3.9d  Kenji                 settle 0
      3.5d  some                  redeem
      1d    some                  redeem
    `),
  },
  {
    ...DEFAULTS,
    symbol: "HRBR5",
    name: "Does Harbor Reserve trade above 5 USDB at noon on Friday?",
    creator: "Felix",
    opened: 10,
    ends: 4,
    seed: 60,
    purchases: 55,
    bookish: 0.3,
    tokenTradesPerDay: 0.6,
    views: parseBeliefs(`
      0    45 55
      0.5  60 40
      1    90 10
    `),
    acts: parseEvents(`
      5d    Ingrid buy 0:70
      3.9d  Mateo  propose 0
      3.8d  Leila  settle 0
      3d    some   redeem
      2d    some   redeem
    `),
  },
  {
    ...DEFAULTS,
    symbol: "QUARTZ",
    name: "Winner of the Quartz Cup of chess",
    options: [
      "Adair",
      "Brandt",
      "Castell",
      "Dunne",
      "Eskola",
      "Fabre",
      "Gallo",
      "Hirsch",
      "Imai",
      "Jansson",
      "Kovar",
      "Lund",
      "Moreau",
      "Nakata",
      "Ortiz",
      "Pavlik",
    ],
    creator: "Lucia",
    opened: 17,
    ends: 6,
    seed: 120,
    purchases: 80,
    bookish: 0.25,
    tokenTradesPerDay: 0.4,
    views: generateBeliefs("QUARTZ", 16, 9),
    acts: parseEvents(`
      5.9d  Omar   propose 9
      5.7d  Greta  settle 9
      5d    some   redeem
      2.5d  some   redeem
    `),
  },
  // Nobody could tell: proposed as invalid, and undisputed.
  {
    ...DEFAULTS,
    symbol: "COMET",
    name: "Was comet Vey brighter than the evening star?",
    creator: "Bianca",
    opened: 19,
    ends: 9,
    seed: 50,
    purchases: 45,
    tokenTradesPerDay: 0.3,
    views: parseBeliefs(`
      0    50 50
      1    47 53
    `),
    acts: parseEvents(`
      8.5d  Ruth   propose INVALID
      8.4d  Chen   settle INVALID
      8d    some   redeem
      3d    some   redeem
    `),
  },
  // Voted invalid against both the proposer and the disputer: their bonds are gone.
  {
    ...DEFAULTS,
    symbol: "REGIS",
    name: "Which regatta record fell first?",
    options: ["Solo", "Double-handed", "Crewed"],
    creator: "Amara",
    opened: 18,
    ends: 8,
    seed: 50,
    purchases: 40,
    bookish: 0.2,
    views: generateBeliefs("REGIS", 3),
    acts: parseEvents(`
      190h   Kenji                       propose 0
      189.8h Viktor                      dispute 2
      189.5h Ingrid,Priya,Tomasz,Noor    vote INVALID
      189.4h Sana                        vote 0
      188h   Felix                       settle INVALID
      187h   Priya,Noor                  claim
      7d     some                        redeem
      2d     some                        redeem
    `),
  },
]
