import { encodeFunctionData, getAddress, type Hex, parseUnits } from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { priceFeedAbi } from "@/lib/chain/generated/PriceFeed"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import type { Asset } from "@/lib/updown/assets"
import type { Transaction } from "../markets/transactions"

type RoundContracts = Pick<AddressBook, "upDown" | "priceFeeds">

/** A round by the code of its timeframe and its id. */
export type RoundRef = { tf: number; roundId: bigint }

const PRICE_DECIMALS = 8

/** What may be done in the rounds of an asset. */
export function roundTransactions(book: RoundContracts, asset: Asset) {
  const to = getAddress(book.upDown[asset])
  const abi = upDownAbi
  const call = (data: Hex): Transaction => ({ to, data })
  return {
    start: () => call(encodeFunctionData({ abi, functionName: "startPrediction" })),
    bet(tf: number, side: "up" | "down", amount: bigint) {
      const functionName = side === "up" ? "betBull" : "betBear"
      return call(encodeFunctionData({ abi, functionName, args: [tf, amount] }))
    },
    settle: (tf: number) =>
      call(encodeFunctionData({ abi, functionName: "settleCurrentRound", args: [tf] })),
    cancel: (tf: number) =>
      call(encodeFunctionData({ abi, functionName: "cancelCurrentRoundAndStartNext", args: [tf] })),
    claim(rounds: readonly RoundRef[]) {
      const args = [rounds.map(({ tf }) => tf), rounds.map(({ roundId }) => roundId)] as const
      return call(encodeFunctionData({ abi, functionName: "claimMany", args }))
    },
  }
}

/** Posts a price in USD, as a decimal number. */
export function postPrice(book: RoundContracts, asset: Asset, usd: string): Transaction {
  const args = [parseUnits(usd, PRICE_DECIMALS)] as const
  const data = encodeFunctionData({ abi: priceFeedAbi, functionName: "update", args })
  return { to: getAddress(book.priceFeeds[asset]), data }
}
