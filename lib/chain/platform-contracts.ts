import { type PlatformContracts, toAddress } from "./browser"
import type { AddressBook } from "./deployment"

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
