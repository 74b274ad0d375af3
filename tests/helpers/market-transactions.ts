import { type Address, encodeFunctionData, getAddress, type Hex, toEventSelector } from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"

/** A market and whether the contract of private ones keeps it. */
export type MarketKey = { token: Address; isPrivate: boolean }

export type Opening = {
  name: string
  symbol: string
  options: readonly string[]
  /** Unix seconds; 0 for open-ended. */
  endTime: bigint
  /** USDB with 18 decimals. */
  seed: bigint
  isPrivate: boolean
  /** Only admitted wallets buy; on the private contract alone. */
  isEvent: boolean
  isFrozen?: boolean
  /** Whole USDB. */
  bonding?: bigint
}

export type Purchase = {
  outcome: number
  input: Address
  amount: bigint
  minUsdc?: bigint
  minShares?: bigint
}

export type Transaction = { to: Address; data: Hex }

export type Contracts = Pick<
  AddressBook,
  "marketTrading" | "privateMarket" | "resolver" | "mainToken"
>

export const EARLY = 253
export const INVALID = 254

const MARKET_CREATED = toEventSelector("MarketCreated(address,address,address)")

/** The token of the market that a transaction opened on a contract. */
export function openedMarket(
  logs: readonly { address: string; topics: readonly string[] }[],
  contract: string,
): Address {
  const log = logs.find(({ address, topics }) => {
    return address.toLowerCase() === contract.toLowerCase() && topics[0] === MARKET_CREATED
  })
  if (!log?.topics[1]) throw new Error("No market was opened")
  return getAddress(`0x${log.topics[1].slice(-40)}`)
}

/** The transactions of prediction markets; everybody who sends some on a local chain writes them here. */
export function marketTransactions(book: Contracts) {
  const publicMarkets = getAddress(book.marketTrading)
  const privateMarkets = getAddress(book.privateMarket)
  const resolver = getAddress(book.resolver)
  const contractOf = (isPrivate: boolean) => (isPrivate ? privateMarkets : publicMarkets)

  // What both contracts can do has the same signatures on both.
  const trading = (market: MarketKey, data: Hex) => ({ to: contractOf(market.isPrivate), data })
  const abi = marketTradingAbi
  const resolving = (data: Hex) => ({ to: resolver, data })
  const ofResolver = { abi: marketResolverAbi }
  const ofPrivate = { abi: privateMarketTradingAbi }

  return {
    contractOf,

    open(opening: Opening): Transaction {
      const { name, symbol, endTime, options, isPrivate, isEvent, seed } = opening
      const { isFrozen = false, bonding = isFrozen ? 1_000n : 0n } = opening
      const question = [name, symbol, endTime, [...options], getAddress(book.mainToken)] as const
      const token = [isFrozen, bonding, seed] as const
      const functionName = "createMarket"
      const data = isPrivate
        ? encodeFunctionData({ ...ofPrivate, functionName, args: [...question, isEvent, ...token] })
        : encodeFunctionData({ abi, functionName, args: [...question, ...token] })
      return { to: contractOf(isPrivate), data }
    },

    buy(market: MarketKey, purchase: Purchase): Transaction {
      const { outcome, input, amount, minUsdc = 0n, minShares = 0n } = purchase
      const args = [market.token, outcome, input, amount, minUsdc, minShares] as const
      return trading(market, encodeFunctionData({ abi, functionName: "buy", args }))
    },

    list(market: MarketKey, outcome: number, amount: bigint, price: bigint): Transaction {
      const args = [market.token, outcome, amount, price] as const
      return trading(market, encodeFunctionData({ abi, functionName: "listOrder", args }))
    },

    cancel(market: MarketKey, order: bigint): Transaction {
      const args = [market.token, order] as const
      return trading(market, encodeFunctionData({ abi, functionName: "cancelOrder", args }))
    },

    fill(market: MarketKey, order: bigint, amount: bigint): Transaction {
      const args = [market.token, order, amount] as const
      return trading(market, encodeFunctionData({ abi, functionName: "buyOrder", args }))
    },

    /** As much of the orders as the USDB pays for, in their order; the rest comes back. */
    fillMany(market: MarketKey, orders: readonly bigint[], amount: bigint): Transaction {
      const args = [market.token, orders, amount] as const
      return trading(market, encodeFunctionData({ abi, functionName: "buyMultipleOrders", args }))
    },

    /** The orders first, the pool with what is left. */
    sweep(market: MarketKey, orders: readonly bigint[], purchase: Purchase): Transaction {
      const { outcome, input, amount, minShares = 0n } = purchase
      const args = [market.token, outcome, orders, input, amount, minShares] as const
      const functionName = "buyOrdersAndContract"
      return trading(market, encodeFunctionData({ abi, functionName, args }))
    },

    donate(market: MarketKey, amount: bigint, isBounty: boolean): Transaction {
      const args = [market.token, amount, isBounty] as const
      return trading(market, encodeFunctionData({ abi, functionName: "donate", args }))
    },

    redeem(market: MarketKey): Transaction {
      const args = [market.token] as const
      return trading(market, encodeFunctionData({ abi, functionName: "redeem", args }))
    },

    stake(token: Address): Transaction {
      return resolving(encodeFunctionData({ ...ofResolver, functionName: "stake", args: [token] }))
    },

    unstake(token: Address): Transaction {
      return resolving(
        encodeFunctionData({ ...ofResolver, functionName: "unstake", args: [token] }),
      )
    },

    propose({ token }: MarketKey, outcome: number): Transaction {
      const args = [token, outcome] as const
      const functionName = "proposeOutcome"
      return resolving(encodeFunctionData({ ...ofResolver, functionName, args }))
    },

    dispute({ token }: MarketKey, outcome: number): Transaction {
      const args = [token, outcome] as const
      return resolving(encodeFunctionData({ ...ofResolver, functionName: "dispute", args }))
    },

    vote({ token, isPrivate }: MarketKey, outcome: number): Transaction {
      const call = { functionName: "vote", args: [token, outcome] } as const
      if (!isPrivate) return resolving(encodeFunctionData({ ...ofResolver, ...call }))
      return { to: privateMarkets, data: encodeFunctionData({ ...ofPrivate, ...call }) }
    },

    veto({ token }: MarketKey, outcome: number): Transaction {
      const args = [token, outcome] as const
      return resolving(encodeFunctionData({ ...ofResolver, functionName: "veto", args }))
    },

    /** The operator's word after a veto. */
    decide({ token }: MarketKey, outcome: number): Transaction {
      const args = [token, outcome] as const
      return resolving(encodeFunctionData({ ...ofResolver, functionName: "resolveByBasis", args }))
    },

    finalizeUncontested({ token }: MarketKey): Transaction {
      const call = { functionName: "finalizeUncontested", args: [token] } as const
      return resolving(encodeFunctionData({ ...ofResolver, ...call }))
    },

    /** Ends a vote: of stakers on a public market, of admitted voters on a private one. */
    finalize({ token, isPrivate }: MarketKey): Transaction {
      const args = [token] as const
      if (!isPrivate) {
        const functionName = "finalizeMarket"
        return resolving(encodeFunctionData({ ...ofResolver, functionName, args }))
      }
      const data = encodeFunctionData({ ...ofPrivate, functionName: "finalize", args })
      return { to: privateMarkets, data }
    },

    claimBounty({ token, isPrivate }: MarketKey): Transaction {
      const call = { functionName: "claimBounty", args: [token] } as const
      if (!isPrivate) return resolving(encodeFunctionData({ ...ofResolver, ...call }))
      return { to: privateMarkets, data: encodeFunctionData({ ...ofPrivate, ...call }) }
    },

    claimEarlyBounty({ token }: MarketKey, round: bigint): Transaction {
      const args = [token, round] as const
      const functionName = "claimEarlyBounty"
      return resolving(encodeFunctionData({ ...ofResolver, functionName, args }))
    },

    manageVoter({ token }: MarketKey, voter: Address, isVoter: boolean): Transaction {
      const args = [token, voter, isVoter] as const
      const data = encodeFunctionData({ ...ofPrivate, functionName: "manageVoter", args })
      return { to: privateMarkets, data }
    },

    admitBuyers(
      { token }: MarketKey,
      buyers: readonly Address[],
      isAdmitted: boolean,
    ): Transaction {
      const args = [token, buyers, isAdmitted] as const
      const functionName = "togglePrivateEventBuyers"
      return { to: privateMarkets, data: encodeFunctionData({ ...ofPrivate, functionName, args }) }
    },
  }
}
