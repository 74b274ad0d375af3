import { type Address, type Client, erc20Abi, zeroAddress } from "viem"
import { getBalance, getBlock, readContract } from "viem/actions"
import type { PlatformContracts } from "@/lib/chain/browser"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import type { LoanRoute } from "@/lib/loans/math"
import { readLoanRoute } from "@/lib/loans/onchain"
import type { Side } from "@/lib/tokens/preview"
import type { RewardShares, TaxReceivers } from "@/lib/tokens/tax-math"

/** On-chain state of a token's pool and of a wallet. */
export type PoolState = {
  route: LoanRoute
  /** The surge part of the route's tax, in basis points. */
  surgeRate: bigint
  receivers: TaxReceivers
  /** Milliseconds by which the newest block is ahead of the browser's clock. */
  clockOffset: number
  /** While frozen only whitelisted wallets buy; null once open. */
  freeze: { isWhitelisted: boolean; leftUsd: bigint } | null
  /** The token's rules on leverage: none during its reward phase, and none where purchases vest. */
  rules: { hasBonded: boolean; autoVest: boolean }
  /** Null without a wallet. */
  wallet: WalletBalances | null
}

/** Balances to pay with on each side, and the native coin for fees. */
type WalletBalances = { pay: Record<Side, SpendableBalance>; nativeBalance: bigint }
type SpendableBalance = { balance: bigint; allowance: bigint }

/** The calls go out as one batch. */
export async function readPoolState(
  client: Client,
  contracts: PlatformContracts,
  token: Address,
  owner: Address | undefined,
): Promise<PoolState> {
  const { mainToken, taxes } = contracts
  const isHub = token === mainToken
  const taxOf = { address: taxes, abi: taxesAbi } as const
  const [route, surgeRate, receivers, block, freeze, rules, wallet] = await Promise.all([
    readLoanRoute(client, contracts, token, owner),
    readContract(client, { ...taxOf, functionName: "getCurrentSurgeTax", args: [token] }),
    readReceivers(client, contracts, token),
    getBlock(client),
    isHub ? null : readFreeze(client, token, owner),
    isHub ? { hasBonded: true, autoVest: false } : readRules(client, token),
    owner ? readWalletBalances(client, contracts, token, owner) : null,
  ])
  return {
    route,
    surgeRate,
    receivers,
    clockOffset: Number(block.timestamp) * 1_000 - Date.now(),
    freeze,
    rules,
    wallet,
  }
}

async function readReceivers(
  client: Client,
  { taxes, mainToken }: PlatformContracts,
  token: Address,
): Promise<TaxReceivers> {
  const taxOf = { address: taxes, abi: taxesAbi } as const
  const [vault, isPrediction, shares] = await Promise.all([
    readContract(client, { ...taxOf, functionName: "vault" }),
    readContract(client, { ...taxOf, functionName: "isPrediction", args: [token] }),
    token === mainToken ? { active: 0n, granted: 0n } : readShares(client, token),
  ])
  return { vaultTakesTaxes: await takesTaxes(client, vault), shares, isPrediction }
}

async function takesTaxes(client: Client, vault: Address): Promise<boolean> {
  if (vault === zeroAddress) return false
  const view = { address: vault, abi: stakingVaultAbi, functionName: "takesTaxes" } as const
  return readContract(client, view)
}

async function readShares(client: Client, address: Address): Promise<RewardShares> {
  const at = { address, abi: factoryTokenAbi } as const
  const [active, target, needed] = await Promise.all([
    readContract(client, { ...at, functionName: "totalShares" }),
    readContract(client, { ...at, functionName: "getBondingTarget" }),
    readContract(client, { ...at, functionName: "usdcForBondingNeeded" }),
  ])
  const granted = target - needed
  // The first purchase earns all the shares that its own tax is split by.
  const isFirst = granted === 0n && needed > 0n
  return isFirst ? { active: 1n, granted: 1n } : { active, granted }
}

async function readRules(client: Client, address: Address) {
  const at = { address, abi: factoryTokenAbi } as const
  const [hasBonded, autoVest] = await Promise.all([
    readContract(client, { ...at, functionName: "hasBonded" }),
    readContract(client, { ...at, functionName: "autoVest" }),
  ])
  return { hasBonded, autoVest }
}

async function readFreeze(client: Client, address: Address, owner: Address | undefined) {
  const at = { address, abi: factoryTokenAbi } as const
  const isFrozen = await readContract(client, { ...at, functionName: "frozen" })
  if (!isFrozen) return null
  if (!owner) return { isWhitelisted: false, leftUsd: 0n }
  const args = [owner] as const
  const [isWhitelisted, most, bought] = await Promise.all([
    readContract(client, { ...at, functionName: "whitelisted", args }),
    readContract(client, { ...at, functionName: "whitelistMaxBuyForUser", args }),
    readContract(client, { ...at, functionName: "whitelistBoughtByUser", args }),
  ])
  return { isWhitelisted, leftUsd: most > bought ? most - bought : 0n }
}

async function readWalletBalances(
  client: Client,
  { usdb, swap }: PlatformContracts,
  token: Address,
  owner: Address,
): Promise<WalletBalances> {
  const [buy, sell, native] = await Promise.all([
    readBalance(client, usdb, owner, swap),
    readBalance(client, token, owner, swap),
    getBalance(client, { address: owner }),
  ])
  return { pay: { buy, sell }, nativeBalance: native }
}

async function readBalance(client: Client, token: Address, owner: Address, spender: Address) {
  const at = { address: token, abi: erc20Abi } as const
  const [balance, allowance] = await Promise.all([
    readContract(client, { ...at, functionName: "balanceOf", args: [owner] }),
    readContract(client, { ...at, functionName: "allowance", args: [owner, spender] }),
  ])
  return { balance, allowance }
}
