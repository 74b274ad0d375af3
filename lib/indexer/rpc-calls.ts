import { LRUCache } from "lru-cache"
import { type Hex, hexToBytes, keccak256 } from "viem"
import type { RawLog } from "@/lib/events/logs"
import { RpcError } from "./rpc"

/** JSON-RPC calls for blocks and logs, and their answers. */

export const toQuantity = (number: number) => `0x${number.toString(16)}`

export type RawBlock = {
  number: string
  hash: string
  parentHash: string
  timestamp: string
  logsBloom?: string
  /** Hashes, or whole transactions. */
  transactions: readonly unknown[]
}

export const buildBlockCall = (number: number, full = false) => ({
  method: "eth_getBlockByNumber",
  params: [toQuantity(number), full],
})

export type BlockSpan = { from: number; to: number }

/** Logs of these emitters, null for any, with one of these first topics. */
export type LogFilter = { emitters: readonly string[] | null; topics: readonly string[] }

/** `maxAddresses`: emitters in one filter, since providers refuse long lists. */
export function buildLogCalls(
  blocks: BlockSpan | { blockHash: string },
  { emitters, topics }: LogFilter,
  maxAddresses: number,
) {
  const range =
    "blockHash" in blocks
      ? blocks
      : { fromBlock: toQuantity(blocks.from), toBlock: toQuantity(blocks.to) }
  const ask = (address?: readonly string[]) => {
    const filter = { ...range, ...(address && { address }), topics: [topics] }
    return { method: "eth_getLogs", params: [filter] }
  }
  if (!emitters) return [ask()]
  const calls = []
  for (let i = 0; i < emitters.length; i += maxAddresses) {
    calls.push(ask(emitters.slice(i, i + maxAddresses)))
  }
  return calls
}

export function parseLogs(answer: unknown): RawLog[] {
  if (!Array.isArray(answer)) throw new RpcError("The node's logs are no list")
  return answer
}

/** A node returns the logs of one filter in chain order; those of several have to be merged. */
export function sortLogs(logs: RawLog[]): RawLog[] {
  const place = ({ blockNumber, logIndex }: RawLog) => +blockNumber * 1e9 + +logIndex
  let before = -1
  for (const log of logs) {
    const here = place(log)
    if (here < before) return logs.sort((a, b) => place(a) - place(b))
    before = here
  }
  return logs
}

/** Recipient and calldata of a transaction. */
export type TransactionCall = { to: string; input: string }

export function parseCall(transaction: unknown): TransactionCall[] {
  if (typeof transaction !== "object" || transaction === null) return []
  const { to, input } = transaction as { to?: string | null; input?: string }
  return to ? [{ to: to.toLowerCase(), input: input ?? "0x" }] : []
}

/** Of a bloom. */
const BYTES = 256

/** The bits of addresses and topics, most of which come again and again. */
const kept = new LRUCache<string, readonly number[]>({ max: 20_000 })

/** The three of 2048 bits that stand for an address or a topic, by Ethereum's definition (yellow paper, 4.3.1). */
function bitsOf(value: string): readonly number[] {
  const former = kept.get(value)
  if (former) return former
  const { buffer, byteOffset } = keccak256(value as Hex, "bytes")
  const hash = new DataView(buffer, byteOffset)
  const bits = [0, 2, 4].map((at) => hash.getUint16(at) % (BYTES * 8))
  kept.set(value, bits)
  return bits
}

/** The `logsBloom` of a block or a receipt: names the emitters and topics of all its logs, and some by chance. */
export class Bloom {
  private constructor(private readonly bytes: Uint8Array) {}

  /** Null for a node or a chain that does not tell it. */
  static parse(logsBloom: string | undefined): Bloom | null {
    const bytes = logsBloom?.length === 2 + BYTES * 2 ? hexToBytes(logsBloom as Hex) : null
    return bytes?.some((byte) => byte > 0) ? new Bloom(bytes) : null
  }

  static of(logs: readonly Pick<RawLog, "address" | "topics">[]): Bloom {
    const bytes = new Uint8Array(BYTES)
    for (const bit of logs.flatMap(({ address, topics }) => [address, ...topics].flatMap(bitsOf))) {
      const at = placeOf(bit)
      bytes[at] = (bytes[at] ?? 0) | maskOf(bit)
    }
    return new Bloom(bytes)
  }

  static union(blooms: readonly Bloom[]): Bloom {
    const union = new Bloom(new Uint8Array(BYTES))
    for (const { bytes } of blooms) {
      for (let at = 0; at < BYTES; at++) union.bytes[at] = (union.bytes[at] ?? 0) | (bytes[at] ?? 0)
    }
    return union
  }

  /** More than half of the bits are set: it names nearly everything by chance. */
  isFull(): boolean {
    const names = Array.from({ length: BYTES * 8 }, (_, bit) => bit).filter(this.#has)
    return names.length > BYTES * 4
  }

  /** False when no log has this address or topic. */
  mayName = (value: string): boolean => bitsOf(value).every(this.#has)

  /** Whether the other one names nothing that this one does not. */
  covers({ bytes }: Bloom): boolean {
    return bytes.every((byte, at) => (byte & ~(this.bytes[at] ?? 0)) === 0)
  }

  readonly #has = (bit: number) => ((this.bytes[placeOf(bit)] ?? 0) & maskOf(bit)) > 0
}

const placeOf = (bit: number) => BYTES - 1 - (bit >> 3)
const maskOf = (bit: number) => 1 << (bit & 7)

/** Whether a block's or a receipt's bloom names something that none of these logs has. */
export function lacksLogs(logsBloom: string | undefined, logs: readonly RawLog[]): boolean {
  const bloom = Bloom.parse(logsBloom)
  return bloom !== null && !Bloom.of(logs).covers(bloom)
}
