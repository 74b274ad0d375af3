import { z } from "zod"
import { limitParam, offsetPage, offsetQuery } from "@/lib/http/pagination"
import {
  address,
  booleanParam,
  integer,
  isoDate,
  price,
  singleLineText,
  units,
} from "@/lib/http/wire"
import { predictionTypes } from "@/lib/markets/constants"
import { predictionStatuses } from "@/lib/markets/status"

/** Names of the pools a token can have: Stable+ never falls, Floor+ has a floor that only rises. */
export const tokenKinds = ["stable", "floor"] as const
export type TokenKind = (typeof tokenKinds)[number]

export const STABLE_MULTIPLIER = 100

export const toTokenKind = (multiplier: number): TokenKind =>
  multiplier === STABLE_MULTIPLIER ? "stable" : "floor"

export const tokenSummary = z
  .object({
    id: z.int().positive().describe("project id"),
    address: z.string().describe("contract address"),
    name: z.string(),
    symbol: z.string(),
    description: z.string().nullable(),
    dev: z.string().describe("creator wallet"),
    image: z.string().nullable(),
    multiplier: z.int(),
    isPrediction: z.boolean().describe("true for a prediction market"),
    predictionType: z
      .enum(predictionTypes)
      .nullable()
      .describe("the contract a market lives on; null for tokens"),
    predictionStatus: z
      .enum(predictionStatuses)
      .nullable()
      .describe("state of a market at the time of the request; null for tokens"),
    createdAt: isoDate.describe("time of the creation block"),
    lastActivityAt: isoDate
      .nullable()
      .describe("block time of the newest trade, purchase of shares, order event or market event"),
  })
  .meta({ id: "TokenSummary" })

const resolution = z
  .object({
    bettable: z.boolean(),
    poolOpen: z
      .boolean()
      .describe("whether the pool sells shares; the order book is open while bettable is true"),
    round: z.int(),
    proposedOutcome: z.int().nullable(),
    proposer: z.string().nullable(),
    proposedAt: isoDate.nullable(),
    challengeEndsAt: isoDate.nullable(),
    disputedOutcome: z.int().nullable(),
    disputer: z.string().nullable(),
    disputedAt: isoDate.nullable(),
    votingEndsAt: isoDate.nullable(),
    vetoEndsAt: isoDate.nullable(),
    vetoOutcome: z.int().nullable(),
    vetoer: z.string().nullable(),
    vetoedAt: isoDate.nullable(),
    finalOutcome: z.int().nullable(),
    resolvedAt: isoDate.nullable(),
  })
  .meta({ id: "Resolution" })

export const tokenDetail = tokenSummary
  .extend({
    endTime: isoDate.nullable().describe("market close time; null for tokens and open ends"),
    eventType: z
      .enum(predictionTypes)
      .nullable()
      .describe("private for a market that only admitted wallets bet in; null for tokens"),
    website: z.string().nullable(),
    telegram: z.string().nullable(),
    socialx: z.string().nullable(),
    twitterx: z.string().nullable().describe("equal to socialx").meta({ deprecated: true }),
    predictionOptions: z.array(z.object({ index: z.int(), name: z.string() })).nullable(),
    liquidityUSD: z.number().nullable().describe("both sides of the pool, in USD"),
    startingLiquidityUSD: z.number().nullable().describe("the same at the first Sync row"),
    projectedVetted: z.boolean().nullable().describe("reviewed by the operator; read on-chain"),
    quoteToken: z.string().describe("the asset the pool trades against"),
    priceUsd: price.nullable().describe("current price; null before the first Sync row"),
    metadataUrl: z.string().nullable(),
    resolution: resolution.nullable().describe("null for tokens"),
  })
  .meta({ id: "TokenDetail" })

export const tokenPage = offsetPage(tokenSummary)

/** Figures for choosing a token or market. */
const listMetrics = z
  .object({
    priceUsd: price.nullable().describe("of a token"),
    liquidityUSD: z
      .number()
      .nullable()
      .describe("both sides of a token's pool; what was paid into a market"),
    dayVolumeUSD: z.number().describe("volume of the last 24 hours"),
    dayTrades: z.int(),
    endTime: isoDate.nullable().describe("of a market; null without an end"),
    poolOpen: z.boolean().nullable().describe("of a market: whether its pool sells shares"),
    outcomes: z
      .array(z.object({ index: z.int(), name: z.string(), probability: z.number() }))
      .nullable()
      .describe("of a market, with probabilities from 0 to 1"),
  })
  .meta({ id: "ListMetrics" })

export type ListMetrics = z.input<typeof listMetrics>

export const tokenListPage = offsetPage(
  tokenSummary
    .extend({ metrics: listMetrics.optional().describe("with `metrics=true`") })
    .meta({ id: "TokenListRow" }),
)
/** Fields that the creator of a token or market can edit, for the form on its page. */
export const editableProject = tokenDetail.pick({
  address: true,
  dev: true,
  symbol: true,
  image: true,
  description: true,
  website: true,
  telegram: true,
  socialx: true,
})
export type EditableProject = z.output<typeof editableProject>
export const tokenAnswer = z.object({ data: tokenDetail })
export const tokenParams = z.object({ address })

const search = singleLineText({ max: 100 })
  .optional()
  .describe("part of name or symbol, or an address")

export const tokenListQuery = offsetQuery.extend({
  search,
  dev: address.optional().describe("creator wallet"),
  isPrediction: booleanParam.optional(),
  status: z.enum(predictionStatuses).optional().describe("of markets, such as `active`"),
  sort: z
    .enum(["newest", "oldest", "volume", "liquidity", "ending"])
    .default("newest")
    .describe("`volume`: of the last 24 hours. `ending`: markets that end next"),
  metrics: booleanParam.optional().describe("true: rows have prices, liquidity and volume"),
})

export type TokenListQuery = z.output<typeof tokenListQuery>

/** Sort keys of the token list; descending by default. */
export const tokenSorts = [
  "newest",
  "oldest",
  "active",
  "change",
  "moved",
  "price",
  "liquidity",
  "holders",
  "progress",
] as const

/** `reward`: buys earn reward shares. `established`: the reward phase is over and the token older than a day. */
export const tokenPhases = ["reward", "established"] as const
export type TokenPhase = (typeof tokenPhases)[number]

/** Search parameters of the launchpad: those of the API, with more sort keys and filters. */
export const launchpadQuery = z.object({
  page: integer({ min: 1 }).default(1),
  limit: limitParam({ fallback: 24 }),
  search,
  dev: address.optional(),
  kind: z.enum(tokenKinds).optional(),
  phase: z.enum(tokenPhases).optional(),
  frozen: booleanParam.optional(),
  image: booleanParam.optional(),
  vetted: booleanParam.optional(),
  sort: z.enum(tokenSorts).default("newest"),
  order: z.enum(["asc", "desc"]).default("desc"),
})

export type LaunchpadQuery = z.output<typeof launchpadQuery>

/** A token in the token list. USD values and prices have 18 decimals; amounts are base units. */
export const tokenCard = z
  .object({
    id: z.int(),
    address: z.string(),
    name: z.string(),
    symbol: z.string(),
    description: z.string().nullable(),
    image: z.string().nullable(),
    dev: z.string(),
    multiplier: z.int(),
    createdAt: z.date(),
    lastActivityAt: z.date().nullable(),
    /** Null before the first Sync event, like liquidityUsd. */
    priceUsd: units.nullable(),
    liquidityUsd: units.nullable(),
    /** Change of the USD price over 24 hours, or since the launch of a younger token, in basis points. */
    dayChange: units.nullable(),
    /** Volume of the last 24 hours without routing legs. */
    dayVolumeUsd: units,
    dayTrades: z.int(),
    tradeCount: z.int(),
    holderCount: z.int(),
    commentCount: z.int(),
    vetted: z.boolean().nullable(),
    /** Only whitelisted wallets can buy; null while it was not read, and for the main token. */
    frozen: z.boolean().nullable(),
    /** USDB of buys that end the reward phase, and how many are missing. */
    bondingTarget: units.nullable(),
    bondingNeeded: units.nullable(),
    hasBonded: z.boolean().nullable(),
    /** End of the current surge tax; null without one. */
    surgeEndsAt: z.date().nullable(),
  })
  .transform((card) => ({ ...card, kind: toTokenKind(card.multiplier) }))

export type TokenCard = z.output<typeof tokenCard>

/** Columns of the token page beyond the card; the rest is read from the chain (`readTokenState`). */
export const tokenViewColumns = z.object({
  website: z.string().nullable(),
  telegram: z.string().nullable(),
  socialx: z.string().nullable(),
  metadataUrl: z.string().nullable(),
  quoteToken: z.string(),
  isMain: z.boolean(),
  /** The token belongs to a prediction market. */
  isPrediction: z.boolean(),
  createdBlock: z.int(),
  /** Quote per token, 18 decimals, rounded down. */
  priceQuote: units.nullable(),
  reserve0: units.nullable(),
  reserve1: units.nullable(),
  baseReserve0: units,
  baseReserve1: units,
  startingLiquidityUsd: units.nullable(),
})

export type TokenView = TokenCard & z.output<typeof tokenViewColumns>

/** Tokens that a wallet holds, largest balance first. */
export const heldTokens = z.object({
  tokens: z.array(z.object({ address: z.string(), symbol: z.string() })),
})
