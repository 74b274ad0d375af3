import { declareEvent, type LogReadings } from "@/lib/events/declare-event"
import { daysOf, stateOf, toLoanRows, toText } from "./event-row"

const toCoreAnswer = (_: unknown, { loan }: LogReadings) => ({
  source: loan?.source ?? null,
  loanId: loan?.loanId ?? null,
})

const toHubAnswer = (_: unknown, { loan }: LogReadings) => ({
  source: "hub",
  hubId: loan?.hubId ?? null,
  coreId: loan?.loanId ?? null,
})

/** TIDE's book: leverage positions, and core loans, whose other half the hub, the vault or vesting emits. */
const bookEvents = [
  ...(["LoanCreated", "LeverageCreated"] as const).map((name) =>
    declareEvent("mainToken", name, {
      rows: ({ args, log, readings }) =>
        toLoanRows(log, readings, "created", {
          borrowed: `${args.borrowedAmount}`,
          collateral: `${args.collateralAmount}`,
          days: daysOf(readings),
        }),
      answer: toCoreAnswer,
    }),
  ),
  declareEvent("mainToken", "LoanExtended", {
    rows: ({ args, log, readings }) =>
      toLoanRows(log, readings, "extended", { days: Number(args.numberOfDays) }),
    answer: toCoreAnswer,
  }),
  declareEvent("mainToken", "LoanIncreased", {
    rows: ({ args, log, readings }) =>
      toLoanRows(log, readings, "increased", {
        added: `${args.amountAdded}`,
        borrowed: `${args.additionalBorrow}`,
      }),
    answer: toCoreAnswer,
  }),
  declareEvent("mainToken", "PartialLoanSell", {
    rows: ({ args, log, readings }) =>
      toLoanRows(log, readings, "partial_sell", {
        percentage: Number(args.percentage),
        residual: `${args.residualTokens}`,
      }),
    answer: toCoreAnswer,
  }),
  declareEvent("mainToken", "LoanRepaid", {
    rows: ({ log, readings }) => toLoanRows(log, readings, "repaid"),
    answer: toCoreAnswer,
  }),
  declareEvent("mainToken", "LoanLiquidated", {
    rows: ({ args, log, readings }) =>
      toLoanRows(log, readings, "liquidated", { liquidator: args.liquidator.toLowerCase() }),
    answer: toCoreAnswer,
  }),
  declareEvent("mainToken", "LiquidationClaimed", {
    rows: ({ args, log, readings }) =>
      toLoanRows(log, readings, "liquidation_claimed", { claimed: `${args.claimed}` }),
    answer: toCoreAnswer,
  }),
]

const hubEvents = [
  declareEvent("loanHub", "LoanCreated", {
    rows: ({ args, log, readings }) =>
      toLoanRows(log, readings, "created", {
        borrowed: `${args.borrowed}`,
        collateral: toText(stateOf(readings)?.collateral),
        days: daysOf(readings),
      }),
    answer: toHubAnswer,
  }),
  declareEvent("loanHub", "LoanRepaid", {
    rows: ({ log, readings }) => toLoanRows(log, readings, "repaid"),
    answer: toHubAnswer,
  }),
  declareEvent("loanHub", "LoanExtended", {
    rows: ({ args, log, readings }) =>
      toLoanRows(log, readings, "extended", {
        days: Number(args.addDays),
        refinance: args.refinance,
      }),
    answer: toHubAnswer,
  }),
  declareEvent("loanHub", "LoanIncreased", {
    rows: ({ args, log, readings }) =>
      toLoanRows(log, readings, "increased", {
        added: `${args.amountAdded}`,
        borrowed: `${args.borrowed}`,
      }),
    answer: toHubAnswer,
  }),
  declareEvent("loanHub", "PartialLoanSold", {
    rows: ({ args, log, readings }) =>
      toLoanRows(log, readings, "partial_sell", {
        percentage: Number(args.percentage),
        received: `${args.received}`,
      }),
    answer: toHubAnswer,
  }),
  declareEvent("loanHub", "LiquidationClaimed", {
    rows: ({ args, log, readings }) =>
      toLoanRows(log, readings, "liquidation_claimed", { claimed: `${args.claimed}` }),
    answer: toHubAnswer,
  }),
]

export const loanEvents = [...bookEvents, ...hubEvents]
