import { declareEvent, type LogKey, type LogReadings } from "@/lib/indexer/declare-event"
import { daysOf, toLoanRows } from "@/lib/loans/event-row"
import type { VaultAction } from "./constants"

const position = ({ id, txId, time }: LogKey) => ({ id, txId, time })

type Amounts = { amount: bigint; amountOut?: bigint; sharePrice?: bigint }

const toVaultRow = (log: LogKey, wallet: string, action: VaultAction, amounts: Amounts) => ({
  vaultEvent: { ...position(log), wallet, action, amountOut: null, sharePrice: null, ...amounts },
})

const answer = (action: VaultAction) => () => ({ action })

const shareEvents = [
  declareEvent("vault", "Bought", {
    rows: ({ args: { user, stasisSpent, wStasisReceived }, log, readings: { sharePrice } }) => {
      if (sharePrice === undefined) return null
      const amounts = { amount: stasisSpent, amountOut: wStasisReceived, sharePrice }
      return toVaultRow(log, user, "wrap", amounts)
    },
    answer: answer("wrap"),
  }),
  declareEvent("vault", "Sold", {
    rows: ({ args: { user, wStasisSold, stasisReceived }, log, readings: { sharePrice } }) => {
      if (sharePrice === undefined) return null
      const amounts = { amount: wStasisSold, amountOut: stasisReceived, sharePrice }
      return toVaultRow(log, user, "unwrap", amounts)
    },
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
    rows: ({ args: { usdcAmount: usdc, stasisAdded: tide }, log, readings: { sharePrice } }) =>
      sharePrice === undefined
        ? null
        : { yieldInjection: { ...position(log), usdc, tide, sharePrice } },
    answer: () => ({}),
  }),
  declareEvent("vault", "Transfer", {
    rows: ({ args: { from, to, value }, log: { id, txId, address: token } }) => ({
      transfer: { id, txId, token, from, to, value },
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
        borrowed: readings.loan && `${readings.loan.borrowedAmount}`,
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

/** What the vault emits: of its shares, of the wallets' loans on them, and of its yield. */
export const vaultEvents = [...shareEvents, ...loanEvents]
