import { WAD } from "@/lib/units"
import { ACTORS, type Actor } from "../sample/actors"
import type { Call, Spender } from "../sample/calls"
import { vaultTransactions, vestingTransactions } from "../sample/lending/holdings"
import type { LendingCall, LendingKind } from "../sample/lending/parse"
import { hubTransactions, leverageTransactions } from "../sample/lending/transactions"
import type { RandomStream } from "../sample/random"
import type { LocalExchange } from "./exchange"
import { fundWallet } from "./funding"

/** Those whose loans the sample history shows in some state, which the bot leaves as it is. */
const BORROWERS_OF_SAMPLE = [
  ...["Ingrid", "Mateo", "Kenji", "Ruth", "Omar"],
  ...["Felix", "Sana", "Tomasz", "Viktor", "Amara"],
]
const borrowers = ACTORS.filter(({ name }) => !BORROWERS_OF_SAMPLE.includes(name))

/** Of each kind, a wallet has no more open. */
const MAX_OPEN = 1
const MAX_SCHEDULES = 3n
/** Whole TIDE. */
const MIN_TIDE = 10
const MAX_TIDE = 60
/** Whole USDB; several times as much is bought with it. */
const MAX_LEVERAGED = 3
/** Room for the fees of a debt. */
const DEBT_MARGIN = WAD
const DAY_SECONDS = 86_400

const ACTIONS = [
  { weight: 4, run: useHub },
  { weight: 2, run: useLeverage },
  { weight: 3, run: useVault },
  { weight: 2, run: useVesting },
] as const

type Context = { exchange: LocalExchange; random: RandomStream; actor: Actor }

/**
 * Does one thing with loans, leverage, the vault or vesting and describes it; null when it is not possible now. Sums
 * are small, and what is open is closed before more is opened.
 */
export async function actOnLoans(
  exchange: LocalExchange,
  random: RandomStream,
): Promise<string | null> {
  const action = random.weighted(ACTIONS, ({ weight }) => weight)
  const actor = random.weighted(borrowers, () => 1)
  return action && actor ? action.run({ exchange, random, actor }) : null
}

async function useHub(context: Context): Promise<string | null> {
  const { exchange, random, actor } = context
  const open = await exchange.loans.ofHub(actor.index)
  const [loan] = open
  if (loan && open.length >= MAX_OPEN) {
    if (!loan.isExpired && random.chance(0.3)) {
      const extension = { days: 10, payInStable: false, refinance: false }
      const call = lendingCall("extendLoan", (at) => {
        return hubTransactions(at.book).extend(loan.id, extension)
      })
      return attempt(context, call, "extends a loan")
    }
    await ensureUsdb(context, loan.debt + DEBT_MARGIN, "loanHub")
    const call = lendingCall("repayLoan", (at) => hubTransactions(at.book).repay(loan.id))
    return attempt(context, call, `repays a loan of ${toNumber(loan.debt)} USDB`)
  }
  const amount = await takeTide(context, "loanHub")
  if (amount === null) return null
  const days = Math.floor(random.between(10, 60))
  const call = lendingCall("takeLoan", (at) => {
    return hubTransactions(at.book).take({ token: at.token("TIDE"), amount, days })
  })
  return attempt(context, call, `borrows on ${toNumber(amount)} TIDE for ${days} days`)
}

async function useLeverage(context: Context): Promise<string | null> {
  const { exchange, random, actor } = context
  const open = await exchange.loans.positions(actor.index)
  const [position] = open
  if (position && open.length >= MAX_OPEN) {
    const percentage = random.chance(0.3) ? 50 : 100
    const call = lendingCall("closeLeverage", (at) => {
      return leverageTransactions(at.book).close(position.id, percentage)
    })
    return attempt(context, call, `closes ${percentage} % of a leveraged position`)
  }
  const usdb = Math.ceil(random.between(0, MAX_LEVERAGED))
  const [amount, days] = [BigInt(usdb) * WAD, Math.floor(random.between(1, 30))]
  await ensureUsdb(context, amount, "swap")
  const call = lendingCall("openLeverage", (at) => {
    return leverageTransactions(at.book).open({ token: at.token("TIDE"), amount, days })
  })
  return attempt(context, call, `buys TIDE with leverage for ${usdb} USDB`)
}

async function useVault(context: Context): Promise<string | null> {
  const { exchange, random, actor } = context
  const shares = await exchange.loans.shares(actor.index)
  // Two thirds stay: the vault refuses to leave less than 1 TIDE in circulation.
  if (shares > 2n * WAD && random.chance(0.4)) {
    const amount = shares / 3n
    const call = lendingCall("unwrap", (at) => vaultTransactions(at.book).unwrap(amount))
    return attempt(context, call, `unwraps ${toNumber(amount)} wTIDE`)
  }
  if (random.chance(0.2)) {
    const call = lendingCall("investYield", (at) => vaultTransactions(at.book).investYield())
    return attempt(context, call, "has the vault invest its yield")
  }
  const amount = await takeTide(context, "staking")
  if (amount === null) return null
  const call = lendingCall("wrap", (at) => vaultTransactions(at.book).wrap(amount))
  return attempt(context, call, `wraps ${toNumber(amount)} TIDE`)
}

async function useVesting(context: Context): Promise<string | null> {
  const { exchange, random, actor } = context
  const [id] = await exchange.loans.claimable(actor.index)
  if (id !== undefined) {
    const call = lendingCall("claimVested", (at) => vestingTransactions(at.book).claim(id))
    return attempt(context, call, "claims vested tokens")
  }
  const other = random.weighted(borrowers, ({ index }) => (index === actor.index ? 0 : 1))
  if (!other || (await exchange.loans.scheduleCount(actor.index)) >= MAX_SCHEDULES) return null
  const amount = await takeTide(context, "vesting")
  if (amount === null) return null
  const days = Math.ceil(random.between(1, 7))
  const start = Math.floor(Date.now() / 1_000) + DAY_SECONDS / 24
  const call = lendingCall("vestGradually", (at) => {
    const schedule = { beneficiary: at.wallet(other.index), token: at.token("TIDE"), amount }
    const terms = { start, days, step: 1, memo: "Thanks" }
    return vestingTransactions(at.book).createGradual({ ...schedule, ...terms })
  })
  return attempt(context, call, `vests ${toNumber(amount)} TIDE for ${other.name}`)
}

const lendingCall = (kind: LendingKind, write: LendingCall["write"]): LendingCall => ({
  kind,
  write,
})

/** Sends what the contracts take; a refusal is nobody's fault: others act at the same time. */
async function attempt({ exchange, actor }: Context, call: Call, what: string) {
  if (!(await exchange.accepts(actor.index, call))) return null
  await exchange.send(actor.index, call)
  return `${actor.name} ${what}`
}

/** A small part of a wallet's TIDE, which a contract may take; null when the wallet has too little. */
async function takeTide({ exchange, random, actor }: Context, spender: Spender) {
  const tide = Math.min(MAX_TIDE, Math.floor(toNumber(await exchange.loans.tide(actor.index)) / 10))
  if (tide < MIN_TIDE) return null
  const amount = BigInt(Math.floor(random.between(MIN_TIDE, tide))) * WAD
  if ((await exchange.loans.tideAllowance(actor.index, spender)) < amount) {
    await exchange.send(actor.index, { kind: "approve", symbol: "TIDE", spender })
  }
  return amount
}

async function ensureUsdb({ exchange, actor }: Context, amount: bigint, spender: Spender) {
  const funds = await exchange.usdbFunds(actor.index, spender)
  if (funds.money < amount) await fundWallet(exchange, actor, amount, funds)
  if (funds.allowance < amount) {
    await exchange.send(actor.index, { kind: "approve", symbol: "USDB", spender })
  }
}

function toNumber(amount: bigint) {
  return Number(amount) / 1e18
}
