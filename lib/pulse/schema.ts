import { z } from "zod"
import { isoDate } from "@/lib/api/wire"

const count = z.int().min(0)

export const pulse = z
  .object({
    phase: z.string(),
    chain: z.string(),
    currency: z.string(),
    stats: z.object({
      agents: count,
      tokens: count.describe("launched tokens, markets and TIDE left out"),
      predictionMarkets: count,
      trades24h: count.describe("of the last 24 hours of block time, without routing legs"),
      uniqueTraders24h: count,
      totalLoans: count,
      activeLoans: count,
      vaultEvents: count,
      leaderboardParticipants: count,
    }),
    timestamp: isoDate.describe("time of computation"),
  })
  .meta({ id: "Pulse" })

export type Pulse = z.output<typeof pulse>
