import { z } from "zod"
import { txHash } from "@/lib/http/wire"
import { loanSources } from "@/lib/loans/constants"
import { touchedLoan } from "@/lib/loans/loan-schema"
import { marketActions, predictionTypes } from "@/lib/markets/constants"
import { tradeTypes } from "@/lib/tokens/trades/constants"
import { vaultActions } from "@/lib/vault/constants"
import { vestingActions } from "@/lib/vesting/constants"

export const syncRequest = z.object({ txHash })

const event = <N extends string, F extends z.ZodRawShape>(type: N, fields: F) =>
  z.strictObject({
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

const loanStep = <N extends string>(type: N) => [
  event(type, {
    source: z.literal("hub").describe("emitted by the loan hub"),
    hubId: z.int(),
    coreId: z.int().describe("id on the hub token"),
  }),
  event(type, { source: z.literal("vault").describe("emitted by the vault"), hubId: z.int() }),
  event(type, {
    source: z.literal("vesting").describe("emitted by the vesting contract"),
    vestingId: z.int(),
    loanId: z.int().describe("id on the loan hub"),
  }),
  event(type, {
    source: z.enum(loanSources).describe("emitted by TIDE; whose the loan is"),
    loanId: z.int().describe("id on the hub token"),
  }),
]

const vaultStep = <N extends string>(type: N) => event(type, { action: z.enum(vaultActions) })

const vestingStep = <N extends string>(type: N) =>
  event(type, { action: z.enum(vestingActions), vestingId: z.int() })

/** Events of loans: several contracts emit some of the same name. */
const loanSteps = z.union(
  (
    [
      ...(["LoanCreated", "LeverageCreated", "LoanTaken", "LoanAdded", "LoanExtended"] as const),
      ...(["LoanIncreased", "LoanRepaid", "LoanLiquidated", "LiquidationClaimed"] as const),
      ...(["PartialLoanSold", "PartialLoanSell", "LiquidationProcessed"] as const),
    ] as const
  ).flatMap((type) => loanStep(type)),
)

const roundChange = <N extends string>(type: N) =>
  event(type, { tf: z.int().describe("timeframe, 0 to 4"), roundId: z.int() })

const betChange = <N extends string>(type: N) =>
  event(type, { tf: z.int(), roundId: z.int(), user: z.string() })

const feedbackStep = <N extends string, F extends z.ZodRawShape>(type: N, fields: F) =>
  event(type, {
    agentId: z.int(),
    author: z.string().describe("the wallet that gave the feedback"),
    feedbackIndex: z.int().describe("counts what the author said of the agent"),
    ...fields,
  })

const otherEvents = z.discriminatedUnion("type", [
  vaultStep("Bought"),
  vaultStep("Sold"),
  vaultStep("Locked"),
  vaultStep("Unlocked"),
  event("YieldInjected", {}),
  vestingStep("VestingCreated"),
  vestingStep("TokensClaimed"),
  vestingStep("VestingExtended"),
  vestingStep("BeneficiaryChanged"),
  vestingStep("VestingUpdated"),
  vestingStep("CreatorRoleTransferred"),
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
  roundChange("NewRound"),
  roundChange("RoundSettled"),
  roundChange("RoundCanceled"),
  betChange("BetPlaced"),
  betChange("BetWon"),
  betChange("BetRefunded"),
  event("Registered", { agentId: z.int(), owner: z.string() }),
  event("URIUpdated", { agentId: z.int() }),
  event("MetadataSet", { agentId: z.int(), key: z.string() }),
  feedbackStep("NewFeedback", {}),
  feedbackStep("FeedbackRevoked", {}),
  feedbackStep("ResponseAppended", { responder: z.string() }),
  event("FaucetClaimed", { user: z.string(), referrer: z.string() }),
  event("ReferrerSet", { user: z.string(), referrer: z.string() }),
])

/** An event of a transaction; `type` is the name of the contract's event. */
export const syncEvent = z.union([otherEvents, loanSteps]).meta({ id: "SyncEvent" })

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
