import { z } from "zod"
import { offsetPage, offsetQuery } from "@/lib/http/pagination"
import { amount, integer, isoDate, rowId } from "@/lib/http/wire"
import { vestingActions } from "./constants"

const action = z.enum(vestingActions)

export const vestingEvent = z
  .object({
    id: rowId,
    wallet: z.string().describe("who acted; the other party has the same event in its list"),
    action,
    vestingId: z.int(),
    token: z.string(),
    amount: amount.describe("base units of the token"),
    data: z
      .string()
      .describe("JSON text of one flat object")
      .meta({ examples: ['{"days": 30}'] }),
    dust: z
      .boolean()
      .describe(
        "whether a stranger made the schedule for its beneficiary, and it is worth less than 1 USD now",
      ),
    txHash: z.string(),
    blockNumber: z.int(),
    timestamp: isoDate.describe("block time"),
  })
  .meta({ id: "VestingEvent" })

export const vestingEventPage = offsetPage(vestingEvent)

export const vestingEventListQuery = offsetQuery.extend({
  action: action.optional(),
  vestingId: integer().optional(),
})
export type VestingEventListQuery = z.output<typeof vestingEventListQuery>
