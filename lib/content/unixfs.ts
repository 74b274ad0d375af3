import * as dagPb from "@ipld/dag-pb"
import { UnixFS } from "ipfs-unixfs"
import type { CID } from "multiformats/cid"
import { computeCid, DAG_PB, RAW } from "./cid"

/**
 * Cuts content into blocks as the public network's usual importer does (Kubo's defaults with CIDv1 and raw
 * leaves), so that equal bytes have the same name here and there: leaves of 256 KiB, balanced trees of at
 * most 174 links a node.
 */
export const CHUNK_BYTES = 262_144
const LINKS_PER_NODE = 174

type PutBlock = (cid: CID, block: Uint8Array) => Promise<void> | void

/** `size`: bytes of the file below the node. `totalSize`: bytes of the node's block and all blocks below it. */
type Node = { cid: CID; size: number; totalSize: number }

/** Stores content block by block, the root last, and returns the root. */
export async function importContent(content: Uint8Array, put: PutBlock): Promise<CID> {
  let level: Node[] = []
  // Empty content is one empty leaf.
  for (let start = 0; start === 0 || start < content.length; start += CHUNK_BYTES) {
    const chunk = content.subarray(start, start + CHUNK_BYTES)
    const cid = computeCid(RAW, chunk)
    await put(cid, chunk)
    level.push({ cid, size: chunk.length, totalSize: chunk.length })
  }
  while (level.length > 1) {
    const parents: Node[] = []
    for (let start = 0; start < level.length; start += LINKS_PER_NODE) {
      const { block, ...node } = createNode(level.slice(start, start + LINKS_PER_NODE))
      await put(node.cid, block)
      parents.push(node)
    }
    level = parents
  }
  const [root] = level
  if (!root) throw new Error("Content without a block")
  return root.cid
}

function createNode(children: readonly Node[]): Node & { block: Uint8Array } {
  const file = new UnixFS({ type: "file", blockSizes: children.map(({ size }) => BigInt(size)) })
  const links = children.map(({ cid, totalSize }) => dagPb.createLink("", totalSize, cid))
  const block = dagPb.encode(dagPb.createNode(file.marshal(), links))
  const below = children.reduce((sum, child) => sum + child.totalSize, 0)
  return {
    cid: computeCid(DAG_PB, block),
    size: Number(file.fileSize()),
    totalSize: block.length + below,
    block,
  }
}

/** Returns a block's bytes; throws where one is missing. */
type GetBlock = (cid: CID) => Promise<Uint8Array>

/** The bytes of the content named by a root, piece by piece. Every block is checked against its name. */
export async function* readContent(root: CID, get: GetBlock): AsyncGenerator<Uint8Array> {
  const block = await getVerifiedBlock(root, get)
  if (root.code === RAW) {
    yield block
    return
  }
  for (const { Hash } of dagPb.decode(block).Links) yield* readContent(Hash, get)
}

/** Length of the content, read from its root block. */
export async function contentSize(root: CID, get: GetBlock): Promise<number> {
  const block = await getVerifiedBlock(root, get)
  if (root.code === RAW) return block.length
  const { Data } = dagPb.decode(block)
  if (!Data) throw new Error("A node without a size")
  return Number(UnixFS.unmarshal(Data).fileSize())
}

async function getVerifiedBlock(cid: CID, get: GetBlock) {
  const block = await get(cid)
  if (!computeCid(cid.code === RAW ? RAW : DAG_PB, block).equals(cid)) {
    throw new Error("A stored block does not match its name")
  }
  return block
}
