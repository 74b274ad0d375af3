import { readFileSync } from "node:fs"
import { type Address, zeroAddress } from "viem"
import { z } from "zod"
import { toAddress } from "@/lib/chain/browser"
import { type AddressBook, addressBook, NO_ASSETS } from "@/lib/chain/deployment"
import { assetCreationCode, creationCode } from "./contract-code"
import { FEEDS } from "./feeder/assets"
import { UserError } from "./report.mjs"

/** Target addresses of a new local chain's contracts: those that clients have built in. */
type WantedAddresses = Partial<Omit<AddressBook, "chainId" | "startBlock">>

/** The place for the next contract with this creation code; undefined where any will do. */
export type FindPlace = (bytecode: string) => Address | undefined

const wantedAddresses = addressBook.omit({ chainId: true, startBlock: true }).partial()

/** Reads the file of CONTRACT_ADDRESSES: an address book, or a part of one. */
export function readWantedAddresses(file: string): WantedAddresses {
  try {
    return wantedAddresses.parse(JSON.parse(readFileSync(file, "utf8")))
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : `${error}`
    throw new UserError(
      `CONTRACT_ADDRESSES is no file with addresses of contracts: ${file}\n${why}`,
      "It holds fields of the address book, as /contracts.json answers them.",
    )
  }
}

/** Gives each deployment its contract's target address; those of the assets are in the order of FEEDS. */
export function createPlaces(book: WantedAddresses): FindPlace {
  const { upDown: rounds = NO_ASSETS, priceFeeds: feeds = NO_ASSETS, ...single } = book
  const singleAddresses = new Map(Object.entries(single))
  const ofAssets = (addresses: AddressBook["upDown"]) =>
    FEEDS.map(({ asset }) => toAddress(addresses[asset]))
  const places = new Map<string, Address[]>([
    ...Object.entries(creationCode).map(([name, code]): [string, Address[]] => {
      const address = singleAddresses.get(name)
      return [code, address ? [toAddress(address)] : []]
    }),
    [assetCreationCode.upDown, ofAssets(rounds)],
    [assetCreationCode.priceFeeds, ofAssets(feeds)],
  ])
  return (bytecode) => {
    const place = places.get(bytecode)?.shift()
    return place === zeroAddress ? undefined : place
  }
}
