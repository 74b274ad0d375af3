import { type Address, getAddress, parseAbi } from "viem"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { computePredictionStatus, type PredictionStatus } from "@/lib/markets/status"
import type { freshExchange } from "./sample-chain"

type Exchange = Awaited<ReturnType<typeof freshExchange>>

/** A market on the chain and the contract that keeps it. */
export type Market = { token: Address; contract: Address; kind: "public" | "private" }

export const EVENTS = parseAbi([
  "event MarketCreated(address indexed marketToken, address creator, address ecosystem)",
  "event SharesTraded(address indexed marketToken, address indexed buyer, uint8 indexed outcomeId, uint256 shares, uint256 usdcSpent, uint8 tradeType, uint256 newReserve, uint256 newTotalReserve)",
  "event OrderFilled(address indexed marketToken, uint256 indexed orderId, address indexed buyer, uint256 amount, uint256 usdcSpent)",
  "event OrderCancelled(address indexed marketToken, uint256 indexed orderId)",
  "event PotDonated(address indexed marketToken, address donor, uint256 usdcAmount)",
  "event BountyDonated(address indexed marketToken, address donor, uint256 usdcAmount)",
  "event DisputeReset(address indexed marketToken)",
  "event SharesRedeemed(address indexed marketToken, address indexed user, uint256 payout)",
  "event BountyClaimed(address indexed marketToken, address claimer, uint256 usdcAmount)",
  "event Resolved(address indexed marketToken, uint8 finalOutcome)",
])
const MARKET_CREATED = EVENTS[0]
const UNRESOLVED = 255

/** Every market, in the order of their opening. */
export async function marketsOf({ client, book }: Exchange): Promise<Market[]> {
  const logs = await client.getLogs({ event: MARKET_CREATED, fromBlock: 0n, strict: true })
  return logs.map(({ address, args }) => ({
    token: args.marketToken,
    contract: getAddress(address),
    kind: address.toLowerCase() === book.privateMarket ? "private" : "public",
  }))
}

/** How a market stands by the contracts' state and the clock. */
export async function statusOf(
  { client, book }: Exchange,
  { token, contract, kind }: Market,
  now: Date,
): Promise<PredictionStatus> {
  const resolver = { address: getAddress(book.resolver), abi: marketResolverAbi } as const
  const closed = { address: getAddress(book.privateMarket), abi: privateMarketTradingAbi } as const
  const [[endTime, finalOutcome], proposalTime, dispute, firstVoteTime] = await Promise.all([
    client.readContract({
      address: contract,
      abi: marketTradingAbi,
      functionName: "getState",
      args: [token],
    }),
    client.readContract({ ...resolver, functionName: "proposalTime", args: [token] }),
    client.readContract({ ...resolver, functionName: "disputes", args: [token] }),
    client.readContract({ ...closed, functionName: "firstVoteTime", args: [token] }),
  ])
  const [, , vetoer, , , , , , , disputeStartTime] = dispute
  const [challenge, voting, veto, window] = await Promise.all([
    client.readContract({ ...resolver, functionName: "PROPOSAL_PERIOD" }),
    client.readContract({ ...resolver, functionName: "DISPUTE_PERIOD" }),
    client.readContract({ ...resolver, functionName: "VETO_PERIOD" }),
    client.readContract({ ...closed, functionName: "VOTING_WINDOW" }),
  ])
  const facts = {
    kind,
    endTime: timeOf(endTime),
    challengeSeconds: Number(challenge),
    votingSeconds: Number(kind === "private" ? window : voting),
    vetoSeconds: Number(veto),
    proposedAt: timeOf(proposalTime),
    disputedAt: timeOf(disputeStartTime),
    vetoedAt: BigInt(vetoer) === 0n ? null : now,
    firstVoteAt: timeOf(firstVoteTime),
    finalOutcome: finalOutcome === UNRESOLVED ? null : finalOutcome,
    invalidatedAt: null,
  }
  return computePredictionStatus(facts, now)
}

const timeOf = (seconds: bigint) => (seconds === 0n ? null : new Date(Number(seconds) * 1000))

/** All orders of a market. */
export async function ordersOf({ client }: Exchange, { token, contract }: Market) {
  const book = { address: contract, abi: marketTradingAbi } as const
  const count = await client.readContract({ ...book, functionName: "nextOrderId", args: [token] })
  const rows = await Promise.all(
    Array.from({ length: Number(count) }, (_, id) =>
      client.readContract({ ...book, functionName: "marketOrders", args: [token, BigInt(id)] }),
    ),
  )
  return rows.map(([seller, outcome, amount, totalAmount, price, isActive]) => {
    return { seller, outcome, amount, totalAmount, price, isActive }
  })
}

export function isPoolOpen({ client }: Exchange, { token, contract }: Market) {
  return client.readContract({
    address: contract,
    abi: marketTradingAbi,
    functionName: "isPoolOpen",
    args: [token],
  })
}

export function optionsOf({ client }: Exchange, { token, contract }: Market) {
  return client.readContract({
    address: contract,
    abi: marketTradingAbi,
    functionName: "getNumOutcomes",
    args: [token],
  })
}

/** What a wallet has in a market: shares of each outcome, and what it may redeem. */
export async function holdingOf(exchange: Exchange, market: Market, owner: Address) {
  const { client } = exchange
  const book = { address: market.contract, abi: marketTradingAbi } as const
  const options = Number(await optionsOf(exchange, market))
  const shares = await Promise.all(
    Array.from({ length: options }, (_, outcome) =>
      client.readContract({
        ...book,
        functionName: "getUserShares",
        args: [market.token, owner, outcome],
      }),
    ),
  )
  const redeemable = await client.readContract({
    ...book,
    functionName: "getRedeemable",
    args: [market.token, owner],
  })
  return { shares, redeemable }
}

/** Votes for each option in a round. */
export async function votesOf(
  exchange: Exchange,
  { token, contract, kind }: Market,
  round: bigint,
): Promise<number[]> {
  const options = Number(await optionsOf(exchange, { token, contract, kind }))
  const counts = await Promise.all(
    Array.from({ length: options }, (_, outcome) =>
      exchange.client.readContract({
        address: getAddress(exchange.book.resolver),
        abi: marketResolverAbi,
        functionName: "nftVoteCount",
        args: [token, round, outcome],
      }),
    ),
  )
  return counts.map(Number)
}

export async function countEvents(
  { client }: Exchange,
  event: (typeof EVENTS)[number],
): Promise<number> {
  return (await client.getLogs({ event, fromBlock: 0n })).length
}
