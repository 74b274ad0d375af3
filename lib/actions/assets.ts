import { type Address, erc20Abi, zeroAddress } from "viem"
import { readContract } from "viem/actions"
import { encodeCall } from "@/lib/chain/call"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { WAD } from "@/lib/units"
import type { Asset, PlanContext } from "./plan"

/** The stablecoin, which counts as one dollar. */
export const usdbAsset = ({ contracts, wallet }: PlanContext): Asset => ({
  id: contracts.usdb,
  symbol: "USDB",
  balance: balanceCall(contracts.usdb, wallet),
  usdPrice: WAD,
})

/** TIDE, a launched token or the token of a market. */
export async function tokenAsset(context: PlanContext, token: Address): Promise<Asset> {
  const { contracts, client, wallet } = context
  if (token === contracts.usdb) return usdbAsset(context)
  if (token === contracts.vault) return vaultAsset(context)
  const [symbol, usdPrice] = await Promise.all([
    token === contracts.mainToken
      ? "TIDE"
      : readContract(client, { address: token, abi: erc20Abi, functionName: "symbol" }),
    readContract(client, { address: token, abi: mainTokenAbi, functionName: "getUSDPrice" }),
  ])
  return { id: token, symbol, balance: balanceCall(token, wallet), usdPrice }
}

/** Shares of the vault. */
export async function vaultAsset({ contracts, client, wallet }: PlanContext): Promise<Asset> {
  const { vault, mainToken } = contracts
  const [assets, price] = await Promise.all([
    readContract(client, {
      address: vault,
      abi: stakingVaultAbi,
      functionName: "convertToAssets",
      args: [WAD],
    }),
    readContract(client, { address: mainToken, abi: mainTokenAbi, functionName: "getUSDPrice" }),
  ])
  return {
    id: vault,
    symbol: "wTIDE",
    balance: balanceCall(vault, wallet),
    usdPrice: (assets * price) / WAD,
  }
}

type Shares = { trading: Address; market: Address; outcome: number; name: string; price: bigint }

/** Shares of an outcome, valued at the price of the next one. */
export const sharesAsset = (
  { wallet }: PlanContext,
  { trading, market, outcome, name, price }: Shares,
): Asset => ({
  id: `${market}:${outcome}`,
  symbol: name,
  balance: encodeCall(trading, {
    abi: marketTradingAbi,
    functionName: "getUserShares",
    args: [market, wallet, outcome],
  }),
  usdPrice: price,
})

const balanceCall = (token: Address, wallet: Address) =>
  encodeCall(token, { abi: erc20Abi, functionName: "balanceOf", args: [wallet] })

/** The native coin in a fee. It has no price here. */
export const NATIVE = { id: zeroAddress, symbol: "ETH", usdPrice: 0n }
