import { createHash } from "node:crypto"
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
import type { AddressBook } from "@/lib/chain/deployment"

type Names = keyof AddressBook

/** Creation code of the contracts, by where the address book names them. */
export const creationCode = {
  usdb: usdb.bytecode,
  mainToken: mainToken.bytecode,
  factory: tokenFactory.bytecode,
  taxes: taxes.bytecode,
  swap: swap.bytecode,
  marketTrading: marketTrading.bytecode,
  privateMarket: privateMarketTrading.bytecode,
  resolver: marketResolver.bytecode,
  reader: marketReader.bytecode,
  loanHub: loanHub.bytecode,
  leverage: leverageSimulator.bytecode,
  staking: stakingVault.bytecode,
  vesting: vesting.bytecode,
  identityRegistry: identityRegistry.bytecode,
  reputationRegistry: reputationRegistry.bytecode,
} as const satisfies Partial<Record<Names, string>>

/** The creation code of contracts that each asset has. */
export const assetCreationCode = {
  upDown: upDown.bytecode,
  priceFeeds: priceFeed.bytecode,
} as const satisfies Partial<Record<Names, string>>

/** Contracts that the address book does not name. */
const others = { factoryToken: factoryToken.bytecode, deployer: factoryTokenDeployer.bytecode }

/** A hash of this version's contract code, which changes only with the contracts. */
export function codeVersion(): string {
  const all = { ...creationCode, ...assetCreationCode, ...others }
  return createHash("sha256").update(JSON.stringify(all)).digest("hex")
}
