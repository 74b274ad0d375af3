import type { Address } from "viem"
import type { PlatformContracts } from "@/lib/chain/browser"
import { type ContractCall, encodeCall } from "@/lib/chain/call"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { taxesAbi } from "@/lib/chain/generated/Taxes"

const abi = factoryTokenAbi

type Whitelisted = { wallets: readonly Address[]; limit: bigint; tag: string }

/** Lets wallets buy a frozen token, each up to a limit in USD. */
export const whitelistCall = (token: Address, { wallets, limit, tag }: Whitelisted): ContractCall =>
  encodeCall(token, { abi, functionName: "SetWhitelistedWallet", args: [wallets, limit, tag] })

export const unlistCall = (token: Address, wallet: Address): ContractCall =>
  encodeCall(token, { abi, functionName: "RemoveWhitelist", args: [wallet] })

/** Opens a frozen token for all buyers, permanently. */
export const unfreezeCall = (token: Address): ContractCall =>
  encodeCall(token, { abi, functionName: "DisableFreeze", args: [] })

type Taxes = Pick<PlatformContracts, "taxes">

/** Rates in basis points, the duration in seconds. */
export type SurgeTerms = { startRate: bigint; endRate: bigint; duration: bigint }

export const startSurgeCall = (
  { taxes }: Taxes,
  token: Address,
  { startRate, endRate, duration }: SurgeTerms,
): ContractCall =>
  encodeCall(taxes, {
    abi: taxesAbi,
    functionName: "startSurgeTax",
    args: [startRate, endRate, duration, token],
  })

export const endSurgeCall = ({ taxes }: Taxes, token: Address): ContractCall =>
  encodeCall(taxes, { abi: taxesAbi, functionName: "endSurgeTax", args: [token] })
