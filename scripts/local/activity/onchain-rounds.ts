import { type Address, getAddress, zeroAddress } from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { type Asset, assets } from "@/lib/updown/assets"
import type { LocalClient } from "./client"

/** The open round of an asset and timeframe. Side 0 is no bet of the wallet yet, 1 up, 2 down. Bets are taken for `secondsLeft`. */
export type OpenRound = { side: number; secondsLeft: number }

/** A round that owes a wallet something. */
export type OwedRound = { asset: Asset; tf: number; roundId: bigint }

/** How far back bets are looked for: some hours of a quiet chain. */
const RECENT_BLOCKS = 4_000n
/** Rounds looked at for what they owe: the newest of a wallet. */
const NEWEST = 20

/** What the bot reads of the price rounds. */
export function readRounds(
  client: LocalClient,
  book: AddressBook,
  wallet: (index: number) => { address: Address },
) {
  const contractOf = (asset: Asset) =>
    ({ address: getAddress(book.upDown[asset]), abi: upDownAbi }) as const
  const deployed = assets.filter((asset) => book.upDown[asset] !== zeroAddress)

  return {
    assets: deployed,

    /** Null while none is open. */
    async open(index: number, asset: Asset, tf: number): Promise<OpenRound | null> {
      const contract = contractOf(asset)
      const roundId = await client.readContract({
        ...contract,
        functionName: "currentRoundId",
        args: [tf],
      })
      if (roundId === 0n) return null
      const [endsAt, [side]] = await Promise.all([
        client.readContract({ ...contract, functionName: "bettingEndsAt", args: [tf] }),
        client.readContract({
          ...contract,
          functionName: "getUserBet",
          args: [tf, roundId, wallet(index).address],
        }),
      ])
      return { side, secondsLeft: Number(endsAt) - Date.now() / 1_000 }
    },

    /** Rounds with a bet of the wallet of which it can claim something. */
    async owed(index: number): Promise<OwedRound[]> {
      const user = wallet(index).address
      const head = await client.getBlockNumber()
      const bets = await client.getContractEvents({
        abi: upDownAbi,
        address: deployed.map((asset) => contractOf(asset).address),
        eventName: "BetPlaced",
        args: { user },
        fromBlock: head > RECENT_BLOCKS ? head - RECENT_BLOCKS : 0n,
        strict: true,
      })
      const rounds = bets.slice(-NEWEST).flatMap(({ address, args: { tf, roundId } }) => {
        const asset = deployed.find((each) => contractOf(each).address === getAddress(address))
        return asset ? [{ asset, tf, roundId }] : []
      })
      const distinct = [
        ...new Map(rounds.map((one) => [`${one.asset} ${one.tf} ${one.roundId}`, one])).values(),
      ]
      const amounts = await Promise.all(
        distinct.map(({ asset, tf, roundId }) =>
          client.readContract({
            ...contractOf(asset),
            functionName: "quoteClaimPayout",
            args: [tf, roundId, user],
          }),
        ),
      )
      return distinct.filter((_, i) => (amounts[i] ?? 0n) > 0n)
    },
  }
}
