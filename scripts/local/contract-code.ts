import { createHash } from "node:crypto"
import { type Abi, type Address, zeroAddress } from "viem"
import factoryToken from "@/contracts/bytecode/FactoryToken.json" with { type: "json" }
import factoryTokenDeployer from "@/contracts/bytecode/FactoryTokenDeployer.json" with {
  type: "json",
}
import identityRegistry from "@/contracts/bytecode/IdentityRegistry.json" with { type: "json" }
import leverageSimulator from "@/contracts/bytecode/LeverageSimulator.json" with { type: "json" }
import loanHub from "@/contracts/bytecode/LoanHub.json" with { type: "json" }
import mainToken from "@/contracts/bytecode/MainToken.json" with { type: "json" }
import marketReader from "@/contracts/bytecode/MarketReader.json" with { type: "json" }
import marketResolver from "@/contracts/bytecode/MarketResolver.json" with { type: "json" }
import marketTrading from "@/contracts/bytecode/MarketTrading.json" with { type: "json" }
import priceFeed from "@/contracts/bytecode/PriceFeed.json" with { type: "json" }
import privateMarketTrading from "@/contracts/bytecode/PrivateMarketTrading.json" with {
  type: "json",
}
import reputationRegistry from "@/contracts/bytecode/ReputationRegistry.json" with { type: "json" }
import stakingVault from "@/contracts/bytecode/StakingVault.json" with { type: "json" }
import swap from "@/contracts/bytecode/Swap.json" with { type: "json" }
import taxes from "@/contracts/bytecode/Taxes.json" with { type: "json" }
import tokenFactory from "@/contracts/bytecode/TokenFactory.json" with { type: "json" }
import upDown from "@/contracts/bytecode/UpDown.json" with { type: "json" }
import usdb from "@/contracts/bytecode/USDB.json" with { type: "json" }
import vesting from "@/contracts/bytecode/Vesting.json" with { type: "json" }
import { toAddress } from "@/lib/chain/browser"
import type { AddressBook } from "@/lib/chain/deployment"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { factoryTokenDeployerAbi } from "@/lib/chain/generated/FactoryTokenDeployer"
import { identityRegistryAbi } from "@/lib/chain/generated/IdentityRegistry"
import { leverageSimulatorAbi } from "@/lib/chain/generated/LeverageSimulator"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { marketReaderAbi } from "@/lib/chain/generated/MarketReader"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { priceFeedAbi } from "@/lib/chain/generated/PriceFeed"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { reputationRegistryAbi } from "@/lib/chain/generated/ReputationRegistry"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { vestingAbi } from "@/lib/chain/generated/Vesting"

export type Contract = {
  name: string
  abi: Abi
  compiled: {
    bytecode: string
    /** The part of the creation code that stays on the chain, and where its immutables are in that. */
    runtime: { start: number; length: number; immutables: Partial<Record<string, number[]>> }
  }
}

const contracts = [
  { key: "usdb", name: "USDB", abi: usdbAbi, compiled: usdb },
  { key: "mainToken", name: "MainToken", abi: mainTokenAbi, compiled: mainToken },
  { key: "factory", name: "TokenFactory", abi: tokenFactoryAbi, compiled: tokenFactory },
  { key: "taxes", name: "Taxes", abi: taxesAbi, compiled: taxes },
  { key: "swap", name: "Swap", abi: swapAbi, compiled: swap },
  { key: "marketTrading", name: "MarketTrading", abi: marketTradingAbi, compiled: marketTrading },
  {
    key: "privateMarket",
    name: "PrivateMarketTrading",
    abi: privateMarketTradingAbi,
    compiled: privateMarketTrading,
  },
  { key: "resolver", name: "MarketResolver", abi: marketResolverAbi, compiled: marketResolver },
  { key: "reader", name: "MarketReader", abi: marketReaderAbi, compiled: marketReader },
  { key: "loanHub", name: "LoanHub", abi: loanHubAbi, compiled: loanHub },
  {
    key: "leverage",
    name: "LeverageSimulator",
    abi: leverageSimulatorAbi,
    compiled: leverageSimulator,
  },
  { key: "staking", name: "StakingVault", abi: stakingVaultAbi, compiled: stakingVault },
  { key: "vesting", name: "Vesting", abi: vestingAbi, compiled: vesting },
  {
    key: "identityRegistry",
    name: "IdentityRegistry",
    abi: identityRegistryAbi,
    compiled: identityRegistry,
  },
  {
    key: "reputationRegistry",
    name: "ReputationRegistry",
    abi: reputationRegistryAbi,
    compiled: reputationRegistry,
  },
] as const satisfies readonly (Contract & { key: keyof AddressBook })[]

/** One for each asset. */
const assetContracts = [
  { key: "upDown", name: "UpDown", abi: upDownAbi, compiled: upDown },
  { key: "priceFeeds", name: "PriceFeed", abi: priceFeedAbi, compiled: priceFeed },
] as const satisfies readonly (Contract & { key: keyof AddressBook })[]

export type Deployed = Contract & { address: Address }

/** The contracts that an address book names. */
export function contractsIn(book: AddressBook): Deployed[] {
  const single = contracts.map(({ key, ...contract }) => ({ ...contract, address: book[key] }))
  const ofAssets = assetContracts.flatMap(({ key, ...contract }) =>
    Object.values(book[key]).map((address) => ({ ...contract, address })),
  )
  return [...single, ...ofAssets]
    .map((contract) => ({ ...contract, address: toAddress(contract.address) }))
    .filter(({ address }) => address !== zeroAddress)
}

export const token: Contract = {
  name: "FactoryToken",
  abi: factoryTokenAbi,
  compiled: factoryToken,
}

/** Not in the address book: the factory names it. */
export const tokenDeployer: Contract = {
  name: "FactoryTokenDeployer",
  abi: factoryTokenDeployerAbi,
  compiled: factoryTokenDeployer,
}

/** The code that a constructor would have left on the chain; `find` answers each immutable as a word. */
export function codeWith(
  { bytecode, runtime }: Contract["compiled"],
  find: (name: string) => string,
): string {
  const start = 2 + runtime.start * 2
  let code = bytecode.slice(start, start + runtime.length * 2)
  for (const [name, places = []] of Object.entries(runtime.immutables)) {
    const value = find(name).slice(2)
    for (const place of places) {
      code = `${code.slice(0, place * 2)}${value}${code.slice(place * 2 + 64)}`
    }
  }
  return `0x${code}`
}

/** Names the code that this version's contracts have; the same as long as they are not changed. */
export function codeVersion(): string {
  const all = [...contracts, ...assetContracts, token, tokenDeployer].map(({ name, compiled }) => [
    name,
    compiled,
  ])
  return createHash("sha256").update(JSON.stringify(all)).digest("hex")
}
