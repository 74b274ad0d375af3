import { LRUCache } from "lru-cache"
import { type Address, type PublicClient, parseAbi } from "viem"
import { processSingleton } from "@/lib/async/process-singleton"
import type { FeedState, FeedUpdate } from "./view"

/** Chainlink's interface, which our own feeds implement too. */
const feedAbi = parseAbi([
  "function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)",
  "function getRoundData(uint80 roundId) view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)",
])

/** A round id is its phase in the upper bits, and a number in the phase that counts from 1. */
const PHASE_BITS = 64n
const toNumber = (roundId: bigint) => BigInt.asUintN(Number(PHASE_BITS), roundId)

/** Updates never change once they are there. */
const MAX_UPDATES = 50_000
const cachedUpdates = () =>
  processSingleton("updown.feed", () => new LRUCache<string, FeedUpdate>({ max: MAX_UPDATES }))

/** Number of latest updates whose distances show how often a feed updates. */
const GAPS = 8n

type FeedReader = { client: PublicClient; feed: Address }

/** The latest update of a feed; null when it does not answer. */
export async function readFeed(reader: FeedReader, blockNumber: bigint): Promise<FeedState | null> {
  const latest = await readLatest(reader, blockNumber)
  return latest && { ...latest, usualGap: await readUsualGap(reader, latest) }
}

async function readLatest(
  { client, feed }: FeedReader,
  blockNumber?: bigint,
): Promise<FeedUpdate | null> {
  try {
    const answer = await client.readContract({
      ...{ address: feed, abi: feedAbi, functionName: "latestRoundData" },
      ...(blockNumber !== undefined && { blockNumber }),
    })
    return toUpdate(answer)
  } catch {
    return null
  }
}

/** The median time between the latest updates of the phase; null with fewer than two. */
async function readUsualGap(reader: FeedReader, { roundId }: FeedUpdate): Promise<number | null> {
  const number = toNumber(roundId)
  const first = number > GAPS ? number - GAPS : 1n
  const ids = range(roundId - (number - first), roundId, 1n)
  const times = (await readUpdates(reader, ids)).map(({ updatedAt }) => updatedAt)
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
  return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? null
}

type HistoryQuery = {
  /** Unix seconds. */
  from: number
  /** Approximate number of updates to read, evenly spaced. */
  points: number
}

/**
 * Updates since `from` and the one before it, oldest first, at evenly spaced ids. The ids stay the same while the feed
 * continues, so that only new ones are read. Ends at the beginning of the feed's phase.
 */
export async function readFeedHistory(
  reader: FeedReader,
  { from, points }: HistoryQuery,
): Promise<FeedUpdate[]> {
  const latest = await readLatest(reader)
  if (!latest) return []
  const first = await findUpdateBefore(reader, latest, from)
  const step = spacing(latest.roundId - first, points)
  const spaced = range(first - (first % step) + step, latest.roundId, step)
  const updates = await readUpdates(reader, [first, ...spaced])
  return [...updates.filter(({ roundId }) => roundId < latest.roundId), latest]
}

/** A power of two. */
function spacing(count: bigint, points: number): bigint {
  let step = 1n
  while (count / step > BigInt(points)) step *= 2n
  return step
}

/** Id of the last update before `time`, or of the first one of the phase. */
async function findUpdateBefore(
  reader: FeedReader,
  { roundId }: FeedUpdate,
  time: number,
): Promise<bigint> {
  const first = roundId - toNumber(roundId) + 1n
  const isBefore = async (id: bigint) => {
    const update = await readUpdate(reader, id)
    return update === null || update.updatedAt < time
  }
  // Charts begin shortly before the latest update: strides that double, then bisection.
  let [low, high, stride] = [roundId, roundId, 1n]
  while (low > first && !(await isBefore(low))) {
    high = low
    low = high - stride > first ? high - stride : first
    stride *= 2n
  }
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (await isBefore(middle)) low = middle
    else high = middle
  }
  return low
}

/** The updates that the feed has, in the order of the ids. */
async function readUpdates(reader: FeedReader, ids: readonly bigint[]): Promise<FeedUpdate[]> {
  const updates = await Promise.all(ids.map((id) => readUpdate(reader, id)))
  return updates.flatMap((update) => update ?? [])
}

/** Null for an id that the feed does not know. Throws while the node does not answer. */
async function readUpdate(
  { client, feed }: FeedReader,
  roundId: bigint,
): Promise<FeedUpdate | null> {
  const cache = cachedUpdates()
  const key = `${feed} ${roundId}`
  const cached = cache.get(key)
  if (cached) return cached
  const answer = await client
    .readContract({ address: feed, abi: feedAbi, functionName: "getRoundData", args: [roundId] })
    .catch((error: unknown) => {
      // Chainlink's proxies revert for unknown ids.
      if (isRevert(error)) return null
      throw error
    })
  const update = answer && toUpdate(answer)
  if (update) cache.set(key, update)
  return update
}

const isRevert = (error: unknown) =>
  error instanceof Error && error.name === "ContractFunctionExecutionError" && hasRevert(error)

function hasRevert(error: Error): boolean {
  const { cause } = error
  if (!(cause instanceof Error)) return false
  return cause.name === "ContractFunctionRevertedError" || hasRevert(cause)
}

/** Null for an id without an update, whose time is 0. */
function toUpdate([roundId, price, , updatedAt]: readonly [
  bigint,
  bigint,
  bigint,
  bigint,
  bigint,
]): FeedUpdate | null {
  return updatedAt === 0n ? null : { roundId, price, updatedAt: Number(updatedAt) }
}

function range(from: bigint, to: bigint, step: bigint): bigint[] {
  const ids: bigint[] = []
  for (let id = from; id <= to; id += step) ids.push(id)
  return ids
}
