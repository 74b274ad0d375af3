import { z } from "zod"
import { amount } from "@/lib/http/wire"

const supply = z
  .object({
    supply: amount.describe("all tokens in existence"),
    vesting: amount.describe("in schedules, claimable or not, and no collateral"),
    vestingPledged: amount.describe(
      "in schedules whose owners have borrowed on them: they have the money already",
    ),
    locked: amount.describe("TIDE in the vault that is no collateral; 0 of other tokens"),
    pledged: amount.describe("collateral of other loans and of leverage positions"),
    lent: amount.describe("TIDE that pools have lent on their tokens; 0 of other tokens"),
    free: amount.describe("what no other part names"),
    debt: amount.describe("USDB owed on all loans and positions on the token"),
    loans: z.int().describe("how many of them are open"),
  })
  .meta({ id: "TokenSupply" })

/** Amounts in base units. */
export const supplyAnswer = z.object({ data: supply })
