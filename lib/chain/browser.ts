import { type Address, type Chain, defineChain, isAddress } from "viem"

/** Facts about the deployment that a page needs to talk to it; no secrets. */
export type BrowserConfig = {
  chainId: number
  chainName: string
  /** A node browsers may read. */
  rpcUrl: string
  /** Address the sign-in message names. */
  baseUrl: string
  contracts: PlatformContracts
  /** A wallet inside the page, for local chains. */
  hasDevelopmentWallet: boolean
  walletConnectProjectId: string | null
}

export type PlatformContracts = {
  usdb: Address
  mainToken: Address
  factory: Address
  swap: Address
  taxes: Address
  marketTrading: Address
  privateMarket: Address
  resolver: Address
  reader: Address
  loanHub: Address
  /** The simulator of leveraged purchases. */
  leverage: Address
  vault: Address
  vesting: Address
  /** Zero where there are no registries of agents. */
  identityRegistry: Address
  reputationRegistry: Address
}

export function createBrowserChain({ chainId, chainName, rpcUrl }: BrowserConfig): Chain {
  return defineChain({
    id: chainId,
    name: chainName,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
}

/** A checked address, in lower case as the service keeps it. */
export function toAddress(text: string): Address {
  const address = text.toLowerCase()
  if (!isAddress(address)) throw new Error(`${text} is not an address`)
  return address
}
