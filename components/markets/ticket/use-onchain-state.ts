"use client"

import { type Address, erc20Abi } from "viem"
import { readContract } from "viem/actions"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { marketReaderAbi } from "@/lib/chain/generated/MarketReader"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import type { PredictionType } from "@/lib/markets/constants"

/** The contract of a public or a private market. */
export function useTradingContract(kind: PredictionType): Address {
  const { contracts } = useBrowserConfig()
  return kind === "public" ? contracts.marketTrading : contracts.privateMarket
}

/** On-chain state of a market: reserves and circulating shares of its outcomes, its payout pool, and permissions. */
export function useOnchainMarket(market: Address, trading: Address, owner: Address | undefined) {
  const { contracts } = useBrowserConfig()
  return useChainQuery({
    key: ["market", market, owner],
    read: async (client) => {
      const at = { address: trading, abi: marketTradingAbi } as const
      const [outcomes, [, , isFinal, total], pool, mayBuy] = await Promise.all([
        readContract(client, {
          address: contracts.reader,
          abi: marketReaderAbi,
          functionName: "getAllOutcomes",
          args: [trading, market],
        }),
        readContract(client, { ...at, functionName: "getState", args: [market] }),
        readContract(client, { ...at, functionName: "getPool", args: [market] }),
        // Without a wallet everyone may buy.
        owner
          ? readContract(client, { ...at, functionName: "userCanBuyEvent", args: [market, owner] })
          : true,
      ])
      const depths = outcomes.map(({ virtualReserve, circulatingShares }) => ({
        reserve: virtualReserve,
        total,
        circulating: circulatingShares,
      }))
      return { depths, pool, isFinal, mayBuy }
    },
  })
}

/** The wallet's balance of a token and the allowance of the market contract. */
export function useFunding(token: Address, spender: Address, owner: Address | undefined) {
  return useChainQuery({
    key: ["funding", token, spender, owner],
    isEnabled: owner !== undefined,
    read: async (client) => {
      if (!owner) return { balance: 0n, allowance: 0n }
      const at = { address: token, abi: erc20Abi } as const
      const [balance, allowance] = await Promise.all([
        readContract(client, { ...at, functionName: "balanceOf", args: [owner] }),
        readContract(client, { ...at, functionName: "allowance", args: [owner, spender] }),
      ])
      return { balance, allowance }
    },
  })
}

/** Remaining amounts of orders by id, 0 for filled and cancelled ones; undefined until the chain has answered. */
export function useRemainingOrders(market: Address, trading: Address, ids: readonly number[]) {
  return useChainQuery({
    key: ["orders", market, ids.join()],
    isEnabled: ids.length > 0,
    read: async (client) => {
      const readRemaining = async (id: number) => {
        const [, , amount, , , isActive] = await readContract(client, {
          address: trading,
          abi: marketTradingAbi,
          functionName: "marketOrders",
          args: [market, BigInt(id)],
        })
        return [id, isActive ? amount : 0n] as const
      }
      return new Map(await Promise.all(ids.map(readRemaining)))
    },
  }).data
}
