import {
  type Abi,
  type Address,
  createPublicClient,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  maxUint256,
  parseEther,
} from "viem"
import { toAddress } from "@/lib/chain/browser"
import { priceFeedAbi } from "@/lib/chain/generated/PriceFeed"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { type Asset, assets } from "@/lib/updown/assets"
import type { Side } from "@/lib/updown/constants"
import { timeframes } from "@/lib/updown/timeframes"
import { alice, bob, carol, dave, operator, type TestChain, wallets } from "./chain"
import { nodeTransport } from "./node-transport"

/** What happens to the price rounds of a test chain; the operator posts the prices. */
export function roundActions({ book, write, call, url }: TestChain) {
  const client = createPublicClient({ transport: nodeTransport(url), cacheTime: 0 })
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

export type Updown = Awaited<ReturnType<typeof createUpdown>>

/** Wallets who may bet. */
export const bettors = [alice, bob, carol, dave]

/** The rounds of one asset, with amounts in base units, and what its contract answers. */
export async function createUpdown(chain: TestChain, asset: Asset = "btc") {
  const { book, write } = chain
  const actions = roundActions(chain)
  const contract = book.upDown[asset]
  const send = (from: Address, functionName: string, args: unknown[] = []) =>
    write(from, contract, upDownAbi as Abi, functionName, args)
  for (const wallet of bettors)
    await write(wallet, book.usdb, usdbAbi, "approve", [contract, maxUint256])

  return {
    contract,
    async view<const T>(
      functionName: "getRound" | "getUserBet" | "quoteClaimPayout" | "seedPaid",
      args: readonly unknown[],
    ): Promise<T> {
      const query = { abi: upDownAbi, functionName } as const
      const data = encodeFunctionData({ ...query, args } as never)
      const answer = (await chain.call("eth_call", { to: contract, data }, "latest")) as Hex
      return decodeFunctionResult({ ...query, data: answer } as never) as T
    },
    /** A price in USD becomes the feed's latest. */
    post: (usd: number) => actions.setPrice(asset, usd),
    start: () => send(operator, "startPrediction"),
    bet: (from: Address, tf: number, side: Side, amount: bigint) =>
      send(from, side === "bull" ? "betBull" : "betBear", [tf, amount]),
    /** Lets a round's time pass. */
    wait: (tf: number, more = 0) => chain.warp((timeframes[tf]?.seconds ?? 0) + more),
    settle: (from: Address, tf: number) => actions.settle(from, asset, tf),
    cancel: (from: Address, tf: number) => actions.cancel(from, asset, tf),
    startRound: (from: Address, tf: number) => actions.startRound(from, asset, tf),
    claim: (from: Address, tf: number, roundId: bigint) => actions.claim(from, asset, tf, roundId),
    claimMany: (from: Address, rounds: readonly [tf: number, roundId: bigint][]) =>
      send(from, "claimMany", [rounds.map(([tf]) => tf), rounds.map(([, roundId]) => roundId)]),
    panic: () => actions.panic(asset),
    resume: () => actions.resume(asset),
  }
}
