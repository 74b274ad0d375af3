/** What kind of trader a wallet is. */
export type Role = "creator" | "whale" | "swing" | "small" | "maker"

export type Actor = {
  /** Index of the wallet under the mnemonic; 0 and 1 belong to the operator and the treasury. */
  index: number
  name: string
  role: Role
  /** USDB the operator grants when the wallet joins. */
  grant: number
  /** Day on which it joins; those of before day 0 are there from the beginning. */
  joins: number
  /** Who sent it here. */
  referrer?: string
}

type TradingStyle = {
  /** Median of a trade, USDB. */
  size: number
  sigma: number
  /** How often such a wallet trades, relative to others. */
  weight: number
  /** Below this many USDB it visits the faucet before buying; 0 for never. */
  claimsBelow: number
}

export const TRADING_STYLES: Record<Role, TradingStyle> = {
  creator: { size: 90, sigma: 0.7, weight: 0.7, claimsBelow: 80 },
  whale: { size: 950, sigma: 0.75, weight: 0.8, claimsBelow: 0 },
  swing: { size: 210, sigma: 0.7, weight: 1.9, claimsBelow: 60 },
  small: { size: 38, sigma: 0.8, weight: 1.4, claimsBelow: 45 },
  maker: { size: 65, sigma: 0.45, weight: 1, claimsBelow: 0 },
}

const ACTORS_BY_ROLE: readonly [Role, ...(readonly [string, number, number, string?])[]][] = [
  [
    "creator",
    ["Ingrid", 3_000, -1],
    ["Mateo", 2_500, 0.4, "Ingrid"],
    ["Priya", 2_500, 1.5, "Ingrid"],
    ["Jonas", 2_000, 3.2, "Mateo"],
    ["Noor", 2_000, 5.6],
    ["Lucia", 1_500, 9.8, "Priya"],
    ["Daniel", 1_500, 16.9, "Noor"],
  ],
  [
    "whale",
    ["Amara", 80_000, -1],
    ["Viktor", 60_000, -1],
    ["Chen", 55_000, 2.1, "Amara"],
    ["Odile", 40_000, 8.7, "Viktor"],
  ],
  [
    "swing",
    ["Felix", 8_000, -1, "Ingrid"],
    ["Sana", 7_000, -1, "Felix"],
    ["Tomasz", 6_000, 0.6, "Felix"],
    ["Ruth", 6_000, 1.1],
    ["Kenji", 5_000, 2.4, "Sana"],
    ["Bianca", 5_000, 4.3, "Mateo"],
    ["Omar", 4_000, 7.2, "Bianca"],
    ["Greta", 4_000, 12.5, "Kenji"],
  ],
  [
    "small",
    ["Leila", 250, -1, "Felix"],
    ["Hugo", 200, 0.5, "Leila"],
    ["Mina", 300, 0.9, "Leila"],
    ["Paolo", 150, 1.4],
    ["Zoe", 200, 2.2, "Hugo"],
    ["Arun", 400, 3.1, "Priya"],
    ["Elif", 150, 4.9, "Mina"],
    ["Marta", 250, 6.6, "Arun"],
    ["Cyril", 150, 10.2],
    ["Nadia", 300, 13.8, "Marta"],
    ["Peter", 150, 18.3, "Lucia"],
    ["Yuki", 200, 21.7, "Nadia"],
  ],
  ["maker", ["Maker North", 9_000, 0.4], ["Maker South", 7_000, 5]],
]

/** The wallets of the sample history, from index 2 on. */
export const ACTORS: readonly Actor[] = ACTORS_BY_ROLE.flatMap(([role, ...people]) =>
  people.map(([name, grant, joins, referrer]) => ({ role, name, grant, joins, referrer })),
).map((player, i) => ({ ...player, index: i + 2 }))
