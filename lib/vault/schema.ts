import { z } from "zod"
import { offsetPage, offsetQuery } from "@/lib/http/pagination"
import { amount, isoDate, rowId } from "@/lib/http/wire"
import { vaultActions } from "./constants"

const action = z.enum(vaultActions)

export const vaultEvent = z
  .object({
    id: rowId,
    wallet: z.string(),
    action,
    amount: amount.describe("TIDE of a wrap, else wTIDE"),
    amountOut: amount.nullable().describe("wTIDE of a wrap, TIDE of an unwrap"),
    txHash: z.string(),
    blockNumber: z.int(),
    timestamp: isoDate.describe("block time"),
  })
  .meta({ id: "VaultEvent" })

export const vaultEventPage = offsetPage(vaultEvent)

export const vaultEventListQuery = offsetQuery.extend({ action: action.optional() })
export type VaultEventListQuery = z.output<typeof vaultEventListQuery>
