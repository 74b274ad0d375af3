import { z } from "zod"
import { limitParam } from "@/lib/http/pagination"
import { integer, singleLineText } from "@/lib/http/wire"
import { TIERS } from "@/lib/profiles/tiers"
import { agentProducts } from "./record/schema"

const agentSorts = ["confidence", "newest", "trades", "profit"] as const

/** Search parameters of the directory. */
export const directoryQuery = z.object({
  page: integer({ min: 1 }).default(1),
  limit: limitParam({ fallback: 24 }),
  search: singleLineText({ max: 100 }).optional(),
  tier: z.enum(TIERS.map(({ tier }) => tier)).optional(),
  product: z.enum(agentProducts).optional(),
  sort: z.enum(agentSorts).default("confidence"),
})

export type DirectoryQuery = z.output<typeof directoryQuery>
