import { type Address, getAddress } from "viem"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { type Asset, assets } from "@/lib/updown/assets"
import type { Timeframe } from "@/lib/updown/timeframes"
import type { Exchange } from "./sample-chain"

export const contractOf = ({ book }: Exchange, asset: Asset) =>
  ({ address: getAddress(book.upDown[asset]), abi: upDownAbi }) as const

/** Every event of a kind, of all assets. */
export async function roundEvents<
  const Name extends "RoundSettled" | "RoundCanceled" | "BetPlaced" | "BetWon" | "BetRefunded",
>(exchange: Exchange, eventName: Name) {
  return exchange.client.getContractEvents({
    abi: upDownAbi,
    address: assets.map((asset) => contractOf(exchange, asset).address),
    eventName,
    fromBlock: 0n,
    strict: true,
  })
}

/** The rounds of an asset and timeframe in the order of their ids, the open one as the last. */
export async function roundsOf(exchange: Exchange, asset: Asset, { code }: Timeframe) {
  const contract = contractOf(exchange, asset)
  const { client } = exchange
  const current = await client.readContract({
    ...contract,
    functionName: "currentRoundId",
    args: [code],
  })
  const ids = Array.from({ length: Number(current) }, (_, i) => BigInt(i + 1))
  return Promise.all(
    ids.map(async (id) => {
      const answer = await client.readContract({
        ...contract,
        functionName: "getRound",
        args: [code, id],
      })
      const [startTime, endTime, , startPrice, endPrice, , , , bullPool, bearPool] = answer
      const times = { startTime: Number(startTime), endTime: Number(endTime) }
      const pools = { bullPool, bearPool, outcome: answer[13] }
      return { id, ...times, startPrice, endPrice, ...pools }
    }),
  )
}

/** What all rounds of an asset owe the wallets that bet, and what its contract has. */
export async function balanceOf(exchange: Exchange, asset: Asset) {
  const { client, book } = exchange
  const contract = contractOf(exchange, asset)
  const bets = (await roundEvents(exchange, "BetPlaced")).filter(
    ({ address }) => getAddress(address) === contract.address,
  )
  const positions = new Map<string, readonly [number, bigint, Address]>(
    bets.map(({ args: { tf, roundId, user } }) => [
      `${tf} ${roundId} ${user}`,
      [tf, roundId, user],
    ]),
  )
  const owed = await Promise.all(
    [...positions.values()].map((args) =>
      client.readContract({ ...contract, functionName: "quoteClaimPayout", args }),
    ),
  )
  const money = await client.readContract({
    address: getAddress(book.usdb),
    abi: usdbAbi,
    functionName: "balanceOf",
    args: [contract.address],
  })
  return { money, owed: owed.reduce((sum, amount) => sum + amount, 0n) }
}
