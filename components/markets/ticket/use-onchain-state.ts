"use client"

import type { Address } from "viem"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import type { PredictionType } from "@/lib/markets/constants"
import { readFunding, readOnchainMarket, readRemaining } from "./onchain-state"

/** The contract a market lives on. */
export function useTradingContract(kind: PredictionType): Address {
  const { contracts } = useBrowserConfig()
  return kind === "public" ? contracts.marketTrading : contracts.privateMarket
}

/** The market as the chain has it now. */
export function useOnchainMarket(market: Address, trading: Address, owner: Address | undefined) {
  const { contracts } = useBrowserConfig()
  return useChainQuery({
    key: ["prediction", market, owner],
    read: (client) => readOnchainMarket(client, { contracts, trading, market }, owner),
  })
}

/** What the wallet can pay with a token. */
export function useFunding(token: Address, spender: Address, owner: Address | undefined) {
  return useChainQuery({
    key: ["means", token, spender, owner],
    isEnabled: owner !== undefined,
    read: (client) =>
      owner
        ? readFunding(client, token, { owner, spender })
        : Promise.resolve({ balance: 0n, allowance: 0n }),
  })
}

/** What is left of orders now, by their ids; undefined until the chain has said so. */
export function useRemainingOrders(market: Address, trading: Address, ids: readonly number[]) {
  return useChainQuery({
    key: ["orders", market, ids.join()],
    isEnabled: ids.length > 0,
    read: (client) => readRemaining(client, { trading, market }, ids),
  }).data
}
