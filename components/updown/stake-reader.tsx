"use client"

import { useEffect } from "react"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { type FoundStake, type RoundRef, storeOwnStakes } from "./own-stakes"
import { readStake } from "./ticket/wallet-state"

export type StakeReaderProps = { rounds: readonly RoundRef[] }

/** Reads the wallet's stakes in these rounds in one batch; renders nothing. */
export function StakeReader({ rounds }: StakeReaderProps) {
  const { address: owner } = useWallet()
  const stakes = useChainQuery<FoundStake[]>({
    key: [
      "stakes",
      owner,
      ...rounds.map(({ contract, tf, roundId }) => `${contract} ${tf} ${roundId}`),
    ],
    isEnabled: owner !== undefined,
    read: async (client) =>
      owner
        ? Promise.all(
            rounds.map(async (round) => ({
              round,
              stake: await readStake(client, {
                ...round,
                contract: toAddress(round.contract),
                owner,
              }),
            })),
          )
        : [],
  }).data
  useEffect(() => storeOwnStakes(owner ?? null, (owner && stakes) || []), [owner, stakes])
  return null
}
