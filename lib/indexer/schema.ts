import { z } from "zod"
import { txHash } from "@/lib/api/wire"
import { touchedLoan } from "@/lib/loans/schema"
import { marketActions, predictionTypes } from "@/lib/markets/constants"
import { tradeTypes } from "@/lib/tokens/trades/constants"

export const syncRequest = z.object({ txHash })

const event = <N extends string, F extends z.ZodRawShape>(type: N, fields: F) =>
  z.object({
    type: z.literal(type),
    contractAddress: z.string().describe("the emitter"),
    logIndex: z.int(),
    ...fields,
  })

const marketStep = <N extends string>(type: N) =>
  event(type, {
    action: z.enum(marketActions),
    marketToken: z.string(),
    outcomeId: z.int().nullable(),
  })

const orderChange = <N extends string>(type: N) =>
  event(type, { marketToken: z.string(), orderId: z.int() })

/** An event of a transaction; `type` is the name of the contract's event. */
export const syncEvent = z
  .discriminatedUnion("type", [
    event("TokensTraded", { tradeType: z.enum(tradeTypes), user: z.string() }),
    event("Transfer", { from: z.string(), to: z.string() }),
    event("Sync", {}),
    event("WhiteListedWallet", { wallet: z.string() }),
    event("TokenCreated", { tokenAddress: z.string() }),
    event("MarketCreated", { marketToken: z.string(), predictionType: z.enum(predictionTypes) }),
    event("SharesTraded", { marketToken: z.string(), outcomeId: z.int(), buyer: z.string() }),
    orderChange("OrderCreated"),
    orderChange("OrderCancelled"),
    orderChange("OrderFilled"),
    marketStep("Proposal"),
    marketStep("DisputeStarted"),
    marketStep("Vote"),
    marketStep("Vetoed"),
    marketStep("Resolved"),
    marketStep("DisputeReset"),
    marketStep("BountyClaimed"),
    marketStep("BondsDistributed"),
    marketStep("BondsSeized"),
    marketStep("SharesRedeemed"),
    marketStep("MarketInvalidated"),
    event("SurgeStarted", {
      token: z.string(),
      startRate: z.int().describe("basis points on top of the base tax"),
      endRate: z.int(),
      duration: z.int().describe("seconds over which it falls from start to end"),
    }),
    event("SurgeEnded", { token: z.string() }),
    event("FaucetClaimed", { user: z.string(), referrer: z.string() }),
    event("ReferrerSet", { user: z.string(), referrer: z.string() }),
  ])
  .meta({ id: "SyncEvent" })

export type SyncEvent = z.output<typeof syncEvent>

export const syncResponse = z.object({
  success: z.boolean(),
  events: z.array(syncEvent),
  loan: touchedLoan.nullable().describe("state of the last loan the transaction touched"),
  error: z.string().nullable(),
})

export const faucetSyncResponse = z.object({
  success: z.boolean(),
  events: z.object({ faucetClaimed: z.boolean(), referrerSet: z.boolean() }),
})
