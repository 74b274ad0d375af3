import { readContract } from "viem/actions"
import { z } from "zod"
import { addressInput, defineAction, positiveAmount } from "@/lib/actions/action"
import { tokenAsset, usdbAsset } from "@/lib/actions/assets"
import type { Plan, PlanContext } from "@/lib/actions/plan"
import { toAddress } from "@/lib/chain/browser"
import type { PreparedCall } from "@/lib/chain/call"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import { formatAmount } from "@/lib/format"
import { ApiError, invalid } from "@/lib/http/errors"
import { INT_MAX } from "@/lib/http/wire"
import { takeLoanCall } from "@/lib/loans/calls"
import { loanFee, loanValue, MAX_LOAN_DAYS, MIN_LOAN_DAYS } from "@/lib/loans/math"
import { readLoanRoute } from "@/lib/loans/onchain"
import { getToken } from "@/lib/tokens/queries"
import { borrowCall } from "@/lib/vault/calls"
import { scheduleCalls } from "@/lib/vesting/calls"
import { loanDays } from "@/lib/vesting/math"

export const takeLoan = defineAction({
  name: "loan.take",
  summary: "Borrow USDB on tokens, on locked shares of the vault, or on a vesting schedule",
  fields: {
    source: z.enum(["hub", "vault", "vesting"]).default("hub"),
    token: addressInput.optional().describe("what a hub loan pledges; TIDE included"),
    amount: positiveAmount.optional().describe("of the token; of TIDE for the vault"),
    days: z.int().min(Number(MIN_LOAN_DAYS)).max(Number(MAX_LOAN_DAYS)).default(30),
    vestingId: z.int().min(1).max(INT_MAX).optional(),
  },
  plan: async ({ source, token, amount, days, vestingId }, context) => {
    const { contracts } = context
    if (source === "vesting") {
      if (vestingId === undefined) throw invalid("vestingId", "is required")
      const { call } = scheduleCalls(contracts, vestingId).takeLoan("")
      const title = `Borrow on schedule ${vestingId}`
      const pledge = await readSchedulePledge(context, vestingId)
      const plan = await planLoan(context, { call }, title, pledge)
      // The pledged tokens are in the schedule, not in the wallet.
      return {
        ...plan,
        assets: [usdbAsset(context)],
        effect: (flows) => `${plan.effect(flows)}${pledge.isBought ? ENDS_REWARDS : ""}`,
      }
    }
    if (amount === undefined) throw invalid("amount", "is required")
    const terms = { amount, days: BigInt(days) }
    if (source === "vault") {
      const title = `Borrow on ${formatAmount(amount)} TIDE of locked shares`
      return planLoan(context, { call: borrowCall(contracts, terms) }, title, {
        ...{ token: contracts.mainToken, ...terms },
      })
    }
    if (token === undefined) throw invalid("token", "is required")
    if (token !== contracts.mainToken) await getToken(token)
    const { symbol } = await tokenAsset(context, token)
    const title = `Borrow on ${formatAmount(amount)} ${symbol}`
    const pledged = { token, ...terms }
    return planLoan(context, takeLoanCall(contracts, pledged), title, pledged)
  },
})

type Pledge = { token: `0x${string}`; amount: bigint; days: bigint }

const ENDS_REWARDS = " Reward shares that these tokens stand for end and do not come back."

async function planLoan(
  context: PlanContext,
  prepared: PreparedCall,
  title: string,
  pledge: Pledge,
): Promise<Plan> {
  const usdb = usdbAsset(context)
  const collateral = await tokenAsset(context, pledge.token)
  const fee = await computeFee(context, pledge)
  return {
    title,
    prepare: () => prepared,
    assets: [usdb, collateral],
    bound: null,
    fees: [{ kind: "loan", asset: usdb, amount: fee }],
    effect: (flows) =>
      `You receive ${formatAmount(flows.get(usdb.id) ?? 0n)} USDB and repay within ${pledge.days} days. What is not repaid in time is liquidated.`,
  }
}

/** Everything that a schedule has not paid out, pledged until some days after its end. */
async function readSchedulePledge(
  { client, contracts, time }: PlanContext,
  vestingId: number,
): Promise<Pledge & { isBought: boolean }> {
  const { creator, token, totalAmount, claimedAmount, unlockTime } = await readContract(client, {
    address: contracts.vesting,
    abi: vestingAbi,
    functionName: "getVestingDetails",
    args: [BigInt(vestingId)],
  }).catch(() => {
    throw new ApiError("SCHEDULE_NOT_FOUND", "There is no such schedule")
  })
  const amount = totalAmount - claimedAmount
  // For purchases, the contract records the token as creator.
  const isBought = creator === token
  return { token: toAddress(token), amount, days: loanDays(unlockTime, time), isBought }
}

/** The prepaid fee of a loan, at the collateral's current value. */
async function computeFee({ client, contracts, wallet }: PlanContext, pledge: Pledge) {
  const route = await readLoanRoute(client, contracts, pledge.token, wallet)
  return loanFee(loanValue(route, pledge.amount).debt, pledge.days)
}
