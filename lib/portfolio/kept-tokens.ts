import { getDeployment } from "@/lib/chain/deployment"
import type { LoanStep } from "./loan-steps"
import { type Conversion, cashBesideEntries, type Delta, leverageKey, type Stake } from "./math"
import { addTransactions, type WalletTransaction } from "./transactions"
import type { VestingStep } from "./vesting-steps"

type Steps = { loans: readonly LoanStep[]; vesting: readonly VestingStep[] }

/**
 * Adds what contracts keep for the wallet: collateral, vesting tokens and shares of the vault. Tokens that move between
 * them and the wallet stay the wallet's. A liquidation or a vested purchase moves no token of the wallet itself.
 */
export function addKeptTokens(
  transactions: readonly WalletTransaction[],
  { loans, vesting }: Steps,
): WalletTransaction[] {
  const stepsById = new Map<string, { loans: LoanStep[]; vesting: VestingStep[] }>()
  const getSteps = (id: string) => {
    const steps = stepsById.get(id) ?? { loans: [], vesting: [] }
    stepsById.set(id, steps)
    return steps
  }
  for (const step of loans) getSteps(step.txId).loans.push(step)
  for (const step of vesting) getSteps(step.txId).vesting.push(step)
  const touched = [...loans, ...vesting].map(({ txId: id, time }) => ({ id, time }))
  return addTransactions(transactions, touched).map((transaction) => {
    const steps = stepsById.get(transaction.id)
    return addConversion(steps ? applySteps(transaction, steps) : transaction)
  })
}

function applySteps(transaction: WalletTransaction, steps: Steps): WalletTransaction {
  const amounts = new Map(transaction.deltas.map(({ token, amount }) => [token, amount]))
  const kept: Stake[] = []
  const conversions: Conversion[] = []
  /** Transfers between wallet and contract cancel out; the rest changes what the wallet owns. */
  const add = (token: string, amount: bigint) => {
    const moved = amounts.get(token) ?? 0n
    const returned = absMin(moved, -amount)
    if (returned !== 0n) kept.push({ token, amount: returned })
    amounts.set(token, moved + amount)
  }
  for (const { token, amount } of sumByToken(steps)) add(token, amount)
  for (const step of steps.loans.filter(isLeverage)) {
    const key = leverageKey(step.token, step.loanId)
    if (returnsTokens(step) && step.collateral < 0n) {
      add(step.token, step.collateral)
      const received = -step.collateral
      conversions.push({ from: key, amount: received, to: step.token, received })
    } else amounts.set(key, (amounts.get(key) ?? 0n) + step.collateral)
  }
  const label = labelOf(steps, kept)
  return {
    ...transaction,
    deltas: [...amounts].flatMap(([token, amount]) => toDelta(token, amount)),
    ...(steps.loans.length > 0 && { debt: sum(steps.loans.map(({ debt }) => debt)) }),
    ...(steps.loans.some(isWaived(steps)) && { waived: sumWaived(steps) }),
    ...(conversions.length > 0 && { conversions }),
    ...(kept.length > 0 && { kept }),
    ...(label && { label }),
  }
}

const toDelta = (token: string, amount: bigint): Delta[] =>
  amount === 0n ? [] : [{ token, amount, value: null }]

/** The smaller of both in size, zero unless they have one sign. */
function absMin(a: bigint, b: bigint) {
  if (a > 0n && b > 0n) return a < b ? a : b
  if (a < 0n && b < 0n) return a > b ? a : b
  return 0n
}

const isLeverage = ({ source }: LoanStep) => source === "leverage"
const returnsTokens = ({ action }: LoanStep) =>
  action === "repaid" || action === "liquidation_claimed"

/** Collateral of the hub's loans and vesting tokens: they have the cost of the wallet's other tokens. */
function sumByToken({ loans, vesting }: Steps): Stake[] {
  const sums = new Map<string, bigint>()
  const pledged = loans
    .filter((step) => !isLeverage(step))
    .map(({ token, collateral: amount }) => ({ token, amount }))
  for (const { token, amount } of [...pledged, ...vesting]) {
    sums.set(token, (sums.get(token) ?? 0n) + amount)
  }
  return [...sums].map(([token, amount]) => ({ token, amount }))
}

/** A liquidation of a schedule whose unvested tokens were not counted as the wallet's. */
const isWaived =
  ({ vesting }: Steps) =>
  ({ source, action, vestingId }: LoanStep) =>
    source === "vesting" &&
    action === "liquidated" &&
    !vesting.some((step) => step.vestingId === vestingId)

const sumWaived = (steps: Steps) =>
  sum(steps.loans.filter(isWaived(steps)).map(({ debt }) => -debt))

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)

function labelOf({ loans: [loan], vesting: [schedule] }: Steps, kept: readonly Stake[]) {
  if (loan) {
    if (loan.action !== "created") return loan.action
    return isLeverage(loan) ? "leveraged" : "borrowed"
  }
  const moved = schedule && kept.find(({ token }) => token === schedule.token)
  return moved && (moved.amount < 0n ? "vesting" : "vesting_claimed")
}

/** TIDE against shares of the vault, which take over its cost. */
function addConversion(transaction: WalletTransaction): WalletTransaction {
  const { deltas, marketEntries } = transaction
  const sent = deltas.find(({ amount }) => amount < 0n)
  const got = deltas.find(({ amount }) => amount > 0n)
  if (
    !sent ||
    !got ||
    deltas.length > 2 ||
    marketEntries ||
    cashBesideEntries(transaction) !== 0n
  ) {
    return transaction
  }
  const { mainToken, staking } = getDeployment()
  const isWrap = sent.token === mainToken && got.token === staking
  if (!isWrap && !(sent.token === staking && got.token === mainToken)) return transaction
  const [amount, received] = [-sent.amount, got.amount]
  return {
    ...transaction,
    deltas: [],
    conversions: [{ from: sent.token, amount, to: got.token, received }],
    kept: [sent, got].map(({ token, amount: moved }) => ({ token, amount: moved })),
    label: isWrap ? "wrapped" : "unwrapped",
  }
}
