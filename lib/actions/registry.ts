import { type Address, keccak256, slice, toHex } from "viem"
import { z } from "zod"
import { callParsed, schemasOf } from "@/lib/api/declarations"
import { getDeployment } from "@/lib/chain/deployment"
import { toPlatformContracts } from "@/lib/chain/platform-contracts"
import { claimLiquidation, extendLoan, increaseLoan, repayLoan, sellLoan } from "./loans/change"
import { closeLeverage, openLeverage } from "./loans/leverage"
import { takeLoan } from "./loans/take"
import { buyShares } from "./markets/buy"
import { createMarket } from "./markets/create"
import { cancelOrder, fillOrders, listShares } from "./markets/orders"
import {
  claimBounty,
  disputeOutcome,
  finalizeMarket,
  proposeOutcome,
  redeemShares,
  vetoOutcome,
  voteOutcome,
} from "./markets/resolve"
import type { Plan, PlanContext } from "./plan"
import { type ChainState, createStateClient } from "./simulation/state"
import { buyToken } from "./tokens/buy"
import { launchToken } from "./tokens/launch"
import { sellToken } from "./tokens/sell"
import { claimRounds, placeBet } from "./updown"
import { lockShares, unlockShares, unwrapTide, wrapTide } from "./vault"
import {
  addToVesting,
  changeBeneficiary,
  claimVesting,
  createVesting,
  extendVesting,
  transferCreator,
} from "./vesting"
import { claimFaucet } from "./wallets/claim-faucet"
import { registerAgent } from "./wallets/register-agent"
import { revokeApproval } from "./wallets/revoke-approval"

/** Everything that a wallet can do. */
export const actions = [
  buyToken,
  sellToken,
  launchToken,
  buyShares,
  createMarket,
  listShares,
  cancelOrder,
  fillOrders,
  proposeOutcome,
  disputeOutcome,
  voteOutcome,
  vetoOutcome,
  finalizeMarket,
  redeemShares,
  claimBounty,
  takeLoan,
  repayLoan,
  extendLoan,
  increaseLoan,
  sellLoan,
  claimLiquidation,
  openLeverage,
  closeLeverage,
  wrapTide,
  unwrapTide,
  lockShares,
  unlockShares,
  createVesting,
  claimVesting,
  extendVesting,
  addToVesting,
  changeBeneficiary,
  transferCreator,
  placeBet,
  claimRounds,
  claimFaucet,
  registerAgent,
  revokeApproval,
] as const

/** Any of the actions, distinguished by `action`. */
export const actionInput = z.discriminatedUnion("action", schemasOf(actions)).meta({ id: "Action" })

export type ActionInput = z.output<typeof actionInput>

/** An action whose input its own schema has parsed before planning. */
type ParsedAction = { plan: (input: never, context: PlanContext) => Promise<Plan> }

const byName: ReadonlyMap<string, ParsedAction> = new Map(
  actions.map((action) => [action.name, action]),
)

/** A wallet without any assets, for quotes without a wallet. */
const STAND_IN: Address = slice(keccak256(toHex("a wallet that nobody has")), 12)

/** Plans an action for the block after a state. */
export async function planAction(
  input: ActionInput,
  state: ChainState,
): Promise<{ plan: Plan; context: PlanContext }> {
  const context: PlanContext = {
    client: createStateClient(state),
    contracts: toPlatformContracts(getDeployment()),
    wallet: input.wallet ?? STAND_IN,
    hasWallet: input.wallet !== undefined,
    time: state.time,
    ...{ slippageBp: input.slippageBp, minOut: input.minOut ?? 0n },
  }
  const action = byName.get(input.action)
  if (!action) throw new Error(`${input.action} is not registered`)
  return { plan: await callParsed(action.plan, input, context), context }
}
