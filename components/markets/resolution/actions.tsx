"use client"

import { getBlock, readContract } from "viem/actions"
import { useNow } from "@/components/swap/use-now"
import { Notice } from "@/components/ui/notice"
import { useBrowserConfig } from "@/components/wallet/config"
import { openConnect } from "@/components/wallet/store"
import { useChainQuery } from "@/components/wallet/use-chain-query"
import { useWallet } from "@/components/wallet/use-wallet"
import { WrongChain } from "@/components/wallet/wrong-chain"
import { toAddress } from "@/lib/chain/browser"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { outcomeName } from "@/lib/markets/words"
import { Action } from "./action"
import { ActionRow } from "./action-row"
import type { Place } from "./calls"
import { Claims } from "./claims"
import { explain, type Stakes } from "./explain"
import { type Availability, closed, type Planned, planOf, type ResolutionMarket } from "./plan"
import { StakeRow } from "./stake-row"
import { readStanding, type Standing } from "./standing"
import type { Tally } from "./tally"

export type ActionsProps = {
  market: ResolutionMarket
  tally: Tally
  /** As the server has read it. */
  stakes: Stakes
  /** The resolver, or the private contract. */
  contract: string
  renderedAt: Date
}

/** Every step of a market's resolution that can be taken now or comes next, for the connected wallet. */
export function Actions({ market, tally, stakes: known, contract }: ActionsProps) {
  const wallet = useWallet()
  const { contracts } = useBrowserConfig()
  const now = useNow()
  const chainTime = useChainTime()
  const owner = wallet.address
  const place: Place = {
    contract: toAddress(contract),
    token: toAddress(market.address),
    usdb: contracts.usdb,
    isPrivate: market.kind === "private",
  }
  const { data: standing = null, isError } = useChainQuery({
    key: ["standing", market.address, market.round, owner],
    isEnabled: owner !== undefined,
    read: (client) =>
      owner
        ? readStanding(client, { contract: place.contract, market, owner })
        : Promise.resolve(null),
  })
  const bond = useBond(place, market)
  const stakes = { ...known, bond: bond ?? known.bond }
  if (wallet.isWrongChain) return <WrongChain />
  // Contracts go by the time of blocks: what the clock says has come comes with the next one.
  const plan = planOf(market, tally, new Date(Math.min(now, chainTime ?? now)))
    .filter(({ kind }) => kind !== "decide" || standing?.isOperator)
    .map(({ kind, availability }) => ({ kind, availability: atNextBlock(availability, now) }))
  const isConnected = wallet.status === "connected"
  const mayVote = plan.some(({ kind, availability }) => kind === "vote" && availability.isOpen)
  const isDisputed = market.disputedAt && !market.vetoedAt && !market.resolvedAt
  return (
    <div className="grid gap-3">
      {isError && (
        <Notice
          title="Your part in this cannot be read: the chain does not answer"
          tone="warning"
        />
      )}
      <ul className="divide-y divide-line empty:hidden">
        {isDisputed && !place.isPrivate && (mayVote || standing?.stake) && (
          <StakeRow place={place} stake={standing?.stake ?? null} />
        )}
        {plan.map((planned) =>
          isConnected ? (
            <Action
              availability={forWallet(planned, market, standing)}
              key={planned.kind}
              kind={planned.kind}
              market={market}
              place={place}
              stakes={stakes}
            />
          ) : (
            <ActionRow
              availability={planned.availability}
              key={planned.kind}
              onPress={openConnect}
              text={explain(planned.kind, market, stakes)}
            />
          ),
        )}
      </ul>
      {standing && <Claims market={market} place={place} standing={standing} />}
    </div>
  )
}

/** The bond as the chain has it now: it grows with the market until a proposal fixes it. */
function useBond({ contract, token, isPrivate }: Place, market: ResolutionMarket) {
  const { data } = useChainQuery({
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
  return data
}

/** The time of the newest block in milliseconds; undefined while unknown. */
function useChainTime() {
  const { data } = useChainQuery({
    key: ["time"],
    read: async (client) => Number((await getBlock(client)).timestamp) * 1_000,
  })
  return data
}

function atNextBlock(availability: Availability, now: number): Availability {
  if (availability.isOpen || !availability.at || availability.at.getTime() > now) {
    return availability
  }
  return closed("The time is over; it is possible from the next block on.")
}

/** The same for somebody in particular. */
function forWallet(
  { kind, availability }: Planned,
  market: ResolutionMarket,
  standing: Standing | null,
): Availability {
  if (kind !== "vote" || !availability.isOpen) return availability
  if (!standing) return closed("Your right to vote is being read.")
  const voted =
    standing.choice === null ? null : `You voted “${outcomeName(market.options, standing.choice)}”`
  if (market.kind === "private") {
    return standing.isVoter
      ? availability
      : closed("Only the voters its creator has named can vote.")
  }
  if (voted) return closed(`${voted} in this round.`)
  return standing.isVoter ? availability : closed("Stake first: only stakers vote.")
}
