import { type Address, getAddress, parseAbi } from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { marketReaderAbi } from "@/lib/chain/generated/MarketReader"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import type { MarketRef } from "../sample/markets/calls"
import type { LocalClient } from "./client"

/** A prediction market; `symbol` is its token's address. */
export type Market = MarketRef & { creator: Address }

/** How far the finding of an outcome has got. */
export type ResolutionState = {
  /** Unix seconds; 0 for open-ended. */
  endTime: number
  isResolved: boolean
  /** The pool sells shares. */
  isPoolOpen: boolean
  isProposed: boolean
  isDisputed: boolean
  isVetoed: boolean
  /** On a private market. */
  isVotedOn: boolean
}

export type Order = {
  id: bigint
  seller: Address
  outcome: number
  amount: bigint
  price: bigint
}

const MARKET_CREATED = parseAbi([
  "event MarketCreated(address indexed marketToken, address creator, address ecosystem)",
])[0]
/** Orders looked at: the newest of a market. */
const NEWEST_ORDERS = 60n

/** What the bot reads of prediction markets. */
export function readMarkets(
  client: LocalClient,
  book: AddressBook,
  wallet: (index: number) => { address: Address },
) {
  const publicMarkets = getAddress(book.marketTrading)
  const privateMarkets = getAddress(book.privateMarket)
  const contractOf = ({ isPrivate }: MarketRef) => ({
    address: isPrivate ? privateMarkets : publicMarkets,
    abi: marketTradingAbi,
  })
  const resolver = { address: getAddress(book.resolver), abi: marketResolverAbi } as const
  const privateContract = { address: privateMarkets, abi: privateMarketTradingAbi } as const

  return {
    async all(): Promise<Market[]> {
      const logs = await client.getLogs({
        address: [publicMarkets, privateMarkets],
        event: MARKET_CREATED,
        fromBlock: BigInt(book.startBlock),
        strict: true,
      })
      return logs.map(({ address, args }) => ({
        symbol: getAddress(args.marketToken),
        isPrivate: getAddress(address) === privateMarkets,
        creator: args.creator,
      }))
    },

    async resolutionState(market: Market): Promise<ResolutionState> {
      const args = [getAddress(market.symbol)] as const
      const [[endTime, , isResolved], isPoolOpen, dispute, firstVoteTime] = await Promise.all([
        client.readContract({ ...contractOf(market), functionName: "getState", args }),
        client.readContract({ ...contractOf(market), functionName: "isPoolOpen", args }),
        client.readContract({ ...resolver, functionName: "disputes", args }),
        client.readContract({ ...privateContract, functionName: "firstVoteTime", args }),
      ])
      const [proposer, disputer, vetoer] = dispute
      return {
        endTime: Number(endTime),
        isResolved,
        isPoolOpen,
        isProposed: BigInt(proposer) > 0n,
        isDisputed: BigInt(disputer) > 0n,
        isVetoed: BigInt(vetoer) > 0n,
        isVotedOn: firstVoteTime > 0n,
      }
    },

    /** The options' names, and their probabilities as wads. */
    async outcomes(market: Market) {
      return client.readContract({
        address: getAddress(book.reader),
        abi: marketReaderAbi,
        functionName: "getAllOutcomes",
        args: [contractOf(market).address, getAddress(market.symbol)],
      })
    },

    /** The newest orders that are open. */
    async orders(market: Market): Promise<Order[]> {
      const token = getAddress(market.symbol)
      const contract = contractOf(market)
      const count = await client.readContract({
        ...contract,
        functionName: "nextOrderId",
        args: [token],
      })
      const first = count > NEWEST_ORDERS ? count - NEWEST_ORDERS : 0n
      const ids = Array.from({ length: Number(count - first) }, (_, i) => first + BigInt(i))
      const rows = await Promise.all(
        ids.map((id) =>
          client.readContract({ ...contract, functionName: "marketOrders", args: [token, id] }),
        ),
      )
      return rows.flatMap(([seller, outcome, amount, , price, isActive], i) => {
        const id = first + BigInt(i)
        return isActive ? [{ id, seller, outcome, amount, price }] : []
      })
    },

    /** Shares a wallet could list. */
    async available(index: number, market: Market, outcome: number): Promise<bigint> {
      const args = [getAddress(market.symbol), wallet(index).address, outcome] as const
      const contract = contractOf(market)
      const [shares, locked] = await Promise.all([
        client.readContract({ ...contract, functionName: "getUserShares", args }),
        client.readContract({ ...contract, functionName: "sharesLockedInOrders", args }),
      ])
      return shares - locked
    },

    estimateShares(index: number, market: Market, outcome: number, usdb: bigint): Promise<bigint> {
      const { address } = contractOf(market)
      const owner = wallet(index).address
      return client.readContract({
        address: getAddress(book.reader),
        abi: marketReaderAbi,
        functionName: "estimateSharesOut",
        args: [address, getAddress(market.symbol), outcome, usdb, [], owner],
      })
    },

    /** USDB with tax; 0 for an order that is gone. */
    async orderCost(market: Market, { id }: Order, amount: bigint): Promise<bigint> {
      const args = [getAddress(market.symbol), id, amount] as const
      const functionName = "getBuyOrderCost"
      const [, , cost] = await client.readContract({ ...contractOf(market), functionName, args })
      return cost
    },

    /** What a proposal, a dispute or a veto puts up now. */
    bond(market: Market): Promise<bigint> {
      const args = [getAddress(market.symbol)] as const
      return client.readContract({ ...resolver, functionName: "bondOf", args })
    },

    isVoter(index: number): Promise<boolean> {
      const args = [wallet(index).address] as const
      return client.readContract({ ...resolver, functionName: "isVoter", args })
    },

    addressOf: (index: number): Address => wallet(index).address,
  }
}
