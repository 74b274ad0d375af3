import { z } from "zod"
import { isoDate } from "@/lib/http/wire"

const row = z.record(z.string(), z.unknown())

export const walletExport = z
  .object({
    wallet: z.string(),
    exportedAt: isoDate,
    standing: z.object({ tier: z.string(), tierEmoji: z.string(), rank: z.int().min(0) }),
    tables: z
      .record(z.string(), z.array(row))
      .describe("the rows that name the wallet, by table; integers of 64 bits are text"),
    omitted: z
      .array(z.object({ table: z.string(), column: z.string(), reason: z.string() }))
      .describe("columns that are not exported, and why"),
  })
  .meta({ id: "WalletExport" })

const count = z.int().min(0)

export const dataDeletion = z
  .object({
    success: z.literal(true),
    wallet: z.string(),
    removed: z.object({
      profile: count,
      socials: count.describe("linked accounts included"),
      socialPosts: count,
      apiKeys: count,
      posts: count,
      postComments: count,
      votes: count,
      reports: count,
      comments: count,
      bugReports: count,
      pictures: count,
    }),
    kept: z.array(z.object({ what: z.string(), why: z.string() })),
  })
  .meta({ id: "DataDeletion" })

export type DataDeletion = z.output<typeof dataDeletion>
