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
