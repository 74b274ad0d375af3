import { type Address, type Client, isAddressEqual, zeroAddress } from "viem"
import { readContract } from "viem/actions"
import { toAddress } from "@/lib/chain/browser"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { UNRESOLVED } from "@/lib/markets/kinds"
import type { ResolutionMarket } from "./plan"

/** What a wallet is and has in a market's resolution, as the contracts say. */
export type Standing = {
  isOperator: boolean
  /** Has a stake, or is one of the private market's voters. */
  isVoter: boolean
  stake: { token: Address; amount: bigint; lockedUntil: Date } | null
  /** Its vote of the running round, or of the last. */
  choice: number | null
  bounty: bigint
  /** Parts of bonds for votes that it was too early. */
  earlyBounties: readonly { round: number; amount: bigint }[]
}

/** Nobody claims for more rounds than these at a glance. */
const ROUNDS = 8

type Question = { contract: Address; market: ResolutionMarket; owner: Address }

export function readStanding(client: Client, question: Question): Promise<Standing> {
  return question.market.kind === "private"
    ? readPrivate(client, question)
    : readPublic(client, question)
}

async function readPublic(client: Client, { contract, market, owner }: Question) {
  const at = { address: contract, abi: marketResolverAbi } as const
  const token = toAddress(market.address)
  const past = [...Array(market.round).keys()].slice(-ROUNDS)
  const [operator, stakedToken, amount, lockedUntil, choice, bounty, early] = await Promise.all([
    readContract(client, { ...at, functionName: "owner" }),
    readContract(client, { ...at, functionName: "stakedToken", args: [owner] }),
    readContract(client, { ...at, functionName: "userStakedAmount", args: [owner] }),
    readContract(client, { ...at, functionName: "stakeLockedUntil", args: [owner] }),
    readContract(client, {
      ...at,
      functionName: "voterChoice",
      args: [token, BigInt(market.round), owner],
    }),
    readContract(client, { ...at, functionName: "getClaimableBounty", args: [token, owner] }),
    Promise.all(
      past.map((round) =>
        readContract(client, {
          ...at,
          functionName: "getClaimableEarlyBounty",
          args: [token, BigInt(round), owner],
        }),
      ),
    ),
  ])
  const isStaked = !isAddressEqual(stakedToken, zeroAddress)
  const until = new Date(Number(lockedUntil) * 1_000)
  return {
    isOperator: isAddressEqual(operator, owner),
    isVoter: isStaked,
    stake: isStaked ? { token: stakedToken, amount, lockedUntil: until } : null,
    choice: choice === UNRESOLVED ? null : choice,
    bounty,
    earlyBounties: early
      .map((each, index) => ({ round: past[index] ?? 0, amount: each }))
      .filter((each) => each.amount > 0n),
  }
}

async function readPrivate(client: Client, { contract, market, owner }: Question) {
  const at = { address: contract, abi: privateMarketTradingAbi } as const
  const args = [toAddress(market.address), owner] as const
  const [isVoter, choice, bounty] = await Promise.all([
    readContract(client, { ...at, functionName: "isMarketVoter", args }),
    readContract(client, { ...at, functionName: "voterChoice", args }),
    readContract(client, { ...at, functionName: "getClaimableBounty", args }),
  ])
  return {
    isOperator: false,
    isVoter,
    stake: null,
    choice: choice === UNRESOLVED ? null : choice,
    bounty,
    earlyBounties: [],
  }
}
