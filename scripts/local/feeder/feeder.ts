import { type Address, encodeFunctionData, type Hex, type LocalAccount, zeroAddress } from "viem"
import { toAddress } from "@/lib/chain/browser"
import type { AddressBook } from "@/lib/chain/deployment"
import { priceFeedAbi } from "@/lib/chain/generated/PriceFeed"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import type { Asset } from "@/lib/updown/assets"
import {
  keepActing,
  type LocalClient,
  localClient,
  requireLocalNode,
  TIMEOUT_MS,
} from "../local-node"
import { type RandomStream, randomStream } from "../sample/random"
import { waitForReceipt } from "../wait-for-receipt"
import { FEEDS, toAnswer, toPrice } from "./assets"
import { createPriceWalk, isPostDue, type Post, type PriceWalk } from "./price-walk"

type Options = {
  rpcUrl: string
  chainId: number
  book: Pick<AddressBook, "upDown">
  /** The operator of the feeds. */
  account: LocalAccount
  /** Equal seeds bring equal walks. */
  seed: string
  signal: AbortSignal
  log: (line: string) => void
}

type Feed = { address: Address; walk: PriceWalk; last: Post }

/** Interval at which prices move and are checked. */
const TICK_MS = 1_000
/** More than twice the gas of a post. */
const GAS = 200_000n

/** Posts prices of all assets until it is stopped, continuing from the last answer of each feed. */
export async function keepPosting({ log, signal, ...options }: Options): Promise<void> {
  const { rpcUrl, chainId, account, book } = options
  const client = localClient(rpcUrl, chainId)
  const randoms = randomStreams(options.seed)
  let feeds: Feed[] = []
  let time = 0
  await keepActing({
    signal,
    log,
    async open() {
      await requireLocalNode(client, chainId)
      time = Date.now() / 1_000
      feeds = await openFeeds(client, book, randoms, time)
      log(`Posts the prices of ${feeds.length} assets`)
    },
    async next() {
      const now = Date.now() / 1_000
      const due = passTime(feeds, now - time, now)
      time = now
      await postAll({ client, account, chainId }, due)
      return TICK_MS
    },
  })
}

/** Each asset moves by itself. */
export const randomStreams = (seed: string): Record<Asset, RandomStream> => ({
  btc: randomStream(`${seed} btc`),
  eth: randomStream(`${seed} eth`),
  bnb: randomStream(`${seed} bnb`),
  cake: randomStream(`${seed} cake`),
  doge: randomStream(`${seed} doge`),
})

/** The feeds of the assets that have rounds, each with a walk from its last answer on. */
export async function openFeeds(
  client: LocalClient,
  { upDown }: Options["book"],
  randoms: Record<Asset, RandomStream>,
  now: number,
): Promise<Feed[]> {
  const deployed = FEEDS.filter(({ asset }) => upDown[asset] !== zeroAddress)
  return Promise.all(
    deployed.map(async ({ asset, volatility }) => {
      const address = await client.readContract({
        address: toAddress(upDown[asset]),
        abi: upDownAbi,
        functionName: "priceFeed",
      })
      const [, answer, , updatedAt] = await client.readContract({
        address,
        abi: priceFeedAbi,
        functionName: "latestRoundData",
      })
      const price = toPrice(answer)
      const walk = createPriceWalk(price, volatility, randoms[asset])
      // The chain's clock may have been moved ahead.
      return { address, walk, last: { price, time: Math.min(Number(updatedAt), now) } }
    }),
  )
}

type DuePost = { address: Address; answer: bigint }

/** Moves all prices and returns the posts that are due then. */
export function passTime(feeds: readonly Feed[], seconds: number, now: number): DuePost[] {
  return feeds.flatMap((feed) => {
    const price = feed.walk.step(seconds)
    if (!isPostDue(feed.last, price, now)) return []
    const answer = toAnswer(price)
    feed.last = { price: toPrice(answer), time: now }
    return [{ address: feed.address, answer }]
  })
}

type Sender = { client: LocalClient; account: LocalAccount; chainId: number }

/** Sends all posts, then waits until they are mined. */
async function postAll({ client, account, chainId }: Sender, posts: readonly DuePost[]) {
  if (posts.length === 0) return
  const [first, { maxFeePerGas, maxPriorityFeePerGas }] = await Promise.all([
    client.getTransactionCount({ address: account.address, blockTag: "pending" }),
    client.estimateFeesPerGas(),
  ])
  const hashes: Hex[] = []
  for (const [i, { address, answer }] of posts.entries()) {
    const args = [answer] as const
    const serializedTransaction = await account.signTransaction({
      type: "eip1559",
      chainId,
      nonce: first + i,
      to: address,
      data: encodeFunctionData({ abi: priceFeedAbi, functionName: "update", args }),
      gas: GAS,
      maxFeePerGas,
      maxPriorityFeePerGas,
    })
    hashes.push(await client.sendRawTransaction({ serializedTransaction }))
  }
  for (const hash of hashes) {
    const { status } = await waitForReceipt(client, hash, 4 * TIMEOUT_MS)
    if (status !== "success") throw new Error(`A price was refused in ${hash}`)
  }
}
