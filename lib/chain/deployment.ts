import { readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { ADDRESS_PATTERN } from "@/lib/address"
import { notConfigured } from "@/lib/api/errors"
import { env } from "@/lib/env"

const contractAddress = z.string().regex(ADDRESS_PATTERN).toLowerCase()

/** Addresses of a deployment; the zero address stands for a contract that is not deployed. */
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
    upDown: z.object({
      btc: contractAddress,
      eth: contractAddress,
      bnb: contractAddress,
      cake: contractAddress,
      doge: contractAddress,
    }),
  })
  .meta({ id: "AddressBook" })

export type AddressBook = z.output<typeof addressBook>

let cached: AddressBook | undefined

/** The address book of the configured chain, from CONTRACTS or deployments/<CHAIN_ID>.json. */
export function getDeployment(): AddressBook {
  cached ??= loadAddressBook()
  return cached
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
