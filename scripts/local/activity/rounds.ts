import { encodeFunctionData, getAddress, zeroAddress } from "viem"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { WAD } from "@/lib/units"
import { assets } from "@/lib/updown/assets"
import { timeframes } from "@/lib/updown/timeframes"
import type { RandomStream } from "../sample/random"
import { drawActor, type Exchange } from "./exchange"

/** Whole USDB. */
const MAX_STAKE = { creator: 20, whale: 120, swing: 40, small: 8, maker: 15 }

/** Bets on a price; null where no round takes bets now. */
export async function betOnPrice(exchange: Exchange, random: RandomStream): Promise<string | null> {
  const { client, book } = exchange
  const deployed = assets.filter((asset) => book.upDown[asset] !== zeroAddress)
  const asset = random.weighted(deployed, () => 1)
  const actor = drawActor(random)
  // Short rounds are over soon and need bets more often.
  const timeframe = random.weighted(timeframes, ({ code }) => 5 - code)
  if (!asset || !timeframe) return null
  const contract = { address: getAddress(book.upDown[asset]), abi: upDownAbi } as const
  const { code, label } = timeframe
  const roundId = await client.readContract({
    ...contract,
    functionName: "currentRoundId",
    args: [code],
  })
  const [side] = await client.readContract({
    ...contract,
    functionName: "getUserBet",
    args: [code, roundId, exchange.addressOf(actor.index)],
  })
  // A wallet bets on one side of a round: 1 is up.
  const isUp = side === 0 ? random.chance(0.5) : side === 1
  const usdb = Math.ceil(random.between(1, MAX_STAKE[actor.role]))
  const amount = BigInt(usdb) * WAD
  await exchange.fund(actor.index, amount, contract.address)
  const functionName = isUp ? "betBull" : "betBear"
  const data = encodeFunctionData({ abi: upDownAbi, functionName, args: [code, amount] })
  // The round may have ended meanwhile.
  if (!(await exchange.attempt(actor.index, { to: contract.address, data }))) return null
  return `${actor.name} bets ${usdb} USDB on ${asset} ${isUp ? "up" : "down"} in ${label}`
}
