import {
  type Address,
  BaseError,
  type Client,
  ContractFunctionRevertedError,
  isAddressEqual,
  zeroAddress,
} from "viem"
import { readContract, simulateContract } from "viem/actions"
import { toAddress } from "@/lib/chain/browser"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { UNRESOLVED_OUTCOME } from "@/lib/markets/constants"
import type { ResolutionMarket } from "./action-plan"

/** A wallet's role and claims in a resolution, read from the contracts. */
export type VoterState = {
  isOperator: boolean
  /** Has a stake, or is on the voter list of the private market. */
  isVoter: boolean
  stake: {
    token: Address
    amount: bigint
    /** 24 hours after the last vote. */
    lockedUntil: Date
    /** A market with an open dispute that the wallet has voted in. */
    lockedBy: Address | null
  } | null
  /** The wallet's vote in the current or last round. */
  choice: number | null
  bounty: bigint
  /** Shares of bonds for votes for EARLY. */
  earlyBounties: readonly { round: number; amount: bigint }[]
}

/** The most past rounds that are read. */
const MAX_EARLY_ROUNDS = 8

type VoterQuery = { contract: Address; market: ResolutionMarket; owner: Address }

export function readVoterState(client: Client, question: VoterQuery): Promise<VoterState> {
  return question.market.kind === "private"
    ? readPrivateVoter(client, question)
    : readPublicVoter(client, question)
}

async function readPublicVoter(client: Client, { contract, market, owner }: VoterQuery) {
  const at = { address: contract, abi: marketResolverAbi } as const
  const token = toAddress(market.address)
  const inRound = [token, BigInt(market.round), owner] as const
  const past = [...Array(market.round).keys()].slice(-MAX_EARLY_ROUNDS)
  const [operator, stakedToken, amount, lockedUntil, hasVoted, choice, bounty, early] =
    await Promise.all([
      readContract(client, { ...at, functionName: "owner" }),
      readContract(client, { ...at, functionName: "stakedToken", args: [owner] }),
      readContract(client, { ...at, functionName: "userStakedAmount", args: [owner] }),
      readContract(client, { ...at, functionName: "stakeLockedUntil", args: [owner] }),
      readContract(client, { ...at, functionName: "nftHasVoted", args: inRound }),
      readContract(client, { ...at, functionName: "voterChoice", args: inRound }),
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
  const lockedBy = isStaked
    ? await readLockingMarket(client, { contract, owner, stakedToken })
    : null
  return {
    isOperator: isAddressEqual(operator, owner),
    isVoter: isStaked,
    stake: isStaked ? { token: stakedToken, amount, lockedUntil: until, lockedBy } : null,
    // Without a vote the contract returns 0, the first outcome.
    choice: hasVoted ? choice : null,
    bounty,
    earlyBounties: early
      .map((each, index) => ({ round: past[index] ?? 0, amount: each }))
      .filter((each) => each.amount > 0n),
  }
}

/** The market whose dispute locks the stake: the argument of the revert of `unstake`. */
async function readLockingMarket(
  client: Client,
  { contract, owner, stakedToken }: { contract: Address; owner: Address; stakedToken: Address },
): Promise<Address | null> {
  const refusal = await simulateContract(client, {
    address: contract,
    abi: marketResolverAbi,
    functionName: "unstake",
    args: [stakedToken],
    account: owner,
  }).then(
    () => null,
    (error: unknown) => error,
  )
  if (!(refusal instanceof BaseError)) return null
  const revert = refusal.walk((cause) => cause instanceof ContractFunctionRevertedError)
  if (!(revert instanceof ContractFunctionRevertedError)) return null
  const { errorName, args } = revert.data ?? {}
  const [held] = args ?? []
  return errorName === "StakeInDispute" && typeof held === "string" ? toAddress(held) : null
}

async function readPrivateVoter(client: Client, { contract, market, owner }: VoterQuery) {
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
    choice: choice === UNRESOLVED_OUTCOME ? null : choice,
    bounty,
    earlyBounties: [],
  }
}
