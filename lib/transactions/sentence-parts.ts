import type { SentencePart } from "./schema"

export const toAddressPart = (address: string): SentencePart => ({
  kind: "address",
  address: address.toLowerCase(),
})

export const toTokenPart = (address: string): SentencePart => ({
  kind: "token",
  token: address.toLowerCase(),
})

export const toAmountPart = (address: string, value: bigint): SentencePart => ({
  kind: "amount",
  token: address.toLowerCase(),
  value,
})

export const toUsdPart = (value: bigint): SentencePart => ({ kind: "usd", value })

export const toPercentPart = (basisPoints: bigint): SentencePart => ({
  kind: "percent",
  basisPoints,
})

export const toQuotePart = (text: string): SentencePart => ({ kind: "quote", text })

export const toMarketPart = (address: string): SentencePart => ({
  kind: "market",
  token: address.toLowerCase(),
})

export const toOutcomePart = (address: string, id: number): SentencePart => ({
  kind: "outcome",
  token: address.toLowerCase(),
  outcome: id,
})

export const toSharesPart = (address: string, id: number, value: bigint): SentencePart => ({
  kind: "shares",
  token: address.toLowerCase(),
  outcome: id,
  value,
})
