import { getAddress } from "viem"
import type { AddressDirectory } from "../markets/calls"
import type { Transaction } from "../markets/transactions"
import type { ScenarioLine } from "../scenario-line"
import { vaultTransactions, vestingTransactions } from "./holdings"
import { type Extension, hubTransactions, leverageTransactions } from "./transactions"

type Writer = (at: AddressDirectory) => Transaction

/** A transaction of loans, leverage, the vault or vesting. */
export type LendingCall = { kind: LendingKind; write: Writer }

export type LendingKind = keyof typeof lendingCalls

const UNITS = ["second", "minute", "hour", "day"] as const

/** Days, who pays the fee ("usdb", or "debt" to which it is added), and "refinance" or nothing. */
function parseExtension(words: ScenarioLine): Extension {
  const days = words.number()
  const payInStable = words.oneOf(["usdb", "debt"]) === "usdb"
  return { days, payInStable, refinance: words.oneOfOr(["refinance"]) !== undefined }
}

const id = (words: ScenarioLine) => BigInt(words.number())

/** Whose loan it is: an actor's, or that of the vault or the vesting contract. */
function parseBorrower(words: ScenarioLine) {
  const contract = words.oneOfOr(["staking", "vesting"])
  if (contract) return ({ book }: AddressDirectory) => getAddress(book[contract])
  const wallet = words.wallet()
  return (at: AddressDirectory) => at.wallet(wallet)
}

/** Token, amount and days. */
function parseTerms(words: ScenarioLine) {
  const [symbol, amount, days] = [words.next(), words.amount(), words.number()]
  return (at: AddressDirectory) => ({ token: at.token(symbol), amount, days })
}

/** Beneficiary, token and amount of a schedule. */
function parseGift(words: ScenarioLine) {
  const [beneficiary, symbol, amount] = [words.wallet(), words.next(), words.amount()]
  return (at: AddressDirectory) => ({
    beneficiary: at.wallet(beneficiary),
    token: at.token(symbol),
    amount,
  })
}

/** What follows each action in a line, and its transaction. Ids count from 1: loans of a wallet, schedules of all. */
const lendingCalls = {
  takeLoan: (words) => {
    const terms = parseTerms(words)
    return (at) => hubTransactions(at.book).take(terms(at))
  },
  extendLoan: (words) => {
    const [loan, extension] = [id(words), parseExtension(words)]
    return (at) => hubTransactions(at.book).extend(loan, extension)
  },
  increaseLoan: (words) => {
    const [loan, amount] = [id(words), words.amount()]
    return (at) => hubTransactions(at.book).increase(loan, amount)
  },
  sellLoanPart: (words) => {
    const [loan, percentage] = [id(words), words.number()]
    return (at) => hubTransactions(at.book).sellPart(loan, percentage)
  },
  repayLoan: (words) => {
    const loan = id(words)
    return (at) => hubTransactions(at.book).repay(loan)
  },
  liquidateLoan: (words) => {
    const [borrower, loan] = [parseBorrower(words), id(words)]
    return (at) => hubTransactions(at.book).liquidate(borrower(at), loan)
  },
  claimLoan: (words) => {
    const loan = id(words)
    return (at) => hubTransactions(at.book).claim(loan)
  },
  openLeverage: (words) => {
    const terms = parseTerms(words)
    return (at) => leverageTransactions(at.book).open(terms(at))
  },
  closeLeverage: (words) => {
    const [position, percentage] = [id(words), words.number()]
    return (at) => leverageTransactions(at.book).close(position, percentage)
  },
  liquidateLeverage: (words) => {
    const [wallet, position] = [words.wallet(), id(words)]
    return (at) => leverageTransactions(at.book).liquidate(at.wallet(wallet), position)
  },
  claimLeverage: (words) => {
    const position = id(words)
    return (at) => leverageTransactions(at.book).claim(position)
  },
  wrap: (words) => {
    const amount = words.amount()
    return (at) => vaultTransactions(at.book).wrap(amount)
  },
  unwrap: (words) => {
    const shares = words.amount()
    return (at) => vaultTransactions(at.book).unwrap(shares)
  },
  lock: (words) => {
    const shares = words.amount()
    return (at) => vaultTransactions(at.book).lock(shares)
  },
  injectYield: (words) => {
    const amount = words.amount()
    return (at) => vaultTransactions(at.book).injectYield(amount)
  },
  investYield: () => (at) => vaultTransactions(at.book).investYield(),
  borrowOnVault: (words) => {
    const [amount, days] = [words.amount(), words.number()]
    return (at) => vaultTransactions(at.book).borrow(amount, days)
  },
  extendVaultLoan: (words) => {
    const extension = parseExtension(words)
    return (at) => vaultTransactions(at.book).extend(extension)
  },
  repayVaultLoan: () => (at) => vaultTransactions(at.book).repay(),
  settleVault: () => (at) => vaultTransactions(at.book).settle(),
  vestGradually: (words) => {
    const gift = parseGift(words)
    const [start, days, unit] = [words.time(), words.number(), words.oneOf(UNITS)]
    const terms = { start, days, step: UNITS.indexOf(unit), memo: words.rest() }
    return (at) => vestingTransactions(at.book).createGradual({ ...gift(at), ...terms })
  },
  vestUntil: (words) => {
    const gift = parseGift(words)
    const terms = { unlock: words.time(), memo: words.rest() }
    return (at) => vestingTransactions(at.book).createCliff({ ...gift(at), ...terms })
  },
  claimVested: (words) => {
    const schedule = id(words)
    return (at) => vestingTransactions(at.book).claim(schedule)
  },
  extendVesting: (words) => {
    const [schedule, days] = [id(words), words.number()]
    return (at) => vestingTransactions(at.book).extend(schedule, days)
  },
  addToVesting: (words) => {
    const [schedule, amount] = [id(words), words.amount()]
    return (at) => vestingTransactions(at.book).add(schedule, amount)
  },
  changeBeneficiary: (words) => {
    const [schedule, wallet] = [id(words), words.wallet()]
    return (at) => vestingTransactions(at.book).changeBeneficiary(schedule, at.wallet(wallet))
  },
  borrowOnVesting: (words) => {
    const schedule = id(words)
    return (at) => vestingTransactions(at.book).borrow(schedule)
  },
  repayVestingLoan: (words) => {
    const schedule = id(words)
    return (at) => vestingTransactions(at.book).repay(schedule)
  },
} satisfies Record<string, (words: ScenarioLine) => Writer>

export const lendingKinds = Object.keys(lendingCalls) as LendingKind[]

export function isLendingKind(kind: string): kind is LendingKind {
  return Object.hasOwn(lendingCalls, kind)
}

export function parseLendingCall(kind: LendingKind, words: ScenarioLine): LendingCall {
  return { kind, write: lendingCalls[kind](words) }
}

/** A leveraged purchase is up to 300 purchases and loans; a call of the vault invests what waits in up to 50. */
export function gasOfLendingCall({ kind }: LendingCall): bigint {
  return kind === "openLeverage" ? 9_000_000n : 3_000_000n
}
