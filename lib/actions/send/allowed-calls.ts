import {
  type Abi,
  type Address,
  decodeFunctionData,
  erc20Abi,
  type Hex,
  toFunctionSelector,
  zeroAddress,
} from "viem"
import { type AddressBook, getDeployment, listPlatformContracts } from "@/lib/chain/deployment"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { identityRegistryAbi } from "@/lib/chain/generated/IdentityRegistry"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { reputationRegistryAbi } from "@/lib/chain/generated/ReputationRegistry"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { ApiError } from "@/lib/http/errors"
import type { SignedTransaction } from "./signed-transaction"

const APPROVE = "0x095ea7b3"

/** Functions that move tokens, or let others move them, without a contract of the platform. */
const MOVES = new Set([
  "transfer",
  "transferFrom",
  "permit",
  "increaseAllowance",
  "safeTransferFrom",
])

/**
 * Throws NOT_OUR_CONTRACT unless the transaction calls a function of a contract of the address book or of a listed
 * token, or approves a contract of the address book to take one of these tokens. A call that only looks like an
 * approval (of another contract, or with native coins) could transfer whatever its sender likes.
 */
export async function requireAllowed({ to, data, value }: SignedTransaction): Promise<void> {
  if (!to || data.length < 10) throw notOurs("plain transfers and new contracts are not sent on")
  if (data.startsWith(APPROVE)) {
    if (value > 0n) throw notOurs("an approval carries no native coins")
    if (!approvesPlatform(data)) {
      throw notOurs("approvals are sent on for contracts of Atoll only")
    }
    if (isOwnToken(to) || (await isListed(to))) return
    throw notOurs(`${to} is not a token of Atoll`)
  }
  const abi = findPlatformAbi(to) ?? ((await isListed(to)) ? factoryTokenAbi : null)
  if (!abi) throw notOurs(`${to} is not a contract of Atoll`)
  if (!selectorsOf(abi).has(selectorOf(data))) {
    throw notOurs(`${to} has no such function that is sent on`)
  }
}

function approvesPlatform(data: Hex): boolean {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    return functionName === "approve" && isPlatform(args[0])
  } catch {
    return false
  }
}

function isPlatform(address: Address): boolean {
  const lowercase = address.toLowerCase()
  return lowercase !== zeroAddress && listPlatformContracts().includes(lowercase)
}

/** USDB, TIDE and shares of the vault, which the index does not list. */
function isOwnToken(to: Address): boolean {
  const { usdb, mainToken, staking } = getDeployment()
  return to !== zeroAddress && [usdb, mainToken, staking].includes(to)
}

type Contract = Exclude<keyof AddressBook, "chainId" | "startBlock" | "upDown" | "priceFeeds">

/** The callable contracts of the address book; readers and simulators only return data. */
const abis: readonly (readonly [Contract, Abi])[] = [
  ["factory", tokenFactoryAbi],
  ["swap", swapAbi],
  ["marketTrading", marketTradingAbi],
  ["privateMarket", privateMarketTradingAbi],
  ["resolver", marketResolverAbi],
  ["loanHub", loanHubAbi],
  ["vesting", vestingAbi],
  ["usdb", usdbAbi],
  ["mainToken", mainTokenAbi],
  ["staking", stakingVaultAbi],
  ["taxes", taxesAbi],
  ["identityRegistry", identityRegistryAbi],
  ["reputationRegistry", reputationRegistryAbi],
]

function findPlatformAbi(to: Address): Abi | null {
  const book = getDeployment()
  if (to === zeroAddress) return null
  if (Object.values(book.upDown).includes(to)) return upDownAbi
  return abis.find(([name]) => book[name] === to)?.[1] ?? null
}

const selectors = new Map<Abi, ReadonlySet<Hex>>()

/** Selectors of the functions that change state but do not themselves move tokens. */
function selectorsOf(abi: Abi): ReadonlySet<Hex> {
  const cached = selectors.get(abi)
  if (cached) return cached
  const set = new Set<Hex>()
  for (const item of abi) {
    if (item.type !== "function" || MOVES.has(item.name)) continue
    if (item.stateMutability === "view" || item.stateMutability === "pure") continue
    set.add(toFunctionSelector(item))
  }
  selectors.set(abi, set)
  return set
}

const selectorOf = (data: Hex): Hex => `0x${data.slice(2, 10).toLowerCase()}`

const readListed = statement({ address: "text" }, ({ address }) =>
  db.selectFrom("token").select("address").where("address", "=", address),
)

/** Whether the index lists a token, including a market's token. */
const isListed = async (address: string) => (await readListed({ address })).length > 0

const notOurs = (why: string) => new ApiError("NOT_OUR_CONTRACT", `Not sent on: ${why}`)
