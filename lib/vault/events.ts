import {
  declareEvent,
  type LogKey,
  type LogReadings,
  type LogRows,
} from "@/lib/events/declare-event"
import { daysOf, stateOf, toLoanRows, toMissingState, toText } from "@/lib/loans/event-row"
import type { VaultAction } from "./constants"

const position = ({ id, txId, time }: LogKey) => ({ id, txId, time })

type Amounts = { amount: bigint; amountOut?: bigint; sharePrice?: bigint | null }

const toVaultRow = (log: LogKey, wallet: string, action: VaultAction, amounts: Amounts) => ({
  vaultEvent: { ...position(log), wallet, action, amountOut: null, sharePrice: null, ...amounts },
})

const answer = (action: VaultAction) => () => ({ action })

/** Null when the vault gave no price; a price of a later block does not belong to the row. */
function withSharePrice(
  log: LogKey,
  { sharePrice, isLate }: LogReadings,
  toRows: (sharePrice: bigint | null) => LogRows,
): LogRows | null {
  if (sharePrice === undefined) return null
  if (!isLate) return toRows(sharePrice)
  const data = { share_price: `${sharePrice}` }
  return { ...toRows(null), missingState: toMissingState(log, "share_price", { data }) }
}

const shareEvents = [
  declareEvent("vault", "Bought", {
    rows: ({ args: { user, stasisSpent: amount, wStasisReceived: amountOut }, log, readings }) =>
      withSharePrice(log, readings, (sharePrice) =>
        toVaultRow(log, user, "wrap", { amount, amountOut, sharePrice }),
      ),
    answer: answer("wrap"),
  }),
  declareEvent("vault", "Sold", {
    rows: ({ args: { user, wStasisSold: amount, stasisReceived: amountOut }, log, readings }) =>
      withSharePrice(log, readings, (sharePrice) =>
        toVaultRow(log, user, "unwrap", { amount, amountOut, sharePrice }),
      ),
    answer: answer("unwrap"),
  }),
  declareEvent("vault", "Locked", {
    rows: ({ args: { user, amount }, log }) => toVaultRow(log, user, "lock", { amount }),
    answer: answer("lock"),
  }),
  declareEvent("vault", "Unlocked", {
    rows: ({ args: { user, amount }, log }) => toVaultRow(log, user, "unlock", { amount }),
    answer: answer("unlock"),
  }),
  declareEvent("vault", "YieldInjected", {
    rows: ({ args: { usdcAmount: usdc, stasisAdded: tide }, log, readings }) =>
      withSharePrice(log, readings, (sharePrice) => ({
        yieldInjection: { ...position(log), usdc, tide, sharePrice },
      })),
    answer: () => ({}),
  }),
  declareEvent("vault", "Transfer", {
    rows: ({ args: { from, to, value }, log: { id, txId, time, address: token } }) => ({
      transfer: { id, txId, token, from, to, value, time },
    }),
    answer: ({ from, to }) => ({ from, to }),
  }),
]

const toLoanAnswer = (_: unknown, { loan }: LogReadings) => ({
  source: "vault",
  hubId: loan?.hubId ?? null,
})

const loanEvents = [
  declareEvent("vault", "LoanTaken", {
    rows: ({ args, log, readings }) =>
      toLoanRows(log, readings, "created", {
        borrowed: toText(stateOf(readings)?.borrowedAmount),
        collateral: `${args.stasisCollateralUsed}`,
        days: daysOf(readings),
      }),
    answer: toLoanAnswer,
  }),
  declareEvent("vault", "LoanAdded", {
    rows: ({ args, log, readings }) =>
      toLoanRows(log, readings, "increased", {
        added: `${args.additionalStasis}`,
        borrowed: `${args.usdcReceived}`,
      }),
    answer: toLoanAnswer,
  }),
  declareEvent("vault", "LoanExtended", {
    rows: ({ args, log, readings }) =>
      toLoanRows(log, readings, "extended", { days: Number(args.daysAdded) }),
    answer: toLoanAnswer,
  }),
  declareEvent("vault", "LoanRepaid", {
    rows: ({ log, readings }) => toLoanRows(log, readings, "repaid"),
    answer: toLoanAnswer,
  }),
  declareEvent("vault", "LiquidationProcessed", {
    rows: ({ args, log, readings }) =>
      toLoanRows(log, readings, "liquidation_claimed", { burned: `${args.wStasisBurned}` }),
    answer: toLoanAnswer,
  }),
]

/** Events of the vault: of its shares, of the wallets' loans on them, and of its yield. */
export const vaultEvents = [...shareEvents, ...loanEvents]
