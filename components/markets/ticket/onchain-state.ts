import { type Address, type Client, erc20Abi } from "viem"
import { readContract } from "viem/actions"
import type { PlatformContracts } from "@/lib/chain/browser"
import { marketReaderAbi } from "@/lib/chain/generated/MarketReader"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { swapAbi } from "@/lib/chain/generated/Swap"
import type { Reserves } from "@/lib/markets/math"

/** What the chain says of a market now. */
export type OnchainMarket = {
  depths: readonly (Reserves & { circulating: bigint })[]
  /** What the winners would share. */
  pool: bigint
  isFinal: boolean
  /** Whether this wallet may buy; true without one. */
  mayBuy: boolean
}

type MarketTarget = { contracts: PlatformContracts; trading: Address; market: Address }

/** The calls go out as one batch. */
export async function readOnchainMarket(
  client: Client,
  { contracts, trading, market }: MarketTarget,
  owner: Address | undefined,
): Promise<OnchainMarket> {
  const at = { address: trading, abi: marketTradingAbi } as const
  const [infos, state, pool, mayBuy] = await Promise.all([
    readContract(client, {
      address: contracts.reader,
      abi: marketReaderAbi,
      functionName: "getAllOutcomes",
      args: [trading, market],
    }),
    readContract(client, { ...at, functionName: "getState", args: [market] }),
    readContract(client, { ...at, functionName: "getPool", args: [market] }),
    owner
      ? readContract(client, { ...at, functionName: "userCanBuyEvent", args: [market, owner] })
      : true,
  ])
  const [, , isFinal, total] = state
  const depths = infos.map(({ virtualReserve, circulatingShares }) => ({
    reserve: virtualReserve,
    total,
    circulating: circulatingShares,
  }))
  return { depths, pool, isFinal, mayBuy }
}

/** What a wallet has of the token it pays with, and how much of it the market may take. */
export async function readFunding(
  client: Client,
  token: Address,
  { owner, spender }: { owner: Address; spender: Address },
) {
  const at = { address: token, abi: erc20Abi } as const
  const [balance, allowance] = await Promise.all([
    readContract(client, { ...at, functionName: "balanceOf", args: [owner] }),
    readContract(client, { ...at, functionName: "allowance", args: [owner, spender] }),
  ])
  return { balance, allowance }
}

/** The USDB that an amount of another token gives now, tax taken. */
export function quoteUsdc(
  client: Client,
  { swap, usdb, mainToken }: PlatformContracts,
  { token, amount }: { token: Address; amount: bigint },
): Promise<bigint> {
  const path = token === mainToken ? [token, usdb] : [token, mainToken, usdb]
  return readContract(client, {
    address: swap,
    abi: swapAbi,
    functionName: "getAmountsOut",
    args: [amount, path],
  })
}

/** What is left of orders, by their ids; nothing of those that were filled or taken back. */
export async function readRemaining(
  client: Client,
  { trading, market }: Omit<MarketTarget, "contracts">,
  ids: readonly number[],
): Promise<Map<number, bigint>> {
  const read = async (id: number) => {
    const [, , amount, , , isActive] = await readContract(client, {
      address: trading,
      abi: marketTradingAbi,
      functionName: "marketOrders",
      args: [market, BigInt(id)],
    })
    return [id, isActive ? amount : 0n] as const
  }
  return new Map(await Promise.all(ids.map(read)))
}

type SharesQuery = { outcome: number; usdc: bigint; orders: readonly bigint[]; owner: Address }

/** The shares that the reader itself promises for a purchase. */
export function estimateShares(
  client: Client,
  { contracts, trading, market }: MarketTarget,
  { outcome, usdc, orders, owner }: SharesQuery,
): Promise<bigint> {
  return readContract(client, {
    address: contracts.reader,
    abi: marketReaderAbi,
    functionName: "estimateSharesOut",
    args: [trading, market, outcome, usdc, orders, owner],
  })
}
