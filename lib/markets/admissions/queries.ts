import { type Address, getAddress, type PublicClient } from "viem"
import { coalesce } from "@/lib/api/coalesce"
import { kept } from "@/lib/api/kept"
import { quickClient } from "@/lib/chain/client"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { contractOf } from "@/lib/markets/onchain"
import { type Admission, type Admitted, admittedOf } from "./list"

/** Public nodes refuse longer spans, and longer scans are nothing to wait for with a page. */
const BLOCKS_AT_ONCE = 5_000n
const MAX_SPANS = 20

/** Blocks at the tip that may still be replaced are read anew each time. */
const UNSETTLED_BLOCKS = 64n

const MAX_MARKETS = 500

type Memory = { next: bigint; admissions: readonly Admission[] }

const memories = () => kept("market-admissions", () => new Map<string, Memory>())

/**
 * Who votes on a private market and who may buy in its private event, from the contract's own events: the
 * index does not keep them. Null while the node is away; incomplete for markets so old that it takes several looks.
 */
export function findAdmitted(token: string, createdBlock: number): Promise<Admitted | null> {
  return coalesce(`admitted:${token}`, async () => {
    const client = quickClient()
    if (!client) return null
    return readAdmitted(client, token, BigInt(createdBlock)).catch(() => null)
  })
}

async function readAdmitted(client: PublicClient, token: string, createdBlock: bigint) {
  const head = await client.getBlockNumber()
  const known = memories().get(token) ?? { next: createdBlock, admissions: [] }
  const last = known.next + BLOCKS_AT_ONCE * BigInt(MAX_SPANS) - 1n
  const until = last < head ? last : head
  const found = await scan(client, getAddress(token), known.next, until)
  const settled = head - UNSETTLED_BLOCKS < until ? head - UNSETTLED_BLOCKS : until
  remember(token, {
    next: settled + 1n > known.next ? settled + 1n : known.next,
    admissions: [...known.admissions, ...found.filter(({ block }) => block <= settled)],
  })
  return admittedOf([...known.admissions, ...found], until === head)
}

function remember(token: string, memory: Memory) {
  const all = memories()
  all.delete(token)
  all.set(token, memory)
  const [oldest] = all.keys()
  if (all.size > MAX_MARKETS && oldest) all.delete(oldest)
}

async function scan(client: PublicClient, marketToken: Address, from: bigint, until: bigint) {
  const spans: { fromBlock: bigint; toBlock: bigint }[] = []
  for (let start = from; start <= until; start += BLOCKS_AT_ONCE) {
    const end = start + BLOCKS_AT_ONCE - 1n
    spans.push({ fromBlock: start, toBlock: end < until ? end : until })
  }
  const found = await Promise.all(spans.map((span) => readSpan(client, marketToken, span)))
  return found.flat()
}

type Span = { fromBlock: bigint; toBlock: bigint }

async function readSpan(client: PublicClient, marketToken: Address, span: Span) {
  const at = {
    address: getAddress(contractOf("private")),
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
      admission("voter", args.voter, args.status, blockNumber),
    ),
    ...buyers.map(({ args, blockNumber }) =>
      admission("buyer", args.buyer, args.status, blockNumber),
    ),
  ]
}

const admission = (
  role: Admission["role"],
  wallet: Address,
  isAdmitted: boolean,
  block: bigint,
): Admission => ({ role, wallet: wallet.toLowerCase(), isAdmitted, block })
