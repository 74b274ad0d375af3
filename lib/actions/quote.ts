import { formatAmount, formatExactAmount } from "@/lib/format"
import { invalid } from "@/lib/http/errors"
import { minAmountOut } from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"
import { warnOfIgnoredFields } from "./ignored-fields"
import type { Asset, Blocker, Flows, Plan, PlanContext, Warning } from "./plan"
import { type ActionInput, planAction } from "./registry"
import type { Quote } from "./schema"
import { type ChainState, readChainState } from "./simulation/state"
import { fundPlan, fundsOf, type Trial, tryPlan } from "./trial"

/** A price expires after this long and must be quoted again. */
const VALID_SECONDS = 30

/** Basis points from which a trade's own effect on the price is pointed out. */
const HIGH_IMPACT_BP = 500
const HIGH_SLIPPAGE_BP = 500

/** A quote with the inputs it was made from. */
export type QuotedPlan = {
  state: ChainState
  context: PlanContext
  plan: Plan
  quote: Quote
  /** The flows of the action, computed even for a wallet that could not pay; null when the contract refuses it. */
  flows: Flows | null
}

/** POST /api/v1/quote. `ignored`: fields of the body that no action has. */
export const quoteAction = async (
  input: ActionInput,
  ignored: readonly string[] = [],
): Promise<Quote> => (await quotePlan(input, ignored)).quote

/** Plans an action on the newest block, and tries it in the next one. */
export async function quotePlan(
  input: ActionInput,
  ignored: readonly string[] = [],
): Promise<QuotedPlan> {
  const state = await readChainState()
  const { plan, context } = await planAction(input, state)
  if (input.minOut !== undefined && plan.bound === null) {
    throw invalid("minOut", `${input.action} has no least amount`)
  }
  const { trial, blockers } = await findFigures(state, context, plan)
  const { flows, isIdle } = trial
  const quote = {
    action: input.action,
    block: Number(state.block),
    validUntil: new Date((Number(state.time) + VALID_SECONDS) * 1_000),
    ...describeFlows(plan, flows, context),
    gives: (plan.gives ?? []).map(({ asset, amount }) => ({
      ...{ asset: asset.id, symbol: asset.symbol, amount, usd: toUsd(asset, amount) },
    })),
    priceBefore: trial.priceBefore === null ? null : formatExactAmount(trial.priceBefore),
    priceAfter: trial.priceAfter === null ? null : formatExactAmount(trial.priceAfter),
    impactBp: plan.impactBp ?? 0,
    fees: (isIdle ? [] : listFees(plan, flows))
      .filter(({ amount }) => amount > 0n)
      .map(({ kind, asset, amount }) => ({
        ...{ kind, asset: asset.id, symbol: asset.symbol, amount, usd: toUsd(asset, amount) },
      })),
    route: isIdle ? [] : [...(plan.route ?? [])],
    warnings: [
      ...(plan.warnings ?? []),
      ...findWarnings(plan, context),
      ...warnOfTinyAmount(plan, flows),
      ...warnOfIgnoredFields(input, ignored),
    ],
    effect: describeEffect(plan, trial),
    blockers: [...blockers, ...findTooLittle(plan, flows, context)],
  }
  return { state, context, plan, quote, flows }
}

/** Tries a plan with the wallet's own funds, and with the missing funds added where it cannot pay. */
async function findFigures(
  state: ChainState,
  { wallet, hasWallet }: PlanContext,
  plan: Plan,
): Promise<{ trial: Trial; blockers: readonly Blocker[] }> {
  const own = hasWallet ? await tryPlan(state, wallet, plan) : null
  const shortage = own && !own.flows ? findShortage(plan, own) : null
  if (own && !shortage) return { trial: own, blockers: listBlockers(plan, own) }
  const overrides = await fundPlan(state, wallet, plan)
  const funded = overrides && (await tryPlan(state, wallet, plan, { overrides }))
  const trial = funded ?? own ?? (await tryPlan(state, wallet, plan))
  return { trial, blockers: [...(shortage ? [shortage] : []), ...listBlockers(plan, trial)] }
}

/** The obstacles of a plan for any payer: those the plan names, else those its trial has shown. */
function listBlockers(plan: Plan, { flows, revert, isIdle }: Trial): readonly Blocker[] {
  const { blockers = [], bound, idle = NO_CHANGE } = plan
  if (blockers.length > 0) return blockers
  if (revert) return [revert]
  if (isIdle) return [{ code: "NOTHING_CHANGES", ...idle }]
  return bound !== null && (flows?.get(bound) ?? 0n) <= 0n ? [NOTHING_RECEIVED] : []
}

const NO_CHANGE = {
  message: "Nothing would be different afterwards.",
  remedy: "It is so already, or another action is meant.",
}

const NOTHING_RECEIVED = {
  code: "NOTHING_RECEIVED",
  message: "The wallet would get nothing for it.",
  remedy: "Choose a larger amount.",
}

const listFees = ({ fees = [] }: Plan, flows: Flows | null) =>
  typeof fees === "function" ? (flows ? fees(flows) : []) : fees

function describeEffect(plan: Plan, { flows, isIdle }: Trial): string {
  if (flows === null) return `${plan.title}: not possible now.`
  return isIdle ? `${plan.title}: changes nothing.` : plan.effect(flows)
}

/** Why the wallet cannot pay; null when it can. */
function findShortage(plan: Plan, { balances }: Trial): Blocker | null {
  const funds = fundsOf(plan, plan.prepare(0n))
  const asset = plan.assets.find(({ id }) => id === funds?.token)
  const balance = asset && balances.get(asset.id)
  if (!funds || !asset || balance === undefined || balance >= funds.amount) return null
  return {
    code: "INSUFFICIENT_BALANCE",
    message: `The wallet has ${formatAmount(balance)} ${asset.symbol}, and this needs ${formatAmount(funds.amount)}.`,
    remedy: "Get more of it first, or choose a smaller amount.",
  }
}

/** The least amount that the transaction accepts. */
export const leastOf = (amount: bigint, { slippageBp, minOut }: PlanContext): bigint => {
  const least = minAmountOut(amount, BigInt(slippageBp))
  return least > minOut ? least : minOut
}

/** The blocker for an action that gives less than the wallet accepts. */
function findTooLittle(
  { assets, bound }: Plan,
  flows: Flows | null,
  { minOut }: PlanContext,
): Blocker[] {
  const asset = assets.find(({ id }) => id === bound)
  const amount = flows?.get(bound ?? "")
  if (!asset || amount === undefined || amount >= minOut) return []
  return [
    {
      code: "BELOW_MIN_OUT",
      message: `It gives ${formatAmount(amount)} ${asset.symbol} now, less than the ${formatAmount(minOut)} of minOut.`,
      remedy: "Name a smaller minOut, or wait for a better price.",
    },
  ]
}

function describeFlows(
  { assets, bound, boundToo }: Plan,
  flows: Flows | null,
  context: PlanContext,
) {
  const least = leastOf(flows?.get(bound ?? "") ?? 0n, context)
  const changed = assets
    .map((asset) => ({ asset, change: flows?.get(asset.id) ?? 0n }))
    .filter(({ change }) => change !== 0n)
  const toEntry = (asset: Asset, amount: bigint) => ({
    ...{ asset: asset.id, symbol: asset.symbol, amount, usd: toUsd(asset, amount) },
  })
  return {
    in: changed
      .filter(({ change }) => change < 0n)
      .map(({ asset, change }) => toEntry(asset, -change)),
    out: changed
      .filter(({ change }) => change > 0n)
      .map(({ asset, change }) => ({
        ...toEntry(asset, change),
        minAmount:
          asset.id === bound
            ? least
            : asset.id === boundToo?.asset
              ? boundToo.least(least)
              : change,
      })),
  }
}

function findWarnings({ impactBp = 0, bound }: Plan, { slippageBp }: PlanContext): Warning[] {
  const warnings: Warning[] = []
  if (impactBp >= HIGH_IMPACT_BP) {
    const message = `This trade moves the price against itself by ${impactBp / 100}%.`
    warnings.push({ code: "HIGH_IMPACT", message })
  }
  if (bound && slippageBp > HIGH_SLIPPAGE_BP) {
    const message = `The trade is accepted even if it gives ${slippageBp / 100}% less than quoted.`
    warnings.push({ code: "HIGH_SLIPPAGE", message })
  }
  return warnings
}

/** An amount below a cent probably means forgotten decimals. */
function warnOfTinyAmount({ assets }: Plan, flows: Flows | null): Warning[] {
  const spent = assets.filter(({ id, usdPrice }) => usdPrice > 0n && (flows?.get(id) ?? 0n) < 0n)
  if (spent.length === 0) return []
  const worth = spent.reduce(
    (sum, asset) => sum - (flows?.get(asset.id) ?? 0n) * asset.usdPrice,
    0n,
  )
  if (worth * 100n >= WAD * WAD) return []
  const message = `What is given is worth less than a cent. Amounts are base units: 1 USDB is ${WAD}.`
  return [{ code: "TINY_AMOUNT", message }]
}

/** Dollars of an amount, rounded down to cents. */
const toUsd = ({ usdPrice }: Pick<Asset, "usdPrice">, amount: bigint) =>
  Number((amount * usdPrice * 100n) / (WAD * WAD)) / 100
