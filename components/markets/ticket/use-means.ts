"use client"

import type { Address } from "viem"
import { useBrowserConfig } from "@/components/wallet/config"
import { useChainQuery } from "@/components/wallet/use-chain-query"
import type { PredictionType } from "@/lib/markets/kinds"
import { readMarket, readMeans, readOrders } from "./reading"

/** The contract a market lives on. */
export function useTrading(kind: PredictionType): Address {
  const { contracts } = useBrowserConfig()
  return kind === "public" ? contracts.marketTrading : contracts.privateMarket
}

/** The market as the chain has it now. */
export function useReading(market: Address, trading: Address, owner: Address | undefined) {
  const { contracts } = useBrowserConfig()
  return useChainQuery({
    key: ["prediction", market, owner],
    read: (client) => readMarket(client, { contracts, trading, market }, owner),
  })
}

/** What the wallet can pay with a token. */
export function useMeans(token: Address, spender: Address, owner: Address | undefined) {
  return useChainQuery({
    key: ["means", token, spender, owner],
    isEnabled: owner !== undefined,
    read: (client) =>
      owner
        ? readMeans(client, token, { owner, spender })
        : Promise.resolve({ balance: 0n, allowance: 0n }),
  })
}

/** What is left of orders now, by their ids; undefined until the chain has said so. */
export function useOrdersLeft(market: Address, trading: Address, ids: readonly number[]) {
  return useChainQuery({
    key: ["orders", market, ids.join()],
    isEnabled: ids.length > 0,
    read: (client) => readOrders(client, { trading, market }, ids),
  }).data
}
