import { createHash } from "node:crypto"
import { type Abi, type Address, zeroAddress } from "viem"
import { toAddress } from "@/lib/chain/browser"
import type { AddressBook } from "@/lib/chain/deployment"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import factoryToken from "@/lib/chain/generated/FactoryToken.bytecode.json" with { type: "json" }
import { factoryTokenDeployerAbi } from "@/lib/chain/generated/FactoryTokenDeployer"
import factoryTokenDeployer from "@/lib/chain/generated/FactoryTokenDeployer.bytecode.json" with {
  type: "json",
}
import { identityRegistryAbi } from "@/lib/chain/generated/IdentityRegistry"
import identityRegistry from "@/lib/chain/generated/IdentityRegistry.bytecode.json" with {
  type: "json",
}
import { leverageSimulatorAbi } from "@/lib/chain/generated/LeverageSimulator"
import leverageSimulator from "@/lib/chain/generated/LeverageSimulator.bytecode.json" with {
  type: "json",
}
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import loanHub from "@/lib/chain/generated/LoanHub.bytecode.json" with { type: "json" }
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import mainToken from "@/lib/chain/generated/MainToken.bytecode.json" with { type: "json" }
import { marketReaderAbi } from "@/lib/chain/generated/MarketReader"
import marketReader from "@/lib/chain/generated/MarketReader.bytecode.json" with { type: "json" }
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import marketResolver from "@/lib/chain/generated/MarketResolver.bytecode.json" with {
  type: "json",
}
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import marketTrading from "@/lib/chain/generated/MarketTrading.bytecode.json" with { type: "json" }
import { priceFeedAbi } from "@/lib/chain/generated/PriceFeed"
import priceFeed from "@/lib/chain/generated/PriceFeed.bytecode.json" with { type: "json" }
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import privateMarketTrading from "@/lib/chain/generated/PrivateMarketTrading.bytecode.json" with {
  type: "json",
}
import { reputationRegistryAbi } from "@/lib/chain/generated/ReputationRegistry"
import reputationRegistry from "@/lib/chain/generated/ReputationRegistry.bytecode.json" with {
  type: "json",
}
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import stakingVault from "@/lib/chain/generated/StakingVault.bytecode.json" with { type: "json" }
import { swapAbi } from "@/lib/chain/generated/Swap"
import swap from "@/lib/chain/generated/Swap.bytecode.json" with { type: "json" }
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import taxes from "@/lib/chain/generated/Taxes.bytecode.json" with { type: "json" }
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import tokenFactory from "@/lib/chain/generated/TokenFactory.bytecode.json" with { type: "json" }
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import upDown from "@/lib/chain/generated/UpDown.bytecode.json" with { type: "json" }
import { usdbAbi } from "@/lib/chain/generated/USDB"
import usdb from "@/lib/chain/generated/USDB.bytecode.json" with { type: "json" }
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import vesting from "@/lib/chain/generated/Vesting.bytecode.json" with { type: "json" }

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
