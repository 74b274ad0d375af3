"use client"

import type { Address } from "viem"
import { getBlock, readContract } from "viem/actions"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { Notice } from "@/components/ui/notice"
import { useNow } from "@/components/ui/use-now"
import { WrongChain } from "@/components/wallet/connect/wrong-chain"
import { openConnect } from "@/components/wallet/store"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { toOutcomeName } from "@/lib/markets/labels"
import type { ResolutionTarget } from "@/lib/markets/resolution-calls"
import {
  type Availability,
  type PlannedAction,
  planActions,
  type ResolutionMarket,
  unavailable,
} from "./action-plan"
import { ActionRow } from "./action-row"
import { Claims } from "./claims"
import { explain, type ResolutionAmounts } from "./explain"
import { ResolutionAction } from "./resolution-action"
import { StakeRow } from "./stake-row"
import type { VoteCount } from "./vote-count"
import { readVoterState, type VoterState } from "./voter-state"

export type ActionsProps = {
  market: ResolutionMarket
  voteCount: VoteCount
  /** As the server read them. */
  amounts: ResolutionAmounts
  /** The resolver, or the private contract. */
  contract: string
  renderedAt: Date
}

/** The current and next actions of a resolution for the connected wallet. */
export function Actions({ market, voteCount, amounts: initial, contract }: ActionsProps) {
  const wallet = useWallet()
  const { contracts } = useBrowserConfig()
  const now = useNow()
  const chainTime = useChainTime()
  const owner = wallet.address
  const target: ResolutionTarget = {
    contract: toAddress(contract),
    token: toAddress(market.address),
    usdb: contracts.usdb,
    isPrivate: market.kind === "private",
  }
  const { data: voterState = null, isError } = useChainQuery({
    key: ["voter-state", market.address, market.round, owner],
    isEnabled: owner !== undefined,
    read: (client) =>
      owner
        ? readVoterState(client, { contract: target.contract, market, owner })
        : Promise.resolve(null),
  })
  const bond = useBond(target, market)
  const amounts = { ...initial, bond: bond.data ?? initial.bond }
  const readBond = async () => (await bond.refetch()).data ?? null
  if (wallet.isWrongChain) return <WrongChain />
  // Contracts use the time of the block: a passed deadline counts from the next block on.
  const plan = planActions(market, voteCount, new Date(Math.min(now, chainTime ?? now)))
    .filter(({ kind }) => kind !== "decide" || voterState?.isOperator)
    .map(({ kind, availability }) => ({ kind, availability: waitForBlock(availability, now) }))
  const isConnected = wallet.status === "connected"
  const mayVote = plan.some(({ kind, availability }) => kind === "vote" && availability.isAvailable)
  const isDisputed = market.disputedAt && !market.vetoedAt && !market.resolvedAt
  return (
    <div className="grid gap-3">
      {isError && <Notice title="Your stake and votes could not be loaded" tone="warning" />}
      <ul className="divide-y divide-line empty:hidden">
        {isDisputed && !target.isPrivate && (mayVote || voterState?.stake) && (
          <StakeRow target={target} stake={voterState?.stake ?? null} />
        )}
        {plan.map((planned) =>
          isConnected ? (
            <ResolutionAction
              availability={restrictToWallet(planned, market, { owner, voterState })}
              key={planned.kind}
              kind={planned.kind}
              market={market}
              target={target}
              amounts={amounts}
              readBond={readBond}
            />
          ) : (
            <ActionRow
              availability={planned.availability}
              key={planned.kind}
              onPress={openConnect}
              text={explain(planned.kind, market, amounts)}
            />
          ),
        )}
      </ul>
      {voterState && <Claims market={market} target={target} voterState={voterState} />}
    </div>
  )
}

/** The current bond, which grows with the market until a proposal fixes it. */
const useBond = ({ contract, token, isPrivate }: ResolutionTarget, market: ResolutionMarket) =>
  useChainQuery({
    key: ["bond", token, market.round],
    isEnabled: !isPrivate && market.resolvedAt === null,
    read: (client) =>
      readContract(client, {
        address: contract,
        abi: marketResolverAbi,
        functionName: "bondOf",
        args: [token],
      }),
  })

/** The time of the newest block in milliseconds; undefined while unknown. */
function useChainTime() {
  const { data } = useChainQuery({
    key: ["time"],
    read: async (client) => Number((await getBlock(client)).timestamp) * 1_000,
  })
  return data
}

function waitForBlock(availability: Availability, now: number): Availability {
  if (
    availability.isAvailable ||
    !availability.availableAt ||
    availability.availableAt.getTime() > now
  ) {
    return availability
  }
  return unavailable("Available from the next block.")
}

/** Restricts an action to what the wallet can do. */
function restrictToWallet(
  { kind, availability }: PlannedAction,
  market: ResolutionMarket,
  { owner, voterState }: { owner: Address | undefined; voterState: VoterState | null },
): Availability {
  if (kind === "dispute" && availability.isAvailable && owner?.toLowerCase() === market.proposer) {
    return unavailable("You cannot dispute your own proposal.")
  }
  if (kind !== "vote" || !availability.isAvailable) return availability
  if (!voterState) return unavailable("Loading your voting rights…")
  const { choice, isVoter } = voterState
  if (market.kind === "private") {
    return isVoter ? availability : unavailable("Only voters named by the creator can vote.")
  }
  if (choice !== null) {
    return unavailable(`You voted “${toOutcomeName(market.options, choice)}” in this round.`)
  }
  return isVoter ? availability : unavailable("Only stakers can vote. Stake first.")
}
