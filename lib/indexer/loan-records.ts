import { decodeFunctionResult, type Hex } from "viem"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import type { LoanRecord, ScheduleRecord } from "@/lib/events/declare-event"
import { cleanLine } from "@/lib/http/wire"

/** Records of loans and schedules from the contracts' answers, in the form that the index stores. */

const MAX_ID = 2n ** 31n - 1n

export const toId = (id: bigint) => (id <= MAX_ID ? Number(id) : null)

type LoanState = Pick<
  LoanRecord,
  | "token"
  | "collateral"
  | "fullAmount"
  | "borrowedAmount"
  | "creationTime"
  | "liquidationTime"
  | "liquidated"
  | "active"
>

type LoanDetails = {
  token: string
  collateralAmount: bigint
  fullAmount: bigint
  borrowedAmount: bigint
  creationTime: bigint
  liquidationTime: bigint
  isLiquidated: boolean
  active: boolean
}

/** Null for times that are none. */
export function toState(details: LoanDetails): LoanState | null {
  const { fullAmount, borrowedAmount, active } = details
  const [creationTime, liquidationTime] = [details.creationTime, details.liquidationTime].map(toId)
  // The row of an id that the chain does not know is empty.
  if (!creationTime || liquidationTime == null) return null
  return {
    ...{ token: details.token.toLowerCase(), collateral: details.collateralAmount },
    ...{ fullAmount, borrowedAmount, creationTime, liquidationTime },
    ...{ liquidated: details.isLiquidated, active },
  }
}

const MAX_TIME = 2n ** 53n

/** Null for values that cannot be stored. */
export function toSchedule(vestingId: bigint | undefined, data: Hex): ScheduleRecord | null {
  const [creator, beneficiary, token, ecosystem, totalAmount, claimedAmount, ...terms] =
    decodeFunctionResult({ abi: vestingAbi, functionName: "vestingSchedules", data })
  const [startTime, durationInDays, unlockTime, isGradual, activeLoanId, memo, timeUnit] = terms
  const [id, durationDays, loanId] = [
    toId(vestingId ?? MAX_TIME),
    toId(durationInDays),
    toId(activeLoanId),
  ]
  if (id === null || durationDays === null || loanId === null) return null
  if (startTime > MAX_TIME || unlockTime > MAX_TIME) return null
  return {
    vestingId: id,
    ...{ creator: creator.toLowerCase(), beneficiary: beneficiary.toLowerCase() },
    ...{ token: token.toLowerCase(), ecosystem: ecosystem.toLowerCase() },
    ...{ totalAmount, claimedAmount, durationDays, isGradual, timeUnit },
    ...{ startTime: Number(startTime), unlockTime: Number(unlockTime) },
    ...{ activeLoanId: loanId, memo: cleanLine(memo) },
  }
}
