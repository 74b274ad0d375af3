import { type Address, erc20Abi, toHex } from "viem"
import { readContract } from "viem/actions"
import type { Approval } from "@/lib/chain/call"
import { approveCall, type ContractCall } from "@/lib/chain/call"
import { chainUnavailable, invalid } from "@/lib/http/errors"
import type { Flows, Plan, PlanContext } from "./plan"
import { leastOf, type QuotedPlan, quotePlan } from "./quote"
import type { ActionInput } from "./registry"
import type { Build } from "./schema"
import type { ChainState } from "./simulation/state"
import { type Trial, tryPlan } from "./trial"

const MARGIN_PERCENT = 50n
const MIN_MARGIN = 40_000n

/**
 * A gas limit for a simulated call. A simulation reports gas after refunds, which are up to a fifth of the gas used
 * (EIP-3529), and only for its own state: a slot that is empty a block later costs 22,100 gas more. Unused gas is
 * refunded. The block's limit caps it, because nodes refuse a transaction above it.
 */
function withGasMargin(gasUsed: bigint, blockLimit: bigint): bigint {
  const share = (gasUsed * MARGIN_PERCENT) / 100n
  const limit = gasUsed + (share > MIN_MARGIN ? share : MIN_MARGIN)
  return limit < blockLimit ? limit : blockLimit
}

/** The spender's current allowance for the wallet's tokens. */
const readAllowance = (
  { client, wallet }: PlanContext,
  { token, spender }: Approval,
): Promise<bigint> =>
  readContract(client, {
    address: token,
    abi: erc20Abi,
    functionName: "allowance",
    args: [wallet, spender],
  })

/** POST /api/v1/transactions/build. Nothing is reserved: a build may be repeated. */
export async function buildTransactions(
  input: ActionInput,
  ignored: readonly string[] = [],
): Promise<Build> {
  if (!input.wallet) throw invalid("wallet", "is required")
  const { state, context, plan, quote, flows } = await quotePlan(input, ignored)
  const minimum = findMinimum(plan, context, flows)
  const trial = await tryPlan(state, input.wallet, plan, { minimum: minimum ?? 0n })
  const isBlocked = minimum === null || quote.blockers.length > 0 || trial.revert !== null
  // A call that would revert is not offered for signing.
  const steps = isBlocked ? [] : await listSteps(context, plan, minimum, trial)
  return {
    quote,
    transactions: await priceTransactions(state, context.wallet, steps),
    calls: {
      version: "2.0.0",
      chainId: toHex(state.client.chain?.id ?? 0),
      from: context.wallet,
      atomicRequired: true,
      calls: steps.map(({ call: { to, data, value = 0n } }) => ({ to, data, value: toHex(value) })),
    },
    simulation: {
      ok: trial.flows !== null,
      gasUsed: steps.reduce((sum, { gas }) => sum + gas, 0n),
      changes: listChanges(plan, trial.flows),
      revert: trial.revert,
    },
  }
}

/** The least amount that the transaction accepts; null while there is no figure to derive it from. */
function findMinimum(
  { bound }: Plan,
  context: PlanContext,
  flows: QuotedPlan["flows"],
): bigint | null {
  if (bound === null) return 0n
  const amount = flows?.get(bound)
  return amount === undefined || amount <= 0n ? null : leastOf(amount, context)
}

type Step = { kind: "approve" | "action"; call: ContractCall; gas: bigint; description: string }

/** The approval, exact and only when the allowance is too small, then the action. */
async function listSteps(
  context: PlanContext,
  plan: Plan,
  minimum: bigint,
  { gas }: Trial,
): Promise<Step[]> {
  const { call, approval } = plan.prepare(minimum)
  const action: Step = { kind: "action", call, gas: gas.action, description: plan.title }
  if (!approval || (await readAllowance(context, approval)) >= approval.amount) return [action]
  const symbol = plan.assets.find(({ id }) => id === approval.token)?.symbol ?? "the token"
  const approve: Step = {
    kind: "approve",
    call: approveCall(approval),
    gas: gas.approve,
    description: `Approve ${symbol} for: ${plan.title}`,
  }
  return [approve, action]
}

async function priceTransactions(
  { client }: ChainState,
  wallet: Address,
  steps: readonly Step[],
): Promise<Build["transactions"]> {
  const [nonce, fees, { gasLimit }, chainId] = await Promise.all([
    client.getTransactionCount({ address: wallet, blockTag: "pending" }),
    client.estimateFeesPerGas(),
    client.getBlock(),
    client.chain?.id ?? client.getChainId(),
  ]).catch((error) => {
    throw chainUnavailable(error)
  })
  return steps.map(({ kind, call: { to, data, value = 0n }, gas, description }, place) => ({
    ...{ kind, to, data, value, description, chainId },
    gas: withGasMargin(gas, gasLimit),
    maxFeePerGas: fees.maxFeePerGas,
    maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
    nonce: nonce + place,
  }))
}

const listChanges = ({ assets }: Plan, flows: Flows | null) =>
  assets
    .map(({ id, symbol }) => ({ asset: id, symbol, amount: `${flows?.get(id) ?? 0n}` }))
    .filter(({ amount }) => amount !== "0")
