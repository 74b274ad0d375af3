import { type Abi, type Address, parseEther, zeroAddress } from "viem"
import { z } from "zod"
import priceFeed from "@/contracts/bytecode/PriceFeed.json" with { type: "json" }
import upDownCode from "@/contracts/bytecode/UpDown.json" with { type: "json" }
import { toAddress } from "@/lib/chain/browser"
import { type AddressBook, NO_ASSETS } from "@/lib/chain/deployment"
import { priceFeedAbi } from "@/lib/chain/generated/PriceFeed"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { isLocalChain } from "@/lib/env"
import type { Asset } from "@/lib/updown/assets"
import type { ContractSender } from "./contract-sender"
import { describeFeed, FEEDS, toAnswer } from "./feeder/assets"

type Book = Pick<AddressBook, "chainId" | "swap" | "priceFeeds">

/** The account that deploys and operates the rounds, and the one that posts prices to a local chain's feeds. */
export type RoundSenders = { operator: ContractSender; feeder: ContractSender }

const MIN_BET = parseEther("1")

/**
 * Deploys the rounds of each asset. They follow the feed that the book names. Where it names none, a local chain gets one
 * with a price to start from; elsewhere such an asset has no rounds.
 */
export async function deployUpDown(
  { operator, feeder }: RoundSenders,
  book: Book,
  isLocal = isLocalChain(book.chainId),
) {
  const upDown: AddressBook["upDown"] = { ...NO_ASSETS }
  const places = { upDown, priceFeeds: { ...book.priceFeeds } }
  for (const { asset, startPrice } of FEEDS) {
    if (places.priceFeeds[asset] !== zeroAddress) {
      await requireFeedOf(operator, asset, toAddress(places.priceFeeds[asset]))
    } else if (isLocal) {
      const feed = await deploy(operator, priceFeedAbi, priceFeed.bytecode, [
        describeFeed(asset),
        feeder.address,
      ])
      await feeder.call(feed, priceFeedAbi, "update", [toAnswer(startPrice)])
      places.priceFeeds[asset] = lower(feed)
    } else {
      continue
    }
    const args = [book.swap, places.priceFeeds[asset], operator.address, MIN_BET]
    places.upDown[asset] = lower(await deploy(operator, upDownAbi, upDownCode.bytecode, args))
  }
  return places
}

/** Refuses the feed of another pair: it would decide every round of the asset. */
async function requireFeedOf(chain: ContractSender, asset: Asset, feed: Address) {
  const pair = await chain.read(feed, priceFeedAbi, "description", [])
  if (pair === describeFeed(asset)) return
  throw new Error(
    `The price feed of ${asset}, ${feed}, is for ${pair} instead of ${describeFeed(asset)}`,
  )
}

/**
 * Opens the first rounds of each asset that has none yet. This needs a price of the last minute: on a local chain the
 * feed's price is posted again first. Returns the number of started assets.
 */
export async function startRounds(
  senders: RoundSenders,
  book: Pick<AddressBook, "chainId" | "upDown" | "priceFeeds">,
  isLocal = isLocalChain(book.chainId),
): Promise<number> {
  let started = 0
  for (const { asset } of FEEDS) {
    const rounds = toAddress(book.upDown[asset])
    if (rounds === zeroAddress || (await isStarted(senders.operator, rounds))) continue
    const feed = toAddress(book.priceFeeds[asset])
    if (isLocal) await refreshPrice(senders.feeder, feed)
    await senders.operator.call(rounds, upDownAbi, "startPrediction", [])
    started += 1
  }
  return started
}

const firstRound = z.tuple([z.bigint()]).rest(z.unknown())

async function isStarted(chain: ContractSender, rounds: Address) {
  const [startTime] = firstRound.parse(await chain.read(rounds, upDownAbi, "getRound", [0, 1n]))
  return startTime > 0n
}

const latestRound = z.tuple([z.bigint(), z.bigint(), z.bigint(), z.bigint(), z.bigint()])

async function refreshPrice(feeder: ContractSender, feed: Address) {
  const answer = await feeder.read(feed, priceFeedAbi, "latestRoundData", [])
  const [, price] = latestRound.parse(answer)
  await feeder.call(feed, priceFeedAbi, "update", [price])
}

async function deploy(
  chain: ContractSender,
  abi: Abi,
  bytecode: string,
  args: readonly unknown[],
): Promise<Address> {
  return (await chain.deploy(abi, bytecode, args)).address
}

const lower = (address: Address) => address.toLowerCase()
