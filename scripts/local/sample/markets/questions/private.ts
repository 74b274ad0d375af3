import { generateBeliefs, type MarketScript, parseBeliefs, parseEvents } from "../timeline"
import { DEFAULTS } from "./defaults"

const PRIVATE = { ...DEFAULTS, isPrivate: true, seed: 20 }

/** Markets decided by voters their creators admitted. */
export const PRIVATE_MARKETS: readonly MarketScript[] = [
  {
    ...PRIVATE,
    symbol: "GUILD",
    name: "Which grove does the Orchard Guild replant first?",
    options: ["North slope", "River bend", "Old terraces"],
    creator: "Noor",
    opened: 15,
    ends: -10,
    purchases: 45,
    bookish: 0.3,
    tokenTradesPerDay: 0.4,
    views: generateBeliefs("GUILD", 3),
    acts: parseEvents(`
      14.9d Noor voter Ruth
      14.9d Noor voter Kenji
      6d    Odile pot 40
    `),
  },
  // Only those the creator admitted may buy.
  {
    ...PRIVATE,
    isEvent: true,
    seed: 0,
    symbol: "OFFICE",
    name: "Does the studio ship version two before the summer party?",
    creator: "Mateo",
    opened: 12,
    ends: -20,
    purchases: 35,
    bookish: 0.25,
    views: parseBeliefs(`
      0    60 40
      0.6  45 55
      1    35 65
    `),
    acts: parseEvents(`
      11.99d Mateo buyers Ingrid,Felix,Sana,Bianca,Leila,Arun
      11.98d Mateo voter Ingrid
      11.98d Mateo voter Sana
      9d     Ingrid buy 0:40
    `),
  },
  // Its end has passed and its voters are asked.
  {
    ...PRIVATE,
    symbol: "COOKOFF",
    name: "Who won the harbor cook-off?",
    options: ["Table one", "Table two", "Table three", "Table four"],
    creator: "Ingrid",
    opened: 6,
    ends: 0.08,
    purchases: 35,
    bookish: 0.15,
    views: generateBeliefs("COOKOFF", 4, 1),
    acts: parseEvents(`
      5.9d Ingrid voter Felix
      5.9d Ingrid voter Hugo
      5.8d Ingrid voter Amara
    `),
  },
  // The votes are in; anybody may finalise.
  {
    ...PRIVATE,
    isEvent: true,
    seed: 10,
    symbol: "QUIZ",
    name: "Which team won the winter quiz?",
    options: ["Barnacles", "Night Shift", "The Lees"],
    creator: "Lucia",
    opened: 9,
    ends: 0.4,
    purchases: 30,
    views: generateBeliefs("QUIZ", 3, 0),
    acts: parseEvents(`
      8.95d Lucia buyers Arun,Marta,Priya,Felix,Zoe,Greta
      8.9d  Lucia voter Priya
      8.9d  Lucia voter Marta
      6h    Lucia,Priya vote 0
      5.9h  Marta vote 1
    `),
  },
  {
    ...PRIVATE,
    symbol: "CREW",
    name: "Who skippers the spring crossing?",
    options: ["Ruth", "Tomasz", "Omar"],
    creator: "Sana",
    opened: 20,
    ends: 10,
    purchases: 45,
    bookish: 0.2,
    tokenTradesPerDay: 0.3,
    views: generateBeliefs("CREW", 3, 1),
    acts: parseEvents(`
      19.9d Sana voter Felix
      19.9d Sana voter Leila
      15d   Viktor bounty 90
      9.9d  Sana,Felix vote 1
      9.9d  Leila vote 0
      9.8d  Hugo settle 1
      9.7d  Sana,Felix claim
      9.5d  some redeem
      4d    some redeem
    `),
  },
]
