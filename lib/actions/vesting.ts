import { readContract } from "viem/actions"
import { z } from "zod"
import { addressInput, defineAction, positiveAmount } from "@/lib/actions/action"
import { NATIVE, tokenAsset } from "@/lib/actions/assets"
import type { Plan, PlanContext } from "@/lib/actions/plan"
import { toAddress } from "@/lib/chain/browser"
import { encodeCall, type PreparedCall } from "@/lib/chain/call"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import { formatAmount } from "@/lib/format"
import { ApiError, invalid } from "@/lib/http/errors"
import { INT_MAX, SAFE_MAX, singleLineText } from "@/lib/http/wire"
import { getToken } from "@/lib/tokens/queries"
import { scheduleCalls } from "@/lib/vesting/calls"
import { createSchedulesCall } from "@/lib/vesting/creation-calls"
import { MAX_DAYS } from "@/lib/vesting/math"

const vestingId = z.int().min(1).max(INT_MAX)

export const createVesting = defineAction({
  name: "vesting.create",
  summary: "Vest tokens for a wallet, step by step or all at a time",
  fields: {
    token: addressInput,
    beneficiary: addressInput,
    amount: positiveAmount,
    memo: singleLineText({ max: 512 }).default(""),
    durationInDays: z.int().min(1).max(Number(MAX_DAYS)).optional().describe("gradual"),
    startTime: z.int().min(0).max(SAFE_MAX).optional().describe("Unix seconds; default now"),
    timeUnit: z.int().min(0).max(3).default(3).describe("0 second, 1 minute, 2 hour, 3 day"),
    unlockTime: z.int().min(0).max(SAFE_MAX).optional().describe("Unix seconds; all at that time"),
  },
  plan: async (input, context) => {
    const { token, beneficiary, amount, memo, durationInDays: days, unlockTime } = input
    if ((days === undefined) === (unlockTime === undefined)) {
      throw invalid("durationInDays", "name either durationInDays or unlockTime")
    }
    const { contracts, client, time, wallet } = context
    if (token !== contracts.mainToken) await getToken(token)
    const at = { address: contracts.vesting, abi: vestingAbi } as const
    const [asset, isFeeDue, isExempt, feeAmount] = await Promise.all([
      tokenAsset(context, token),
      readContract(client, { ...at, functionName: "feeEnabled" }),
      readContract(client, { ...at, functionName: "feeWhitelist", args: [wallet] }),
      readContract(client, { ...at, functionName: "feeAmount" }),
    ])
    const terms =
      unlockTime === undefined
        ? {
            isGradual: true as const,
            startTime: input.startTime === undefined ? null : BigInt(input.startTime),
            days: BigInt(days ?? 0),
            timeUnit: input.timeUnit,
          }
        : { isGradual: false as const, unlockTime: BigInt(unlockTime) }
    const what = `${formatAmount(amount)} ${asset.symbol}`
    const fee = isFeeDue && !isExempt ? feeAmount : 0n
    return {
      title: `Vest ${what}`,
      prepare: () =>
        createSchedulesCall(contracts, {
          ...{ terms, token, now: time, fee },
          rows: [{ wallet: beneficiary, amount, memo }],
        }),
      assets: [asset],
      bound: null,
      fees: [{ kind: "creation", asset: NATIVE, amount: fee }],
      effect: () =>
        `${what} are vested for ${beneficiary} and leave your wallet now. You cannot take them back, but name another beneficiary.`,
    }
  },
})

export const claimVesting = defineAction({
  name: "vesting.claim",
  summary: "Collect what a schedule has vested",
  fields: { vestingId },
  plan: async ({ vestingId: id }, context) => {
    const { asset } = await readSchedule(context, id)
    const call = scheduleCalls(context.contracts, id).claim(`Claim from schedule ${id}`)
    return planCall(call, [asset], (flows) => {
      const claimed = formatAmount(flows.get(asset.id) ?? 0n)
      return `You receive ${claimed} ${asset.symbol}.`
    })
  },
})

export const extendVesting = defineAction({
  name: "vesting.extend",
  summary: "Let a schedule last longer",
  fields: { vestingId, days: z.int().min(1).max(Number(MAX_DAYS)) },
  plan: async ({ vestingId: id, days }, context) => {
    const call = scheduleCalls(context.contracts, id).extend(`Extend schedule ${id}`, BigInt(days))
    const plan = planCall(call, [], () => `Schedule ${id} ends ${days} days later.`)
    return { ...plan, changes: [scheduleCall(context, id)] }
  },
})

export const addToVesting = defineAction({
  name: "vesting.add",
  summary: "Add tokens to a schedule",
  fields: { vestingId, amount: positiveAmount },
  plan: async ({ vestingId: id, amount }, context) => {
    const { asset } = await readSchedule(context, id)
    const { addTokens } = scheduleCalls(context.contracts, id)
    const what = `${formatAmount(amount)} ${asset.symbol}`
    const call = addTokens(`Add ${what} to schedule ${id}`, toAddress(asset.id), amount)
    return planCall(
      call,
      [asset],
      () => `${what} are added to schedule ${id} and leave your wallet now.`,
    )
  },
})

export const changeBeneficiary = defineAction({
  name: "vesting.changeBeneficiary",
  summary: "Give a schedule to another wallet",
  fields: { vestingId, beneficiary: addressInput },
  plan: async ({ vestingId: id, beneficiary }, context) => {
    const { left, gives, beneficiary: present } = await readSchedule(context, id)
    const title = `Give schedule ${id} to ${beneficiary}`
    const call = scheduleCalls(context.contracts, id).changeBeneficiary(title, beneficiary)
    const effect = `${left} in schedule ${id} belong to ${beneficiary} from now on, less what is claimable now, which is paid to ${present}.`
    const message = `${beneficiary} can claim and borrow on what is left of the schedule: ${left}.`
    const warnings = [{ code: "GIVES_AWAY" as const, message }]
    const changes = [scheduleCall(context, id)]
    return { ...planCall(call, [], () => effect), warnings, gives, changes }
  },
})

export const transferCreator = defineAction({
  name: "vesting.transferCreator",
  summary: "Make another wallet the creator of a schedule",
  fields: { vestingId, creator: addressInput },
  plan: async ({ vestingId: id, creator }, context) => {
    const { left, gives } = await readSchedule(context, id)
    const title = `Make ${creator} the creator of schedule ${id}`
    const call = scheduleCalls(context.contracts, id).transferCreatorRole(title, creator)
    const effect = `${creator} decides about schedule ${id} instead of you: can name any beneficiary, also themselves, extend the schedule and add to it.`
    const message = `${creator} can make themselves the beneficiary and take what is left of the schedule: ${left}. You cannot undo it.`
    const warnings = [{ code: "GIVES_AWAY" as const, message }]
    const changes = [scheduleCall(context, id)]
    return { ...planCall(call, [], () => effect), warnings, gives, changes }
  },
})

const planCall = (
  prepared: PreparedCall,
  assets: Plan["assets"],
  effect: Plan["effect"],
): Plan => ({
  title: prepared.title ?? "Vesting",
  prepare: () => prepared,
  assets,
  bound: null,
  effect,
})

/** The view that returns the contract's record of a schedule. */
const scheduleCall = ({ contracts }: PlanContext, id: number) =>
  encodeCall(contracts.vesting, {
    abi: vestingAbi,
    functionName: "getVestingDetails",
    args: [BigInt(id)],
  })

async function readSchedule(context: PlanContext, id: number) {
  const { token, beneficiary, totalAmount, claimedAmount } = await readContract(context.client, {
    address: context.contracts.vesting,
    abi: vestingAbi,
    functionName: "getVestingDetails",
    args: [BigInt(id)],
  }).catch(() => {
    throw new ApiError("SCHEDULE_NOT_FOUND", "There is no such schedule")
  })
  const asset = await tokenAsset(context, toAddress(token))
  const amount = totalAmount - claimedAmount
  return {
    asset,
    beneficiary,
    left: `${formatAmount(amount)} ${asset.symbol}`,
    // The account that names the beneficiary controls everything not paid out.
    gives: amount > 0n ? [{ asset, amount }] : [],
  }
}
