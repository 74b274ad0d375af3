import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, maxUint256 } from "viem"
import { priceFeedAbi } from "@/lib/chain/generated/PriceFeed"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import type { Asset } from "@/lib/updown/assets"
import type { Side } from "@/lib/updown/constants"
import { timeframes } from "@/lib/updown/timeframes"
import { alice, bob, carol, dave, operator, type TestChain } from "./chain"

export type Updown = Awaited<ReturnType<typeof createUpdown>>

/** Four wallets who may bet. */
export const bettors = [alice, bob, carol, dave]

/** A price in USD in the feed's units. */
export const toPrice = (usd: number) => BigInt(Math.round(usd * 100)) * 10n ** 6n

/** The price rounds of an asset on a chain of the tests; four wallets may bet. */
export async function createUpdown(chain: TestChain, asset: Asset = "btc") {
  const { book } = chain
  const contract = book.upDown[asset]
  const view = async <const T>(
    functionName: "priceFeed" | "getRound" | "getUserBet" | "currentRoundId" | "quoteClaimPayout",
    args: readonly unknown[] = [],
  ): Promise<T> => {
    const query = { abi: upDownAbi, functionName } as const
    const data = encodeFunctionData({ ...query, args } as never)
    const answer = (await chain.call("eth_call", { to: contract, data }, "latest")) as Hex
    return decodeFunctionResult({ ...query, data: answer } as never) as T
  }
  const feed = await view<Address>("priceFeed")
  const write = (from: Address, functionName: string, args: unknown[] = []) =>
    chain.write(from, contract, upDownAbi, functionName, args)
  for (const wallet of bettors)
    await chain.write(wallet, book.usdb, usdbAbi, "approve", [contract, maxUint256])

  return {
    contract,
    view,
    /** A price in USD becomes the feed's latest. */
    post: (usd: number) => chain.write(operator, feed, priceFeedAbi, "update", [toPrice(usd)]),
    start: () => write(operator, "startPrediction"),
    bet: (from: Address, tf: number, side: Side, amount: bigint) =>
      write(from, side === "bull" ? "betBull" : "betBear", [tf, amount]),
    /** Lets a round's time pass. */
    wait: (tf: number, more = 0) => chain.warp((timeframes[tf]?.seconds ?? 0) + more),
    settle: (from: Address, tf: number) => write(from, "settleCurrentRound", [tf]),
    cancel: (from: Address, tf: number) => write(from, "cancelCurrentRoundAndStartNext", [tf]),
    startRound: (from: Address, tf: number) => write(from, "startRound", [tf]),
    claim: (from: Address, tf: number, roundId: bigint) => write(from, "claim", [tf, roundId]),
    claimMany: (from: Address, rounds: readonly [tf: number, roundId: bigint][]) =>
      write(from, "claimMany", [rounds.map(([tf]) => tf), rounds.map(([, roundId]) => roundId)]),
    panic: () => write(operator, "panicCancel"),
    resume: () => write(operator, "resumePrediction"),
    current: (tf: number) => view<bigint>("currentRoundId", [tf]),
  }
}
