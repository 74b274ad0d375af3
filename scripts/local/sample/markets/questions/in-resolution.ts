import { generateBeliefs, type MarketScript, parseBeliefs, parseEvents } from "../timeline"
import { DEFAULTS } from "./defaults"

/**
 * Public markets whose outcome is being found. Those in a window of half an hour are at its beginning, so
 * that they are still in it when everything has started.
 */
export const MARKETS_IN_RESOLUTION: readonly MarketScript[] = [
  {
    ...DEFAULTS,
    symbol: "HERONS",
    name: "Do the Harbor Herons keep a clean sheet in round nine?",
    creator: "Ruth",
    opened: 5,
    ends: 0.05,
    purchases: 45,
    tokenTradesPerDay: 0.8,
    views: parseBeliefs(`
      0    35 65
      0.7  45 55
      1    80 20
    `),
    acts: parseEvents(`
      2m Tomasz propose 0
    `),
  },
  {
    ...DEFAULTS,
    symbol: "LENS",
    name: "Which colour does the Candela lamp launch in first?",
    options: ["Sand", "Slate", "Fern", "Signal red"],
    creator: "Lucia",
    opened: 6,
    purchases: 40,
    views: generateBeliefs("LENS", 4, 2),
    acts: parseEvents(`
      1m Kenji propose 2
    `),
  },
  {
    ...DEFAULTS,
    symbol: "RAINY",
    name: "Did it rain in Port Sorrel on market day?",
    creator: "Bianca",
    opened: 7,
    ends: 0.3,
    purchases: 40,
    views: parseBeliefs(`
      0    50 50
      1    15 85
    `),
    acts: parseEvents(`
      4h Felix propose 1
    `),
  },
  {
    ...DEFAULTS,
    symbol: "ORBIT",
    name: "How many of the six Lumen satellites answer after deployment?",
    options: ["All six", "Five", "Four", "Three or fewer"],
    creator: "Priya",
    opened: 10,
    ends: 0.1,
    seed: 100,
    purchases: 60,
    bookish: 0.15,
    tokenTradesPerDay: 0.6,
    views: parseBeliefs(`
      0    40 30 18 12
      0.5  30 38 20 12
      1    44 42 9 5
    `),
    acts: parseEvents(`
      2d  Viktor                   bounty 260
      40m Sana                     propose 0
      12m Omar                     dispute 1
      9m  Ingrid,Mateo,Felix,Ruth  vote 1
      6m  Tomasz,Greta             vote 0
    `),
  },
  {
    ...DEFAULTS,
    symbol: "PULSE1",
    name: "Did Pulsar Arcade reach ten thousand players on opening day?",
    creator: "Jonas",
    opened: 9,
    ends: 0.2,
    purchases: 45,
    bookish: 0.15,
    views: parseBeliefs(`
      0    55 45
      0.6  40 60
      1    50 50
    `),
    acts: parseEvents(`
      55m Mateo               propose 0
      33m Kenji               dispute 1
      28m Amara,Chen,Noor     vote 1
      20m Felix               vote 0
    `),
  },
  // Nobody can finalise: it stands two to two.
  {
    ...DEFAULTS,
    symbol: "AURORA",
    name: "Were northern lights seen from the Ember Isles in the first week?",
    creator: "Amara",
    opened: 15,
    ends: 3,
    seed: 70,
    purchases: 55,
    views: parseBeliefs(`
      0    50 50
      1    48 52
    `),
    acts: parseEvents(`
      2.6d  Chen           propose 0
      2.59d Viktor         dispute 1
      62h   Felix,Noor     vote 0
      62h   Sana,Tomasz    vote 1
    `),
  },
  // The bounty asks for six votes; there are four.
  {
    ...DEFAULTS,
    symbol: "DERBY",
    name: "Who scored first in the Breakwater derby?",
    options: ["Anchors", "Pilots", "Nobody"],
    creator: "Mateo",
    opened: 11,
    ends: 1.2,
    seed: 60,
    purchases: 60,
    bookish: 0.15,
    tokenTradesPerDay: 0.4,
    views: parseBeliefs(`
      0    40 40 20
      1    55 35 10
    `),
    acts: parseEvents(`
      3d  Amara                   bounty 300
      26h Ruth                    propose 0
      25.8h Bianca                dispute 1
      25.5h Ingrid,Jonas,Omar     vote 0
      25.5h Greta                 vote 1
    `),
  },
  // Vetoed, and left to the operator.
  {
    ...DEFAULTS,
    symbol: "GLACIER",
    name: "Did the Ferro Glacier retreat by more than 20 m?",
    creator: "Noor",
    opened: 14,
    ends: 1.5,
    seed: 90,
    purchases: 55,
    bookish: 0.1,
    tokenTradesPerDay: 0.4,
    views: parseBeliefs(`
      0    60 40
      0.5  66 34
      1    45 55
    `),
    acts: parseEvents(`
      30h   Kenji               propose 0
      29.8h Odile               dispute 1
      29.5h Mateo,Sana,Priya    vote 1
      29.5h Felix,Chen          vote 0
      29h   Viktor              veto 0
    `),
  },
]
