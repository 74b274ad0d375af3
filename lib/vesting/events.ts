import { declareEvent, type LogKey, type LogReadings } from "@/lib/events/declare-event"
import {
  type EventData,
  stateOf,
  toCount,
  toDataText,
  toLoanRows,
  toMissingState,
  toScheduleColumns,
  toText,
} from "@/lib/loans/event-row"
import type { VestingAction } from "./constants"

/** Events without an actor: it is the sender of the transaction. */
export const vestingEventsWithoutActor = ["VestingExtended", "VestingUpdated", "BeneficiaryChanged"]

type Told = { wallet: string | undefined; amount?: bigint; data?: EventData }

/** Null when the contract does not know the schedule. */
function toEventRows(
  log: LogKey,
  { schedule, isLate }: LogReadings,
  action: VestingAction,
  { wallet, amount = 0n, data = {} }: Told,
) {
  if (!schedule || !wallet) return null
  const { vestingId, token } = schedule
  const { id, txId, time } = log
  const row = { id, txId, time, vestingId, action, wallet, token, amount }
  const vestingEvent = { ...row, data: toDataText(data) }
  if (!isLate) return { vestingEvent, vestingReading: { id, txId, ...schedule } }
  const late = { schedule: toScheduleColumns(schedule) }
  const missingState = toMissingState(log, "schedule", { vestingId, data: late })
  return { vestingEvent, missingState }
}

const answer =
  (action: VestingAction) =>
  ({ vestingId }: { vestingId: bigint }) => ({ action, vestingId: toCount(vestingId) })

const scheduleEvents = [
  declareEvent("vesting", "VestingCreated", {
    rows: ({ args: { creator, beneficiary, totalAmount: amount }, log, readings }) =>
      toEventRows(log, readings, "created", {
        wallet: creator,
        amount,
        data: { creator, beneficiary },
      }),
    answer: answer("created"),
  }),
  declareEvent("vesting", "TokensClaimed", {
    rows: ({ args: { amount }, log, readings }) =>
      toEventRows(log, readings, "claimed", { wallet: readings.claimer, amount }),
    answer: answer("claimed"),
  }),
  declareEvent("vesting", "VestingExtended", {
    rows: ({ args, log, readings, sender }) =>
      toEventRows(log, readings, "extended", {
        wallet: sender,
        data: { days: Number(args.additionalDays) },
      }),
    answer: answer("extended"),
  }),
  declareEvent("vesting", "BeneficiaryChanged", {
    rows: ({ args: { oldBeneficiary: from, newBeneficiary: to }, log, readings, sender }) =>
      toEventRows(log, readings, "beneficiary_changed", { wallet: sender, data: { from, to } }),
    answer: answer("beneficiary_changed"),
  }),
  declareEvent("vesting", "VestingUpdated", {
    rows: ({ args: { creator, beneficiary, totalAmount: amount }, log, readings, sender }) =>
      toEventRows(log, readings, "tokens_added", {
        wallet: sender,
        amount,
        data: { creator, beneficiary },
      }),
    answer: answer("tokens_added"),
  }),
  declareEvent("vesting", "CreatorRoleTransferred", {
    rows: ({ args: { oldCreator: from, newCreator: to }, log, readings }) =>
      toEventRows(log, readings, "creator_changed", { wallet: from, data: { from, to } }),
    answer: answer("creator_changed"),
  }),
]

const loanAnswer = (args: { vestingId: bigint; loanId: bigint }) => ({
  source: "vesting",
  vestingId: toCount(args.vestingId),
  loanId: toCount(args.loanId),
})

const loanEvents = [
  declareEvent("vesting", "LoanTaken", {
    rows: ({ args, log, readings }) =>
      toLoanRows(log, readings, "created", {
        borrowed: toText(stateOf(readings)?.borrowedAmount),
        collateral: `${args.tokenAmount}`,
        days: Number(args.loanDurationDays),
      }),
    answer: loanAnswer,
  }),
  declareEvent("vesting", "LoanRepaid", {
    rows: ({ log, readings }) => toLoanRows(log, readings, "repaid"),
    answer: loanAnswer,
  }),
]

/** Names the schedule of a liquidated loan; it becomes no row and is in no answer. */
export const vestingLiquidation = declareEvent("vesting", "VestingLiquidated", {
  rows: () => ({}),
  answer: () => ({}),
})

/** Events of the vesting contract: of schedules, and of the loans on them. */
export const vestingEvents = [...scheduleEvents, ...loanEvents]
