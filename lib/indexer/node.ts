import { decodeFunctionResult, encodeFunctionData, getAddress, type Hex, pad } from "viem"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import type { TokenDetails } from "@/lib/events/declare-event"
import type { Header, RawLog } from "@/lib/events/logs"
import { creationTopics } from "./decode"
import { readBlockCalls, readBlockLogs } from "./large-block"
import { isRevert, isSizeRefusal, type Rpc, RpcError } from "./rpc"
import {
  type BlockSpan,
  buildBlockCall,
  buildLogCalls,
  type LogFilter,
  parseCall,
  parseLogs,
  type RawBlock,
  sortLogs,
  type TransactionCall,
  toQuantity,
} from "./rpc-calls"

/** Requests of the indexer to a node. */

function toHeader({ number, hash, parentHash, timestamp, logsBloom }: RawBlock): Header {
  return { number: +number, hash, parentHash, time: +timestamp, logsBloom }
}

export async function readLatestHeader(rpc: Rpc): Promise<Header> {
  const block = (await rpc.call("eth_getBlockByNumber", ["latest", false])) as RawBlock | null
  if (!block) throw new RpcError("The node knows no newest block")
  return toHeader(block)
}

export async function findHeader(rpc: Rpc, number: number): Promise<Header | null> {
  const block = (await rpc.call("eth_getBlockByNumber", [
    toQuantity(number),
    false,
  ])) as RawBlock | null
  return block && toHeader(block)
}

export async function readGenesisHash(rpc: Rpc): Promise<string> {
  const genesis = await findHeader(rpc, 0)
  if (!genesis) throw new RpcError("The node knows no first block")
  return genesis.hash
}

/** Headers of these blocks, without those the node does not have. */
export async function readHeaders(rpc: Rpc, numbers: readonly number[]): Promise<Header[]> {
  const headers: Header[] = []
  for (let i = 0; i < numbers.length; i += 100) {
    const blocks = await rpc.batch(
      numbers.slice(i, i + 100).map((number) => buildBlockCall(number)),
    )
    for (const block of blocks as (RawBlock | null)[]) if (block) headers.push(toHeader(block))
  }
  return headers
}

export type FetchedRange = { headers: Header[]; logs: RawLog[]; calls: TransactionCall[] }

export type FetchRangeOptions = BlockSpan & {
  /** Every block's header, not only the first and the last. */
  everyHeader?: boolean
  /** The calls of the blocks' transactions; only with `everyHeader`. */
  withCalls?: boolean
}

/**
 * Logs and headers of a range, all of one chain. A block too large for one answer is read in parts. Null when the node
 * does not have the last block, or the headers changed meanwhile.
 */
export async function fetchRange(
  rpc: Rpc,
  request: FetchRangeOptions,
  filter: LogFilter,
): Promise<FetchedRange | null> {
  try {
    return await fetchWhole(rpc, request, filter)
  } catch (error) {
    if (request.from !== request.to || !isSizeRefusal(error)) throw error
    return fetchLargeBlock(rpc, request, filter)
  }
}

/** In one request, so that one node answers all calls; in several where the node accepts fewer calls. */
async function fetchWhole(
  rpc: Rpc,
  { from, to, everyHeader = false, withCalls = false }: FetchRangeOptions,
  filter: LogFilter,
): Promise<FetchedRange | null> {
  const numbers = everyHeader ? listNumbers(from, to) : [...new Set([from, to])]
  const headers = numbers.map((number) => buildBlockCall(number, withCalls))
  const logs = buildLogCalls({ from, to }, filter, rpc.limits.addresses)
  // The last header is read again after the logs: when it is the same, they are of the same chain.
  const answers = await rpc.batchAtOnce([...headers, ...logs, buildBlockCall(to)])
  const blocks = (answers?.slice(0, numbers.length) ??
    (await rpc.batch(headers))) as (RawBlock | null)[]
  const presentBlocks = blocks.filter((block) => block !== null)
  const last = presentBlocks.at(-1)
  if (!last || presentBlocks.length < numbers.length) return null
  let rangeLogs: RawLog[] | null
  if (answers) {
    const isSame = (answers.at(-1) as RawBlock | null)?.hash === last.hash
    rangeLogs = isSame ? answers.slice(numbers.length, -1).flatMap(parseLogs) : null
  } else {
    rangeLogs = everyHeader
      ? await readLogsByHash(rpc, presentBlocks, filter)
      : await readLogsByPart(rpc, { logs, last })
  }
  if (!rangeLogs) return null
  const sent = presentBlocks.flatMap(({ transactions }) => transactions.flatMap(parseCall))
  return { headers: presentBlocks.map(toHeader), logs: sortLogs(rangeLogs), calls: sent }
}

/**
 * Logs of each block by its hash, because any node that answers has that block. For a range by numbers, a node that is
 * behind the others leaves out the blocks it lacks.
 */
async function readLogsByHash(rpc: Rpc, blocks: readonly RawBlock[], filter: LogFilter) {
  const calls = blocks.flatMap(({ hash }) => {
    return buildLogCalls({ blockHash: hash }, filter, rpc.limits.addresses)
  })
  return (await rpc.batch(calls)).flatMap(parseLogs)
}

/** Logs far below the head, each part with the last header where the node takes two calls; null when that changed. */
async function readLogsByPart(
  rpc: Rpc,
  { logs, last }: { logs: readonly { method: string; params: unknown[] }[]; last: RawBlock },
) {
  const parsed: RawLog[] = []
  for (const call of logs) {
    const [answer, again] = await rpc.batch([call, buildBlockCall(+last.number)])
    if ((again as RawBlock | null)?.hash !== last.hash) return null
    for (const log of parseLogs(answer)) parsed.push(log)
  }
  return parsed
}

async function fetchLargeBlock(
  rpc: Rpc,
  { from: number, withCalls }: FetchRangeOptions,
  filter: LogFilter,
): Promise<FetchedRange | null> {
  const block = await findHeader(rpc, number)
  if (!block) return null
  const logs = await readBlockLogs(rpc, block, filter)
  return { headers: [block], logs, calls: withCalls ? await readBlockCalls(rpc, block) : [] }
}

const listNumbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)

export type Receipt = {
  status: string
  from: string
  to: string | null
  blockNumber: string
  blockHash: string
  transactionHash: string
  logs: RawLog[]
  logsBloom?: string
}

/** Receipts, null for unknown ones, and with `withHead` the newest header, all of one node; for each the error that it caused. */
export async function readReceiptsAndHead(rpc: Rpc, hashes: readonly string[], withHead: boolean) {
  const answers = await rpc.batchSettled([
    ...hashes.map((hash) => ({ method: "eth_getTransactionReceipt", params: [hash] })),
    ...(withHead ? [{ method: "eth_getBlockByNumber", params: ["latest", false] }] : []),
  ])
  const latest = answers[hashes.length]
  // Without it the header is read afterwards.
  const head = latest && !(latest instanceof RpcError) ? toHeader(latest as RawBlock) : null
  return hashes.map((_, i) => {
    const receipt = answers[i] as Receipt | null | RpcError
    return receipt instanceof RpcError ? receipt : { receipt, head }
  })
}

/** A call of a view function, as of a block or the newest one. */
export const buildCall = (to: string, data: Hex, block?: number) => ({
  method: "eth_call",
  params: [{ to, data }, block === undefined ? "latest" : toQuantity(block)],
})

/** Multiplier and base reserves of these contracts; contracts without a token's functions are left out. */
export async function readTokenDetails(rpc: Rpc, tokens: readonly string[]) {
  const names = ["hybridMultiplier", "baseReserve0", "baseReserve1"] as const
  const details = new Map<string, TokenDetails>()
  for (let i = 0; i < tokens.length; i += 30) {
    const part = tokens.slice(i, i + 30)
    const answers = await rpc.batchSettled(
      part.flatMap((token) => {
        return names.map((functionName) => {
          return buildCall(token, encodeFunctionData({ abi: factoryTokenAbi, functionName }))
        })
      }),
    )
    part.forEach((token, n) => {
      const [multiplier, base0, base1] = answers.slice(n * 3, n * 3 + 3).map(parseUint)
      if (multiplier === undefined || base0 === undefined || base1 === undefined) return
      if (multiplier > 1000n) return
      details.set(token, {
        multiplier: Number(multiplier),
        baseReserve0: base0,
        baseReserve1: base1,
      })
    })
  }
  return details
}

/** The uint a call returned; undefined when it reverted or the function does not exist. */
export function parseUint(answer: unknown): bigint | undefined {
  if (answer instanceof RpcError) {
    if (isRevert(answer)) return undefined
    throw answer
  }
  return typeof answer === "string" && answer.length === 66 ? BigInt(answer) : undefined
}

/** The addresses among these that the factory has created. */
export async function filterEcosystemTokens(
  rpc: Rpc,
  factory: string,
  addresses: readonly string[],
) {
  const answers = await rpc.batchSettled(
    addresses.map((address) => {
      const args = [getAddress(address)] as const
      const query = { abi: tokenFactoryAbi, functionName: "isEcosystemToken", args } as const
      return buildCall(factory, encodeFunctionData(query))
    }),
  )
  return addresses.filter((_, i) => parseUint(answers[i]) === 1n)
}

/** Hash of the transaction in which one of the announcers announced a token; null when none did. */
export async function findCreationTransaction(rpc: Rpc, announcers: string[], token: string) {
  const data = encodeFunctionData({ abi: factoryTokenAbi, functionName: "creationBlock" })
  const block = parseUint((await rpc.batchSettled([buildCall(token, data)]))[0])
  if (block === undefined) return null
  const at = toQuantity(Number(block))
  const filter = {
    fromBlock: at,
    toBlock: at,
    address: announcers,
    topics: [creationTopics, pad(token as Hex)],
  }
  const [log] = parseLogs(await rpc.call("eth_getLogs", [filter]))
  return log?.transactionHash ?? null
}

export type StoredWhitelistEntry = { token: string; wallet: string; eventId: string }

/** The entries that their contracts no longer confirm. */
export async function findDeniedEntries(rpc: Rpc, entries: readonly StoredWhitelistEntry[]) {
  const denied: StoredWhitelistEntry[] = []
  for (let i = 0; i < entries.length; i += 100) {
    const part = entries.slice(i, i + 100)
    const answers = await rpc.batchSettled(
      part.map(({ token, wallet }) => {
        const args = [getAddress(wallet)] as const
        const query = { abi: factoryTokenAbi, functionName: "whitelisted", args } as const
        return buildCall(token, encodeFunctionData(query))
      }),
    )
    part.forEach((entry, n) => {
      if (parseUint(answers[n]) === 0n) denied.push(entry)
    })
  }
  return denied
}

/** Name, symbol, creator and constants of the main token. */
export async function readMainToken(rpc: Rpc, token: string) {
  const texts = ["name", "symbol"] as const
  const words = ["DEV", "creationBlock"] as const
  const answers = (await rpc.batch(
    [...texts, ...words].map((functionName) => {
      return buildCall(token, encodeFunctionData({ abi: mainTokenAbi, functionName }))
    }),
  )) as Hex[]
  const [name, symbol] = texts.map((functionName, i) =>
    decodeFunctionResult({ abi: mainTokenAbi, functionName, data: answers[i] ?? "0x" }),
  )
  const [dev, block] = answers.slice(texts.length)
  const details = (await readTokenDetails(rpc, [token])).get(token)
  if (!details || !name || !symbol || !dev || !block) {
    throw new RpcError(`${token} does not answer like the main token`)
  }
  return { ...details, name, symbol, dev: `0x${dev.slice(-40)}`, block: Number(block) }
}

/** Whether this is a development node, whose chain may be reset. */
export async function isDevelopmentNode(rpc: Rpc): Promise<boolean> {
  return /^(anvil|hardhat|ganache)/i.test(String(await rpc.call("web3_clientVersion")))
}
