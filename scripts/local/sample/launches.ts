import { type Launch, parseTimeline } from "./timeline"

const DEFAULTS = { bonding: 0, frozen: false, deeds: [] }

/** The tokens of the sample history, in the order of their launches. */
export const LAUNCHES: readonly Launch[] = [
  // Stable+. The reward phase is filled on its second day.
  {
    ...DEFAULTS,
    symbol: "HRBR",
    name: "Harbor Reserve",
    creator: "Ingrid",
    day: 0.5,
    multiplier: 100,
    startLP: 5_000,
    bonding: 4_000,
    burst: 30,
    swing: 0.07,
    beta: 0.35,
    story: parseTimeline(`
      0     1     12
      0.3   1.6   16
      2     2.4   12
      12    3.6   9
      29    5     10
    `),
    deeds: [
      { day: 1.6, kind: "vet" },
      { day: 6.2, kind: "claimRewards" },
      { day: 11.4, kind: "claimRewards" },
      { day: 20.5, kind: "claimRewards" },
    ],
  },
  // The trend: a slow start, then higher week after week.
  {
    ...DEFAULTS,
    symbol: "KELP",
    name: "Kelpline",
    creator: "Mateo",
    day: 1.6,
    multiplier: 75,
    startLP: 900,
    burst: 45,
    swing: 0.14,
    beta: 0.6,
    story: parseTimeline(`
      0     1     14
      0.2   2     14
      4     2.6   12
      9     6     17
      15    12    18
      20    19    20
      29    36    24
    `),
    deeds: [{ day: 12.3, kind: "vet" }],
  },
  // The sell-off and the recovery.
  {
    ...DEFAULTS,
    symbol: "NWND",
    name: "Northwind Compute",
    creator: "Priya",
    day: 2.62,
    multiplier: 50,
    startLP: 1_500,
    burst: 80,
    swing: 0.18,
    beta: 1.5,
    story: parseTimeline(`
      0     1     16
      0.15  3.4   20
      1     2.5   18
      5     4.2   18
      9     7     22
      13.6  8.4   26
      14.6  4.6   40
      17    5     18
      22    7.4   18
      28    9.5   18
    `),
  },
  // The one that dies: a steep first day, and a long way down.
  {
    ...DEFAULTS,
    symbol: "PLSR",
    name: "Pulsar Arcade",
    creator: "Jonas",
    day: 4.7,
    multiplier: 10,
    startLP: 700,
    burst: 110,
    swing: 0.21,
    beta: 0.8,
    story: parseTimeline(`
      0     1     30
      0.1   3     50
      0.8   4.4   60
      1.6   3.1   44
      3     2.1   22
      5     1.65  8
      8     1.45  2.5
      12    1.38  0.8
      26    1.35  0.3
    `),
    deeds: [
      { day: 0.002, kind: "surge", startRate: 800, endRate: 100, hours: 12 },
      { day: 0.31, kind: "endSurge" },
    ],
  },
  // Its creator shares the tax with two others.
  {
    ...DEFAULTS,
    symbol: "TERN",
    name: "Tern Studio",
    creator: "Noor",
    day: 6.55,
    multiplier: 45,
    startLP: 1_200,
    burst: 40,
    swing: 0.17,
    beta: 1,
    story: parseTimeline(`
      0     1     10
      0.3   2.2   12
      4     3.1   11
      10    4.4   12
      16    3.7   9
      24    5.2   12
    `),
    deeds: [
      { day: 0.4, kind: "devShare", player: "Bianca", basisPoints: 2_500 },
      { day: 0.41, kind: "devShare", player: "Arun", basisPoints: 1_000 },
    ],
  },
  // The one that swings.
  {
    ...DEFAULTS,
    symbol: "QUIL",
    name: "Quillet",
    creator: "Mateo",
    day: 9.6,
    multiplier: 30,
    startLP: 1_000,
    burst: 50,
    swing: 0.31,
    beta: 1.2,
    story: parseTimeline(`
      0     1     14
      0.2   2.6   18
      2     1.8   16
      4.5   4.2   20
      6.5   2.4   18
      9.5   4.8   20
      12    2.9   16
      16    5.6   20
      18.5  3.6   18
      21    5     18
    `),
  },
  // Stable+, deep and calm.
  {
    ...DEFAULTS,
    symbol: "MRDN",
    name: "Meridian Index",
    creator: "Lucia",
    day: 11.45,
    multiplier: 100,
    startLP: 10_000,
    burst: 20,
    swing: 0.06,
    beta: 0.2,
    story: parseTimeline(`
      0     1     8
      1     1.4   9
      8     1.9   8
      19    2.6   9
    `),
    deeds: [{ day: 9.7, kind: "vet" }],
  },
  // Small, steady, hardly noticed.
  {
    ...DEFAULTS,
    symbol: "ASTR",
    name: "Aster Radio",
    creator: "Ingrid",
    day: 13.7,
    multiplier: 90,
    startLP: 2_000,
    burst: 18,
    swing: 0.11,
    beta: 0.5,
    story: parseTimeline(`
      0     1     6
      2     1.8   6
      8     2.6   5
      17    3.8   7
    `),
  },
  // Still in its reward phase at the end.
  {
    ...DEFAULTS,
    symbol: "SALT",
    name: "Saltworks",
    creator: "Daniel",
    day: 18.6,
    multiplier: 60,
    startLP: 1_000,
    bonding: 40_000,
    burst: 40,
    swing: 0.14,
    beta: 0.8,
    story: parseTimeline(`
      0     1     10
      0.4   2.4   14
      4     3.6   14
      12    6.2   16
    `),
    deeds: [{ day: 7.1, kind: "claimRewards" }],
  },
  // Its surge outlasts the history by days.
  {
    ...DEFAULTS,
    symbol: "LATT",
    name: "Lattice Grid",
    creator: "Priya",
    day: 21.58,
    multiplier: 30,
    startLP: 1_000,
    burst: 55,
    swing: 0.2,
    beta: 1,
    story: parseTimeline(`
      0     1     16
      0.2   2.7   20
      3     2.2   20
      6     3.6   22
      7.9   5.6   34
      9     5     26
    `),
    deeds: [{ day: 7.2, kind: "surge", startRate: 600, endRate: 50, hours: 144 }],
  },
  // Sold to its whitelist only.
  {
    ...DEFAULTS,
    symbol: "ORCH",
    name: "Orchard Guild",
    creator: "Noor",
    day: 24.65,
    multiplier: 85,
    startLP: 1_500,
    bonding: 20_000,
    frozen: true,
    burst: 12,
    swing: 0.11,
    beta: 0.3,
    story: parseTimeline(`
      0     1     6
      0.5   1.9   9
      5.5   4     8
    `),
    deeds: [
      {
        day: 0.01,
        kind: "whitelist",
        players: ["Amara", "Odile", "Ruth", "Kenji", "Felix"],
        limit: 1_500,
        tag: "Founding circle",
        areFounders: true,
      },
      {
        day: 0.9,
        kind: "whitelist",
        players: ["Leila", "Mina", "Arun", "Marta", "Nadia", "Greta", "Omar"],
        limit: 400,
        tag: "Season pass",
      },
    ],
  },
  // Launched yesterday, and everybody is here.
  {
    ...DEFAULTS,
    symbol: "BSLT",
    name: "Basalt Works",
    creator: "Jonas",
    day: 28.52,
    multiplier: 15,
    startLP: 600,
    burst: 90,
    swing: 0.25,
    beta: 0.6,
    story: parseTimeline(`
      0     1     40
      0.1   3     60
      0.5   2.3   60
      1.2   4.1   70
      1.8   3.6   60
    `),
  },
]
