import { z } from "zod"
import { limitParam } from "@/lib/http/pagination"
import { amount, integer, singleLineText, units } from "@/lib/http/wire"
import { predictionTypes } from "./constants"
import type { Reserves } from "./math"
import { computeProbabilities, type OutcomeProbability, roundPercents } from "./probability"
import { type PredictionStatus, predictionStatuses } from "./status"

/** Sort keys of the list. */
export const marketSorts = ["trending", "newest", "closing", "liquid", "moved"] as const
export type MarketSort = (typeof marketSorts)[number]

/** Groups of states: the tabs of the list. */
export const marketGroups = ["open", "deciding", "final"] as const
export type MarketGroup = (typeof marketGroups)[number]

export const groupStatuses: Record<MarketGroup, readonly PredictionStatus[]> = {
  open: ["active"],
  deciding: [
    "awaiting_proposal",
    "proposed",
    "proposed_closed",
    "voting",
    "veto_window",
    "vetoed",
    "disputed",
  ],
  final: ["resolved", "invalidated"],
}

/** The bond of a proposal, dispute or veto. */
export const bondAnswer = z
  .object({
    data: z.object({
      bond: amount
        .nullable()
        .describe(
          "USDB that each of a proposal, a dispute and a veto puts up: 1 % of what the winners share, 5 to 1,000 USDB, twice as much after each of the first two rounds that came too early. A round's proposal fixes it. null for a private market and for a decided one",
        ),
    }),
  })
  .meta({ id: "MarketBond" })

/** Search parameters of the list. */
export const marketsQuery = z.object({
  page: integer({ min: 1 }).default(1),
  limit: limitParam({ fallback: 24 }),
  search: singleLineText({ max: 100 }).optional(),
  group: z.enum([...marketGroups, "all"]).optional(),
  status: z.enum(predictionStatuses).optional(),
  kind: z.enum(predictionTypes).optional(),
  sort: z.enum(marketSorts).default("trending"),
})

export type MarketsParameters = z.output<typeof marketsQuery>

/** The filters of a list of markets: without a group it shows all. */
export type MarketsQuery = Omit<MarketsParameters, "group"> & { group?: MarketGroup | undefined }

const date = z.date().nullable()
const outcomeId = z.int().nullable()

/** A market as pages show it. Amounts have 18 decimals; probabilities are numbers from 0 to 1. */
export const marketCard = z
  .object({
    id: z.int(),
    address: z.string(),
    name: z.string(),
    symbol: z.string(),
    description: z.string().nullable(),
    image: z.string().nullable(),
    dev: z.string(),
    vetted: z.boolean().nullable(),
    createdAt: z.date(),
    lastActivityAt: date,
    kind: z.enum(predictionTypes),
    isPrivateEvent: z.boolean(),
    endTime: date,
    options: z.array(z.string()),
    baseReserve: units,
    /** By outcome, in the order of their ids: net USDB paid in, and shares in circulation. */
    paid: z.array(units),
    shares: z.array(units),
    /** Net USDB paid into all outcomes. */
    paidIn: units,
    /** `paidIn` and the value of filled orders: of all time, and of the last 24 hours. */
    volume: units,
    dayVolume: units,
    tradeCount: z.int(),
    dayTrades: z.int(),
    commentCount: z.int(),
    /** The largest change of a probability in 24 hours, from -1 to 1. */
    moved: z.number(),
    status: z.enum(predictionStatuses),
    round: z.int(),
    challengeSeconds: z.int().nullable(),
    votingSeconds: z.int(),
    vetoSeconds: z.int().nullable(),
    proposedOutcome: outcomeId,
    proposer: z.string().nullable(),
    proposedAt: date,
    disputedOutcome: outcomeId,
    disputer: z.string().nullable(),
    disputedAt: date,
    vetoOutcome: outcomeId,
    vetoer: z.string().nullable(),
    vetoedAt: date,
    firstVoteAt: date,
    finalOutcome: outcomeId,
    resolvedAt: date,
    invalidatedAt: date,
  })
  .transform((row) => ({ ...row, outcomes: toOutcomes(row) }))

export type MarketCard = z.output<typeof marketCard>

/** An outcome with its virtual reserve, which sets the price of purchases. */
export type Outcome = OutcomeProbability & {
  index: number
  name: string
  reserve: bigint
  paid: bigint
  shares: bigint
}

/** The reserves of an outcome and of its market. */
export const toReserves = ({ reserve }: Outcome, { outcomes }: MarketCard): Reserves => ({
  reserve,
  total: outcomes.reduce((sum, each) => sum + each.reserve, 0n),
})

type OutcomeColumns = { options: string[]; baseReserve: bigint; paid: bigint[]; shares: bigint[] }

function toOutcomes({ options, baseReserve, paid, shares }: OutcomeColumns): Outcome[] {
  const reserves = paid.map((amount) => baseReserve + amount)
  const parts = computeProbabilities(reserves)
  const percents = roundPercents(parts)
  return options.map((name, index) => ({
    index,
    name,
    reserve: reserves[index] ?? baseReserve,
    paid: paid[index] ?? 0n,
    shares: shares[index] ?? 0n,
    probability: parts[index] ?? 0,
    percent: percents[index] ?? 0,
  }))
}

/** The columns of a market's page beyond those of its card. */
export const marketViewColumns = z.object({
  website: z.string().nullable(),
  telegram: z.string().nullable(),
  socialx: z.string().nullable(),
  metadataUrl: z.string().nullable(),
  createdBlock: z.int(),
  createdTx: z.string(),
  /** Changes with each write about the market: the database transaction of its token row. */
  version: z.string(),
})

export type MarketView = MarketCard & z.output<typeof marketViewColumns>
