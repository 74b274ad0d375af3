import { readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { notConfigured } from "@/lib/api/errors"
import { env } from "@/lib/env"

const contract = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .toLowerCase()

/** Addresses of a deployment; the zero address stands for a contract that is not deployed. */
export const addressBook = z
  .object({
    chainId: z.int().positive(),
    startBlock: z.int().min(0),
    factory: contract,
    swap: contract,
    marketTrading: contract,
    loanHub: contract,
    vesting: contract,
    usdb: contract,
    mainToken: contract,
    staking: contract,
    resolver: contract,
    privateMarket: contract,
    reader: contract,
    leverage: contract,
    taxes: contract,
    identityRegistry: contract,
    upDown: z.object({
      btc: contract,
      eth: contract,
      bnb: contract,
      cake: contract,
      doge: contract,
    }),
  })
  .meta({ id: "AddressBook" })

export type AddressBook = z.output<typeof addressBook>

let cached: AddressBook | undefined

/** The address book of the configured chain, from CONTRACTS or deployments/<CHAIN_ID>.json. */
export function deployment(): AddressBook {
  cached ??= load()
  return cached
}

function load(): AddressBook {
  const { CONTRACTS, CHAIN_ID, DEPLOYMENTS_DIR, START_BLOCK } = env()
  const book = addressBook.parse(JSON.parse(CONTRACTS ?? readBook(DEPLOYMENTS_DIR, CHAIN_ID)))
  if (book.chainId !== CHAIN_ID) {
    throw new Error(`The address book is for chain ${book.chainId}, CHAIN_ID is ${CHAIN_ID}`)
  }
  return START_BLOCK === undefined ? book : { ...book, startBlock: START_BLOCK }
}

function readBook(folder: string, chainId: number) {
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
