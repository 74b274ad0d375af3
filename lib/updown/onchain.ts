import { LRUCache } from "lru-cache"
import type { Address, Block, ContractFunctionReturnType, PublicClient } from "viem"
import { processSingleton } from "@/lib/async/process-singleton"
import { createPromiseCache, getOrCompute } from "@/lib/async/promise-cache"
import { toAddress } from "@/lib/chain/browser"
import { getQuickClient } from "@/lib/chain/client"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import type { Asset } from "./assets"
import { outcomes } from "./constants"
import { type AssetContract, listAssetContracts } from "./contracts"
import { readFeed, readFeedHistory } from "./feed"
import { type Timeframe, timeframes } from "./timeframes"
import {
  type AssetRounds,
  type PricePoint,
  type RoundState,
  type RoundsView,
  toPricePoint,
} from "./view"

/** A block counts as the newest for this long. */
const BLOCK_TTL_MS = 400

/** Blocks whose state may still be asked for. */
const MAX_BLOCKS = 4

/** About half of the pixels of a chart's width on a phone. */
const CHART_POINTS = 160

/** Decided rounds never change. */
const MAX_DECIDED = 20_000

const getCaches = () =>
  processSingleton("updown.rounds", () => ({
    blocks: createPromiseCache<Block<bigint, false, "latest">>(1),
    assets: createPromiseCache<AssetRounds[]>(MAX_BLOCKS),
    decided: new LRUCache<string, RoundState>({ max: MAX_DECIDED }),
  }))

/** The last reading, and its time in Unix milliseconds. */
type LatestView = { view: RoundsView | null; readAt: number }

const getLatest = () =>
  processSingleton("updown.latest", (): LatestView => ({ view: null, readAt: 0 }))

const CACHED_MS = 60_000

/**
 * The current rounds of all assets at the newest block, read once per block for all visitors of a process; null while
 * the node does not answer.
 */
export async function readRounds(): Promise<RoundsView | null> {
  const client = getQuickClient()
  if (!client) return null
  const { blocks, assets } = getCaches()
  try {
    const block = await getOrCompute(blocks, "newest", BLOCK_TTL_MS, () => client.getBlock()).value
    const read = () => readAssets(client, block.number)
    const states = await getOrCompute(assets, block.hash, CACHED_MS, read).value
    const readAt = Date.now()
    const chainTime = Math.max(readAt, Number(block.timestamp) * 1_000)
    const view = { block: Number(block.number), chainTime, assets: states }
    Object.assign(getLatest(), { view, readAt })
    return view
  } catch {
    return null
  }
}

/** Longest wait of a page that can do without the rounds, in milliseconds. */
const SOON_MS = 400
/** A page that loses and regains them would jump. */
const MAX_LATE_MS = 60_000

/** Reads the rounds; when the node takes long, returns the last reading of the past minute, or null. */
export async function readRoundsSoon(): Promise<RoundsView | null> {
  const fresh = await Promise.race([
    readRounds(),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), SOON_MS).unref()),
  ])
  const { view, readAt } = getLatest()
  const age = Date.now() - readAt
  if (fresh || !view || age > MAX_LATE_MS) return fresh
  return { ...view, chainTime: view.chainTime + age }
}

/** Of one asset alone. */
export const selectAsset = (view: RoundsView, asset: Asset): RoundsView => ({
  ...view,
  assets: view.assets.filter((each) => each.asset === asset),
})

const readAssets = (client: PublicClient, block: bigint) =>
  Promise.all(listAssetContracts().map((each) => readAsset(client, each, block)))

async function readAsset(
  client: PublicClient,
  { asset, contract }: AssetContract,
  blockNumber: bigint,
): Promise<AssetRounds> {
  const address = toAddress(contract)
  const at = { address, abi: upDownAbi, blockNumber } as const
  const [isPaused, minBet, feed, ...ids] = await Promise.all([
    readIsStopped(client, at),
    client.readContract({ ...at, functionName: "minBet" }),
    client.readContract({ ...at, functionName: "priceFeed" }),
    ...timeframes.map(({ code }) =>
      client.readContract({ ...at, functionName: "currentRoundId", args: [code] }),
    ),
  ])
  const [state, ...rounds] = await Promise.all([
    readFeed({ client, feed }, blockNumber),
    ...timeframes.map(({ code }) => {
      const roundId = Number(ids[code] ?? 0n)
      return roundId === 0 ? null : readRound(client, { address, tf: code, roundId, blockNumber })
    }),
  ])
  return { asset, contract, isPaused, minBet, feed: state, rounds }
}

/** Bets are refused while the operator has paused them or stopped the rounds. */
async function readIsStopped(
  client: PublicClient,
  at: { address: Address; abi: typeof upDownAbi; blockNumber: bigint },
): Promise<boolean> {
  const [isPaused, isHalted] = await Promise.all([
    client.readContract({ ...at, functionName: "paused" }),
    client.readContract({ ...at, functionName: "halted" }),
  ])
  return isPaused || isHalted
}

type RoundKey = { address: Address; tf: number; roundId: number }

/** Zeros for a round that does not exist. Once decided it never changes, and is kept. */
async function readRound(
  client: PublicClient,
  { address, tf, roundId, blockNumber }: RoundKey & { blockNumber?: bigint },
): Promise<RoundState> {
  const { decided } = getCaches()
  const key = `${address} ${tf} ${roundId}`
  const cached = decided.get(key)
  if (cached) return cached
  const at = {
    ...({ address, abi: upDownAbi, args: [tf, BigInt(roundId)] } as const),
    ...(blockNumber !== undefined && { blockNumber }),
  }
  const state = toRoundState(
    roundId,
    await client.readContract({ ...at, functionName: "getRound" }),
  )
  const isWon = state.outcome === "bull_wins" || state.outcome === "bear_wins"
  const seedPaid = isWon ? await client.readContract({ ...at, functionName: "seedPaid" }) : 0n
  const round = { ...state, seedPaid }
  // A block that was just mined may still be replaced.
  const isFinal = round.settledAt !== null && Date.now() / 1_000 - round.settledAt > FINAL_SECONDS
  if (isFinal) decided.set(key, round)
  return round
}

const FINAL_SECONDS = 600

type RoundTuple = ContractFunctionReturnType<typeof upDownAbi, "view", "getRound">

function toRoundState(roundId: number, tuple: RoundTuple): Omit<RoundState, "seedPaid"> {
  const [startTime, endTime, settledAt, startPrice, endPrice, endPriceRoundId, bull, bear] = tuple
  const [, , , , , , , , bullPool, bearPool, sharesBull, sharesBear, seedBonus, outcome] = tuple
  const hasEndPrice = endPriceRoundId > 0n
  return {
    ...{ roundId, startPrice, bullPool, bearPool, sharesBull, sharesBear, seedBonus },
    startTime: Number(startTime),
    endTime: Number(endTime),
    settledAt: settledAt === 0n ? null : Number(settledAt),
    reserves: { bull, bear },
    outcome: outcomes[outcome] ?? "pending",
    endPrice: hasEndPrice ? endPrice : null,
    endPriceRoundId: hasEndPrice ? endPriceRoundId : null,
  }
}

type Series = { asset: Asset; timeframe: Timeframe }

/** The rounds before `before`, newest first, without any that are not decided; null while the node does not answer. */
export async function readPastRounds(
  { asset, timeframe }: Series,
  { before, limit }: { before: number; limit: number },
): Promise<RoundState[] | null> {
  const client = getQuickClient()
  const contract = findContract(asset)
  if (!client || !contract) return null
  const count = Math.max(0, Math.min(limit, before - 1))
  const ids = Array.from({ length: count }, (_, index) => before - 1 - index)
  const address = toAddress(contract)
  try {
    const rounds = await Promise.all(
      ids.map((roundId) => readRound(client, { address, tf: timeframe.code, roundId })),
    )
    return rounds.filter(({ outcome }) => outcome !== "pending")
  } catch {
    return null
  }
}

/** Prices of the feed from shortly before `since`, Unix seconds, until now; empty while the node does not answer. */
export async function readPriceHistory(asset: Asset, since: number): Promise<PricePoint[]> {
  const client = getQuickClient()
  const contract = findContract(asset)
  if (!client || !contract) return []
  try {
    const at = { address: toAddress(contract), abi: upDownAbi } as const
    const feed = await client.readContract({ ...at, functionName: "priceFeed" })
    const history = await readFeedHistory({ client, feed }, { from: since, points: CHART_POINTS })
    return history.map(toPricePoint)
  } catch {
    return []
  }
}

const findContract = (asset: Asset) =>
  listAssetContracts().find((each) => each.asset === asset)?.contract
