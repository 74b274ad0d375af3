import { type Cid, computeCid, DAG_PB, getCodec, RAW } from "./cid"

/**
 * Cuts content into blocks as the public network's usual importer does (Kubo's defaults with CIDv1 and raw
 * leaves), so that equal bytes have the same name here and there: leaves of 256 KiB, balanced trees of at
 * most 174 links a node.
 */
export const CHUNK_BYTES = 262_144
export const LINKS_PER_NODE = 174

type Put = (cid: Cid, block: Uint8Array) => Promise<void> | void
type Source = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** `size`: bytes of the file below it. `total`: of all its blocks, which links tell as well. */
type Node = { cid: Cid; size: number; total: number }

/** Stores content block by block, the root last, and answers the root. */
export async function importContent(source: Source, put: Put): Promise<Cid> {
  let level: Node[] = []
  for await (const chunk of splitIntoChunks(source)) {
    const cid = computeCid(RAW, chunk)
    await put(cid, chunk)
    level.push({ cid, size: chunk.length, total: chunk.length })
  }
  while (level.length > 1) {
    const above: Node[] = []
    for (let at = 0; at < level.length; at += LINKS_PER_NODE) {
      const { block, ...node } = createNode(level.slice(at, at + LINKS_PER_NODE))
      await put(node.cid, block)
      above.push(node)
    }
    level = above
  }
  const [root] = level
  if (!root) throw new Error("Content without a block")
  return root.cid
}

/** Pieces of exactly one chunk, but the last; nothing at all is one empty piece. */
async function* splitIntoChunks(source: Source) {
  let held: Uint8Array[] = []
  let size = 0
  let count = 0
  for await (const part of source) {
    held.push(part)
    size += part.length
    if (size < CHUNK_BYTES) continue
    const bytes = Buffer.concat(held, size)
    const whole = size - (size % CHUNK_BYTES)
    for (let at = 0; at < whole; at += CHUNK_BYTES) {
      yield bytes.subarray(at, at + CHUNK_BYTES)
      count++
    }
    held = [bytes.subarray(whole)]
    size -= whole
  }
  if (size > 0 || count === 0) yield Buffer.concat(held, size)
}

/** Field keys of the two protocol buffers: a node (links, data) around a UnixFS file (type, size, sizes). */
const NODE = { data: 0x0a, link: 0x12 }
const LINK = { hash: 0x0a, name: 0x12, total: 0x18 }
const FILE = { type: 0x08, size: 0x18, blockSize: 0x20 }
const FILE_TYPE = 2

function createNode(children: readonly Node[]): Node & { block: Uint8Array } {
  const size = children.reduce((sum, child) => sum + child.size, 0)
  const links = children.map(({ cid, total }) =>
    bytesField(
      NODE.link,
      Buffer.concat([
        bytesField(LINK.hash, cid),
        bytesField(LINK.name, Buffer.alloc(0)),
        numberField(LINK.total, total),
      ]),
    ),
  )
  const file = Buffer.concat([
    numberField(FILE.type, FILE_TYPE),
    numberField(FILE.size, size),
    ...children.map((child) => numberField(FILE.blockSize, child.size)),
  ])
  const block = Buffer.concat([...links, bytesField(NODE.data, file)])
  const below = children.reduce((sum, child) => sum + child.total, 0)
  return { cid: computeCid(DAG_PB, block), size, total: block.length + below, block }
}

const bytesField = (key: number, bytes: Uint8Array) =>
  Buffer.concat([Buffer.from([key]), varint(bytes.length), bytes])

const numberField = (key: number, value: number) =>
  Buffer.concat([Buffer.from([key]), varint(value)])

function varint(value: number) {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return Buffer.from([...bytes, rest])
}

/** Answers a block's bytes; throws where one is missing. */
type Get = (cid: Cid) => Promise<Uint8Array>

/** The bytes of the content named by a root, piece by piece. Every block is checked against its name. */
export async function* readContent(root: Cid, get: Get): AsyncGenerator<Uint8Array> {
  const block = await getVerifiedBlock(root, get)
  if (getCodec(root) === RAW) {
    yield block
    return
  }
  for (const link of parseFields(block)) {
    if (link.key !== NODE.link || !link.bytes) continue
    for (const { key, bytes } of parseFields(link.bytes)) {
      if (key === LINK.hash && bytes) yield* readContent(bytes, get)
    }
  }
}

/** Length of the content, from its root alone. */
export async function contentSize(root: Cid, get: Get): Promise<number> {
  const block = await getVerifiedBlock(root, get)
  if (getCodec(root) === RAW) return block.length
  for (const { key, bytes } of parseFields(block)) {
    if (key !== NODE.data || !bytes) continue
    for (const field of parseFields(bytes)) if (field.key === FILE.size) return field.value
  }
  throw new Error("A node without a size")
}

async function getVerifiedBlock(cid: Cid, get: Get) {
  const block = await get(cid)
  const codec = getCodec(cid) === RAW ? RAW : DAG_PB
  if (Buffer.compare(computeCid(codec, block), cid) !== 0) {
    throw new Error("A stored block does not match its name")
  }
  return block
}

type Field = { key: number; value: number; bytes: Uint8Array | null }

function* parseFields(message: Uint8Array): Generator<Field> {
  let at = 0
  const number = () => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++] ?? 0
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const key = number()
    const value = number()
    const hasBytes = (key & 7) === 2
    yield { key, value, bytes: hasBytes ? message.subarray(at, at + value) : null }
    if (hasBytes) at += value
  }
}
