import { z } from "zod"
import { isoDate } from "@/lib/http/wire"
import { agentName } from "@/lib/profiles/schema"

const count = z.int().min(0)

/** GET /api/v1/me/stats. */
export const ownStats = z
  .object({
    totalTrades: count.describe("buys and sells of tokens, without routing legs"),
    buys: count,
    sells: count,
    totalPredictions: count.describe("purchases of shares and fills as buyer"),
    tokensCreated: count,
    marketsCreated: count,
    totalLoans: count,
    activeLoans: count,
    marketWins: count.describe("markets resolved to an outcome of which shares were bought"),
    daysActive: count.describe("whole days since the first trade or purchase, at least 1"),
    agent: agentName,
  })
  .meta({ id: "OwnStats" })

const ownProject = z
  .object({
    address: z.string(),
    name: z.string(),
    symbol: z.string(),
    image: z.string().nullable(),
    createdAt: isoDate,
  })
  .meta({ id: "OwnProject" })

/** GET /api/v1/me/projects. */
export const ownProjects = z.object({
  tokens: z.array(ownProject).describe("newest first"),
  markets: z.array(ownProject).describe("newest first"),
})

const percent = z.number().min(0).max(100).describe("one decimal")

/** GET /api/v1/me/daily-caps. */
export const dailyCaps = z
  .object({
    date: z.iso.date().meta({ examples: ["2026-01-31"] }),
    resetsInSeconds: z.int().min(1).describe("until 00:00 UTC"),
    pointCaps: z.array(
      z.object({ category: z.enum(["trading", "prediction", "creator", "positions"]), percent }),
    ),
    countCaps: z.array(z.object({ category: z.enum(["social_x", "social_moltbook"]), percent })),
  })
  .meta({ id: "DailyCaps" })

export type DailyCaps = z.output<typeof dailyCaps>
