import { readFileSync } from "node:fs"
import path from "node:path"
import { zeroAddress } from "viem"
import { z } from "zod"
import { ADDRESS_PATTERN } from "@/lib/address"
import { env } from "@/lib/env"
import { notConfigured } from "@/lib/http/errors"

const contractAddress = z.string().regex(ADDRESS_PATTERN).toLowerCase()

/** One address for each asset of the price rounds. */
const perAsset = z.object({
  btc: contractAddress,
  eth: contractAddress,
  bnb: contractAddress,
  cake: contractAddress,
  doge: contractAddress,
})

/** No asset has the contract. */
export const NO_ASSETS = {
  btc: zeroAddress,
  eth: zeroAddress,
  bnb: zeroAddress,
  cake: zeroAddress,
  doge: zeroAddress,
}

/** Addresses of a deployment; the zero address means that a contract is not deployed. */
export const addressBook = z
  .object({
    chainId: z.int().positive(),
    startBlock: z.int().min(0),
    factory: contractAddress,
    swap: contractAddress,
    marketTrading: contractAddress,
    loanHub: contractAddress,
    vesting: contractAddress,
    usdb: contractAddress,
    mainToken: contractAddress,
    staking: contractAddress,
    resolver: contractAddress,
    privateMarket: contractAddress,
    reader: contractAddress,
    leverage: contractAddress,
    taxes: contractAddress,
    identityRegistry: contractAddress,
    reputationRegistry: contractAddress
      .default(zeroAddress)
      .describe("feedback on the agents of identityRegistry"),
    upDown: perAsset,
    priceFeeds: perAsset
      .default(NO_ASSETS)
      .describe("oracles of the assets; rounds follow what priceFeed() of their contract names"),
  })
  .meta({ id: "AddressBook" })

export type AddressBook = z.output<typeof addressBook>

let cached: AddressBook | undefined

/** The address book of the configured chain, from CONTRACTS or deployments/<CHAIN_ID>.json. */
export function getDeployment(): AddressBook {
  cached ??= loadAddressBook()
  return cached
}

/** Every address of the configured deployment, including the zero address of contracts that are not deployed. */
export function listPlatformContracts(): string[] {
  const { upDown, priceFeeds, chainId: _, startBlock: __, ...contracts } = getDeployment()
  return [upDown, priceFeeds, contracts].flatMap((addresses) => Object.values(addresses))
}

function loadAddressBook(): AddressBook {
  const { CONTRACTS, CHAIN_ID, DEPLOYMENTS_DIR, START_BLOCK } = env()
  const book = addressBook.parse(
    JSON.parse(CONTRACTS ?? readAddressBook(DEPLOYMENTS_DIR, CHAIN_ID)),
  )
  if (book.chainId !== CHAIN_ID) {
    throw new Error(`The address book is for chain ${book.chainId}, CHAIN_ID is ${CHAIN_ID}`)
  }
  return START_BLOCK === undefined ? book : { ...book, startBlock: START_BLOCK }
}

function readAddressBook(folder: string, chainId: number) {
  const file = path.join(/* turbopackIgnore: true */ folder, `${chainId}.json`)
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      throw notConfigured(`The address book of chain ${chainId}`)
    }
    throw error
  }
}
