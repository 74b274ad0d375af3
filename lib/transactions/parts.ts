import type { Part } from "./schema"

export const party = (address: string): Part => ({
  kind: "address",
  address: address.toLowerCase(),
})

export const token = (address: string): Part => ({ kind: "token", token: address.toLowerCase() })

export const sum = (address: string, value: bigint): Part => ({
  kind: "amount",
  token: address.toLowerCase(),
  value,
})

export const dollars = (value: bigint): Part => ({ kind: "usd", value })

export const percentage = (basisPoints: bigint): Part => ({ kind: "percent", basisPoints })

export const quoted = (text: string): Part => ({ kind: "quote", text })

export const market = (address: string): Part => ({ kind: "market", token: address.toLowerCase() })

export const outcome = (address: string, id: number): Part => ({
  kind: "outcome",
  token: address.toLowerCase(),
  outcome: id,
})

export const shares = (address: string, id: number, value: bigint): Part => ({
  kind: "shares",
  token: address.toLowerCase(),
  outcome: id,
  value,
})
