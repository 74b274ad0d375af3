import { type Address, getAddress, type PublicClient } from "viem"
import { coalesce } from "@/lib/async/coalesce"
import { processSingleton } from "@/lib/async/process-singleton"
import { getQuickClient } from "@/lib/chain/client"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { getMarketContract } from "@/lib/markets/onchain"

/** A wallet was added to or removed from the access list of a private market. */
export type AccessChange = {
  role: "voter" | "buyer"
  wallet: string
  hasAccess: boolean
  block: bigint
}

export type AccessList = {
  voters: readonly string[]
  buyers: readonly string[]
  /** Whether every block up to the newest was read. */
  isComplete: boolean
}

/** Applies changes in chain order; wallets stay in the order of their addition. */
export function buildAccessList(changes: readonly AccessChange[], isComplete: boolean): AccessList {
  const lists = { voter: new Set<string>(), buyer: new Set<string>() }
  for (const { role, wallet, hasAccess } of changes) {
    if (hasAccess) lists[role].add(wallet)
    else lists[role].delete(wallet)
  }
  return { voters: [...lists.voter], buyers: [...lists.buyer], isComplete }
}

/** Public nodes reject larger ranges; `MAX_RANGES` limits the time of a page request. */
const BLOCKS_PER_REQUEST = 5_000n
const MAX_RANGES = 20

/** The newest blocks may be reorganised and are read each time. */
const REORG_DEPTH_BLOCKS = 64n

const MAX_MARKETS = 500

type ScanProgress = { next: bigint; changes: readonly AccessChange[] }

const getScanProgress = () =>
  processSingleton("market-access-lists", () => new Map<string, ScanProgress>())

/**
 * The voters of a private market and the buyers of its private event, from the events of the contract, which the index
 * does not store. Null while the node does not answer; incomplete while an old market takes several scans.
 */
export function findAccessList(token: string, createdBlock: number): Promise<AccessList | null> {
  return coalesce(`access-list:${token}`, async () => {
    const client = getQuickClient()
    if (!client) return null
    return readAccessList(client, token, BigInt(createdBlock)).catch(() => null)
  })
}

async function readAccessList(client: PublicClient, token: string, createdBlock: bigint) {
  const head = await client.getBlockNumber()
  const progress = getScanProgress().get(token) ?? { next: createdBlock, changes: [] }
  const last = progress.next + BLOCKS_PER_REQUEST * BigInt(MAX_RANGES) - 1n
  const until = last < head ? last : head
  const changes = await scanBlocks(client, getAddress(token), progress.next, until)
  const settled = head - REORG_DEPTH_BLOCKS < until ? head - REORG_DEPTH_BLOCKS : until
  storeProgress(token, {
    next: settled + 1n > progress.next ? settled + 1n : progress.next,
    changes: [...progress.changes, ...changes.filter(({ block }) => block <= settled)],
  })
  return buildAccessList([...progress.changes, ...changes], until === head)
}

function storeProgress(token: string, progress: ScanProgress) {
  const all = getScanProgress()
  all.delete(token)
  all.set(token, progress)
  const [oldest] = all.keys()
  if (all.size > MAX_MARKETS && oldest) all.delete(oldest)
}

async function scanBlocks(client: PublicClient, marketToken: Address, from: bigint, until: bigint) {
  const spans: { fromBlock: bigint; toBlock: bigint }[] = []
  for (let start = from; start <= until; start += BLOCKS_PER_REQUEST) {
    const end = start + BLOCKS_PER_REQUEST - 1n
    spans.push({ fromBlock: start, toBlock: end < until ? end : until })
  }
  const changes = await Promise.all(spans.map((span) => readBlockRange(client, marketToken, span)))
  return changes.flat()
}

type BlockRange = { fromBlock: bigint; toBlock: bigint }

async function readBlockRange(client: PublicClient, marketToken: Address, span: BlockRange) {
  const at = {
    address: getAddress(getMarketContract("private")),
    abi: privateMarketTradingAbi,
    args: { marketToken },
    ...span,
  } as const
  const [voters, buyers] = await Promise.all([
    client.getContractEvents({ ...at, eventName: "VoterChanged", strict: true }),
    client.getContractEvents({ ...at, eventName: "BuyerChanged", strict: true }),
  ])
  return [
    ...voters.map(({ args, blockNumber }) =>
      toAccessChange("voter", args.voter, args.status, blockNumber),
    ),
    ...buyers.map(({ args, blockNumber }) =>
      toAccessChange("buyer", args.buyer, args.status, blockNumber),
    ),
  ]
}

const toAccessChange = (
  role: AccessChange["role"],
  wallet: Address,
  hasAccess: boolean,
  block: bigint,
): AccessChange => ({ role, wallet: wallet.toLowerCase(), hasAccess, block })
