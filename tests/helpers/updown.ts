import { type Abi, type Address, createPublicClient, http, maxUint256, parseEther } from "viem"
import { toAddress } from "@/lib/chain/browser"
import { priceFeedAbi } from "@/lib/chain/generated/PriceFeed"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { type Asset, assets } from "@/lib/updown/assets"
import { operator, type TestChain, wallets } from "./chain"

/** What happens to the price rounds of a test chain; the operator posts the prices. */
export function roundActions({ book, write, call, url }: TestChain) {
  const client = createPublicClient({ transport: http(url), cacheTime: 0 })
  const contractOf = (asset: Asset) =>
    ({ address: toAddress(book.upDown[asset]), abi: upDownAbi }) as const

  const send = (from: Address, asset: Asset, functionName: string, args: unknown[] = []) =>
    write(from, book.upDown[asset], upDownAbi as Abi, functionName, args)

  const setPrice = (asset: Asset, usd: number) =>
    write(operator, book.priceFeeds[asset], priceFeedAbi, "update", [BigInt(Math.round(usd * 1e8))])

  const readRound = (asset: Asset, tf: number, roundId: bigint) =>
    client.readContract({
      ...contractOf(asset),
      functionName: "getRound",
      args: [tf, roundId],
    })

  const currentId = (asset: Asset, tf: number) =>
    client.readContract({ ...contractOf(asset), functionName: "currentRoundId", args: [tf] })

  return {
    setPrice,
    currentId,

    /** Opens the first round of every timeframe at this price; all wallets may bet. */
    async start(asset: Asset, usd = 100) {
      await setPrice(asset, usd)
      for (const wallet of wallets) {
        await write(wallet, book.usdb, usdbAbi, "approve", [book.upDown[asset], maxUint256])
      }
      return send(operator, asset, "startPrediction")
    },

    /** Asset by asset, each at 100 USD. */
    async startAll() {
      for (const asset of assets) {
        await setPrice(asset, 100)
        await send(operator, asset, "startPrediction")
      }
    },

    bet: (from: Address, asset: Asset, tf: number, side: "bull" | "bear", usdb: string) =>
      send(from, asset, side === "bull" ? "betBull" : "betBear", [tf, parseEther(usdb)]),
    settle: (from: Address, asset: Asset, tf: number) =>
      send(from, asset, "settleCurrentRound", [tf]),
    cancel: (from: Address, asset: Asset, tf: number) =>
      send(from, asset, "cancelCurrentRoundAndStartNext", [tf]),
    startRound: (from: Address, asset: Asset, tf: number) => send(from, asset, "startRound", [tf]),
    claim: (from: Address, asset: Asset, tf: number, roundId: bigint) =>
      send(from, asset, "claim", [tf, roundId]),
    panic: (asset: Asset) => send(operator, asset, "panicCancel"),
    resume: (asset: Asset) => send(operator, asset, "resumePrediction"),

    /** The named parts of `getRound`. */
    async round(asset: Asset, tf: number, roundId: bigint) {
      const [startTime, endTime, settledAt, startPrice, endPrice, ...rest] = await readRound(
        asset,
        tf,
        roundId,
      )
      const times = { startTime: Number(startTime), endTime: Number(endTime) }
      return { ...times, settledAt: Number(settledAt), startPrice, endPrice, outcome: rest[8] }
    },

    /** The time of a new block that is so many seconds after the end of the open round. */
    async passEnd(asset: Asset, tf: number, seconds = 0) {
      const [, endTime] = await readRound(asset, tf, await currentId(asset, tf))
      const time = Number(endTime) + seconds
      await call("evm_setNextBlockTimestamp", time)
      await call("evm_mine")
      return time
    },
  }
}
