import { type Address, type Hex, hexToBigInt, slice, toHex } from "viem"
import { approveCall, type PreparedCall } from "@/lib/chain/call"
import { explainRevert } from "@/lib/errors/revert-reason"
import type { Blocker, Flows, Plan } from "./plan"
import { type Overrides, overrideBalance } from "./simulation/overrides"
import { type CallResult, simulateCalls } from "./simulation/simulate"
import type { ChainState } from "./simulation/state"

/** The effect of a plan on a state. */
export type Trial = {
  /** Null when the call reverts. */
  flows: Flows | null
  revert: Blocker | null
  priceBefore: bigint | null
  priceAfter: bigint | null
  /** Gas of the approval, which is tried even if it is not needed, and of the action. */
  gas: { approve: bigint; action: bigint }
  /** Amounts before, by asset. */
  balances: Flows
  /** The call succeeds, but changes neither an amount of the wallet nor any of the plan's `changes`. */
  isIdle: boolean
}

type TrialOptions = { minimum?: bigint; overrides?: Overrides }

/** Makes the calls of a plan in one simulated block: amounts and price before, approval, action, and both after. */
export async function tryPlan(
  state: ChainState,
  wallet: Address,
  plan: Plan,
  { minimum = 0n, overrides = {} }: TrialOptions = {},
): Promise<Trial> {
  const { call, approval } = plan.prepare(minimum)
  const amounts = [
    ...plan.assets.map(({ balance }) => balance),
    ...(plan.price ? [plan.price.call] : []),
  ]
  const views = [...amounts, ...(plan.changes ?? [])]
  const approve = approval ? [approveCall(approval)] : []
  const results = await simulateCalls(
    state,
    wallet,
    [...views, ...approve, call, ...views],
    overrides,
  )
  const before = results.slice(0, views.length)
  const approved = results.slice(views.length, views.length + approve.length)
  const done = results[views.length + approve.length]
  const after = results.slice(views.length + approve.length + 1)
  const failed = [...approved, done].find((result) => !result?.ok)
  const balances = readAmounts(plan, before)
  const flows = failed ? null : subtract(readAmounts(plan, after), balances)
  const isSame = (result: CallResult, place: number) =>
    place < amounts.length || (result.ok && result.data === after[place]?.data)
  return {
    balances,
    flows,
    isIdle:
      flows !== null && ![...flows.values()].some((each) => each !== 0n) && before.every(isSame),
    revert: failed ? describeRevert(failed.data) : null,
    priceBefore: readPrice(plan, before),
    priceAfter: failed ? null : readPrice(plan, after),
    gas: { approve: approved[0]?.gasUsed ?? 0n, action: done?.gasUsed ?? 0n },
  }
}

/** State overrides that give a wallet the funds a plan takes; null when the token hides its balances. */
export async function fundPlan(
  state: ChainState,
  wallet: Address,
  plan: Plan,
): Promise<Overrides | null> {
  const prepared = plan.prepare(0n)
  const taken = fundsOf(plan, prepared)
  const native = { [wallet]: { balance: toHex((prepared.call.value ?? 0n) + SPARE_NATIVE) } }
  if (!taken) return native
  const funded = await overrideBalance(state, taken.token, wallet, taken.amount)
  return funded && { ...native, ...funded }
}

/** The token and amount that a plan takes from its wallet; null when it takes none. */
export const fundsOf = (plan: Plan, { approval }: PreparedCall) => plan.funds ?? approval ?? null

/** Native coins for gas, which simulations do not charge, and for checks of a contract. */
const SPARE_NATIVE = 10n ** 18n

/** The reason of a revert, with what can be done about it. */
export function describeRevert(data: Hex): Blocker {
  const reason = explainRevert(data)
  if (!reason) {
    return {
      code: "REVERTED",
      message: "The contract refuses this.",
      remedy: "Check the fields, your balance and the state of the market or token.",
    }
  }
  return { code: reason.name, message: reason.sentence, remedy: reason.remedy }
}

const readAmounts = ({ assets }: Plan, results: readonly CallResult[]): Flows =>
  new Map(assets.map(({ id, word = 0 }, place) => [id, toAmount(results[place], word)]))

/** 0 where the contract knows nothing of the wallet yet. */
function toAmount(result: CallResult | undefined, word: number): bigint {
  const bytes = result?.ok ? slice(result.data, 32 * word, 32 * (word + 1)) : "0x"
  return bytes === "0x" ? 0n : hexToBigInt(bytes)
}

function readPrice({ assets, price }: Plan, results: readonly CallResult[]): bigint | null {
  const result = price && results[assets.length]
  return price && result?.ok ? price.decode(result.data) : null
}

const subtract = (after: Flows, before: Flows): Flows =>
  new Map([...after].map(([id, amount]) => [id, amount - (before.get(id) ?? 0n)]))
