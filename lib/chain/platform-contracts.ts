import { zeroAddress, type Address } from "viem"
import type { Asset } from "@/lib/updown/assets"
import { type PlatformContracts, toAddress } from "./browser"
import { type AddressBook, getDeployment } from "./deployment"

/** The contracts of an address book, as calls are encoded for them. */
export function toPlatformContracts(book: AddressBook): PlatformContracts {
  const { usdb, mainToken, factory, swap, taxes } = book
  const { marketTrading, privateMarket, resolver, reader } = book
  const { loanHub, leverage, staking, vesting } = book
  const { identityRegistry, reputationRegistry } = book
  return {
    usdb: toAddress(usdb),
    mainToken: toAddress(mainToken),
    factory: toAddress(factory),
    swap: toAddress(swap),
    taxes: toAddress(taxes),
    marketTrading: toAddress(marketTrading),
    privateMarket: toAddress(privateMarket),
    resolver: toAddress(resolver),
    reader: toAddress(reader),
    loanHub: toAddress(loanHub),
    leverage: toAddress(leverage),
    vault: toAddress(staking),
    vesting: toAddress(vesting),
    identityRegistry: toAddress(identityRegistry),
    reputationRegistry: toAddress(reputationRegistry),
  }
}

/** The contract of an asset's rounds; null where there is none. */
export function findRoundContract(asset: Asset): Address | null {
  const contract = toAddress(getDeployment().upDown[asset])
  return contract === zeroAddress ? null : contract
}
