/** The trading style of a wallet. */
export type Role = "creator" | "whale" | "swing" | "small" | "maker"

export type Actor = {
  /** Index of the wallet under the mnemonic; 0 and 1 belong to the operator and the treasury. */
  index: number
  name: string
  role: Role
  /** Day of the sample history on which it joins; -1 for wallets that exist from the beginning. */
  joins: number
}

const ACTORS_BY_ROLE: readonly [Role, ...(readonly [name: string, joins: number])[]][] = [
  [
    "creator",
    ["Ingrid", -1],
    ["Mateo", 0.4],
    ["Priya", 1.5],
    ["Jonas", 3.2],
    ["Noor", 5.6],
    ["Lucia", 9.8],
    ["Daniel", 16.9],
  ],
  ["whale", ["Amara", -1], ["Viktor", -1], ["Chen", 2.1], ["Odile", 8.7]],
  [
    "swing",
    ["Felix", -1],
    ["Sana", -1],
    ["Tomasz", 0.6],
    ["Ruth", 1.1],
    ["Kenji", 2.4],
    ["Bianca", 4.3],
    ["Omar", 7.2],
    ["Greta", 12.5],
  ],
  [
    "small",
    ["Leila", -1],
    ["Hugo", 0.5],
    ["Mina", 0.9],
    ["Paolo", 1.4],
    ["Zoe", 2.2],
    ["Arun", 3.1],
    ["Elif", 4.9],
    ["Marta", 6.6],
    ["Cyril", 10.2],
    ["Nadia", 13.8],
    ["Peter", 18.3],
    ["Yuki", 21.7],
  ],
  ["maker", ["Maker North", 0.4], ["Maker South", 5]],
]

/** The wallets of the sample history, from index 2 on. */
export const ACTORS: readonly Actor[] = ACTORS_BY_ROLE.flatMap(([role, ...people]) =>
  people.map(([name, joins]) => ({ role, name, joins })),
).map((actor, i) => ({ ...actor, index: i + 2 }))
