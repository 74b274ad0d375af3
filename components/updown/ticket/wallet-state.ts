import { type Address, type Client, erc20Abi } from "viem"
import { getBalance, getBlockNumber, readContract } from "viem/actions"
import type { Stake } from "@/components/updown/round-quote"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { toSide } from "@/lib/updown/constants"

/** A wallet's funds for a bet, and its stake in a round. */
export type BetWallet = {
  balance: bigint
  allowance: bigint
  nativeBalance: bigint
  /** Null without a bet. */
  held: Stake | null
  /** All fields were read at this block or before. */
  block: number
}

type RoundKey = { contract: Address; tf: number; roundId: number }

export async function readBetWallet(
  client: Client,
  { usdb, owner, ...round }: RoundKey & { usdb: Address; owner: Address },
): Promise<BetWallet> {
  const token = { address: usdb, abi: erc20Abi } as const
  const [balance, allowance, nativeBalance, held, block] = await Promise.all([
    readContract(client, { ...token, functionName: "balanceOf", args: [owner] }),
    readContract(client, {
      ...token,
      functionName: "allowance",
      args: [owner, round.contract],
    }),
    getBalance(client, { address: owner }),
    readStake(client, { ...round, owner }),
    // Last, so that a block which is mined meanwhile makes it too large, never too small.
    getBlockNumber(client, { cacheTime: 0 }),
  ])
  return { balance, allowance, nativeBalance, held, block: Number(block) }
}

/** The wallet's stake in a round; null without a bet. */
export async function readStake(
  client: Client,
  { contract, tf, roundId, owner }: RoundKey & { owner: Address },
): Promise<(Stake & { isClaimed: boolean }) | null> {
  const [side, amount, shares, isClaimed] = await readContract(client, {
    ...{ address: contract, abi: upDownAbi, functionName: "getUserBet" },
    args: [tf, BigInt(roundId), owner],
  })
  return side === 0 ? null : { side: toSide(side), amount, shares, isClaimed }
}
