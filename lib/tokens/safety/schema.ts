import { z } from "zod"
import { isoDate } from "@/lib/http/wire"

/** Ordered from the strongest reason against buying to the strongest reason for it. */
export const findingLevels = ["danger", "caution", "info", "good"] as const
export type FindingLevel = (typeof findingLevels)[number]

export const findingCodes = [
  "look_alike",
  "frozen",
  "surge_tax",
  "creator_share",
  "creator_sold",
  "concentration",
  "early_same_block",
  "creator_history",
  "metadata_missing",
  "vetted",
  "price_floor",
  "VESTED_BUT_BORROWED",
] as const

export const finding = z
  .object({
    code: z.enum(findingCodes).describe("stable; further codes may be added"),
    level: z.enum(findingLevels),
    title: z.string(),
    sentence: z.string().describe("for people; the wording may change"),
    value: z
      .int()
      .nullable()
      .describe(
        "basis points of shares, rates and changes; a number of wallets or tokens otherwise",
      ),
    endsAt: isoDate.nullable().describe("when it ends by itself; null when it does not"),
    token: z
      .object({ address: z.string(), symbol: z.string(), name: z.string() })
      .nullable()
      .describe("the other token that it is about; null when it is about none"),
  })
  .meta({ id: "SafetyFinding" })

export type Finding = z.output<typeof finding>

export const safetyAnswer = z.object({ data: z.array(finding) })
