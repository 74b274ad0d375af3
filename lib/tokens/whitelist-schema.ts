import { z } from "zod"
import { offsetPage, offsetQuery } from "@/lib/http/pagination"
import { address, amount, isoDate } from "@/lib/http/wire"

export const whitelistEntry = z
  .object({
    walletAddress: z.string(),
    buyAmount: amount.describe("what the wallet may buy, base units"),
    note: z.string().nullable(),
    txHash: z.string().nullable(),
    timestamp: isoDate,
  })
  .meta({ id: "WhitelistEntry" })

export const whitelistQuery = offsetQuery.extend({
  wallet: address.optional().describe("asks for this wallet alone; paging is ignored"),
})

export type WhitelistQuery = z.output<typeof whitelistQuery>

export const whitelistLookup = z.object({
  data: whitelistEntry.array().max(1).describe("the entry, as the list without `wallet` has it"),
  whitelisted: z.boolean(),
  entry: whitelistEntry.nullable(),
})

export const whitelistPage = offsetPage(whitelistEntry)

export const whitelistAnswer = z.union([whitelistLookup, whitelistPage])
