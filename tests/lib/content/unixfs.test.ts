import type { CID } from "multiformats/cid"
import { describe, expect, test } from "vitest"
import { parseCid } from "@/lib/content/cid"
import { CHUNK_BYTES, contentSize, importContent, readContent } from "@/lib/content/unixfs"
import { isDeep } from "@/tests/helpers/deep"

/** Deterministic content that differs between pieces of 64 KiB. */
function pattern(size: number) {
  const bytes = Buffer.alloc(size)
  for (let i = 0; i < size; i++) bytes[i] = (i % 65_536) * 31 + Math.floor(i / 65_536) * 17
  return bytes
}

function memory() {
  const blocks = new Map<string, Uint8Array>()
  const put = (cid: CID, block: Uint8Array) => void blocks.set(cid.toString(), block)
  const get = async (cid: CID) => blocks.get(cid.toString()) ?? new Uint8Array()
  return { blocks, put, get }
}

async function gather(pieces: AsyncIterable<Uint8Array>) {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

// Computed with ipfs-unixfs-importer 17.1.1: CIDv1, raw leaves, 262,144 bytes, balanced with 174 links.
const KNOWN: [number, string][] = [
  [0, "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"],
  [1, "bafkreidogqfzz75tpkmjzjke425xqcrmpcib2p5tg44hnbirumdbpl5adu"],
  [262_143, "bafkreiawzjahuwjcqocldh7oqz3lqnb2awoe3434q7hcn7zrn4sfoxueai"],
  [262_144, "bafkreif7cyq7xgst3u52daxi37e5kxtwung7qg56tztivbr5aljn4qcgqe"],
  [262_145, "bafybeicflk6bpmyb4msy4mz6icy77yvru3dmwgcat2dhviqy3quhk3hjte"],
  [1_000_000, "bafybeiezpvnzq4oazruf7x7xmiwshtbewkul53cgbbwccdlbiepfxwh5xm"],
  [5_000_000, "bafybeic7vkxemojbwhqvzzp6h45oa2wxwqhnmugstbmtukhj4a3qtmrfsu"],
  [45_613_056, "bafybeicacfc2bq4kxgnys6tyah2ylav3vwasnql5wjnn675pdv2hpa2uay"],
  [45_613_057, "bafybeif35t3bkkshorkexjouzgcsh4kf2hp6dtjwcbzj3feefmczww6tvq"],
  [137_000_000, "bafybeihn4fz5y22f3veocgmw3u3qeyyeaiugl4inkcqqfqdzm2j7hfgwka"],
]

/** More than one level of links can hold, by one byte: what is longer is built the same way. */
const TWO_LEVELS = 45_613_057

describe("content has the name the public network gives it", () => {
  test("a greeting", async () => {
    const cid = await importContent(Buffer.from("Hello World!"), () => {})
    expect(cid.toString()).toBe("bafkreid7qoywk77r7rj3slobqfekdvs57qwuwh5d2z3sqsw52iabe3mqne")
  })

  const imported = KNOWN.filter(([size]) => isDeep || size <= TWO_LEVELS)
  test.each(imported)("%i bytes", async (size, name) => {
    expect((await importContent(pattern(size), () => {})).toString()).toBe(name)
  })
})

describe("what was stored is read again", () => {
  const sizes = [0, 1, CHUNK_BYTES, CHUNK_BYTES + 1, 5_000_000, TWO_LEVELS]
  test.each(isDeep ? sizes : sizes.slice(0, -1))("%i bytes", async (size) => {
    const { put, get } = memory()
    const root = await importContent(pattern(size), put)
    expect(await contentSize(root, get)).toBe(size)
    const bytes = await gather(readContent(root, get))
    expect(bytes.equals(pattern(size))).toBe(true)
  })

  test("but not when a block was changed", async () => {
    const { blocks, put, get } = memory()
    const root = await importContent(pattern(600_000), put)
    const [leaf = ""] = blocks.keys()
    blocks.set(leaf, Buffer.from("something else"))
    await expect(gather(readContent(root, get))).rejects.toThrow("does not match")
  })
})

describe("parseCid", () => {
  test.each(KNOWN)("takes the name of %i bytes", (_, name) => {
    const cid = parseCid(name)
    expect(cid?.toString()).toBe(name)
  })

  test.each([
    "",
    "..",
    "../../etc/passwd",
    "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKzDxp",
    "BAFKREIHDWDCEFGH4DQKJV67UZCMW7OJEE6XEDZDETOJUZJEVTENXQUVYKU",
    "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyk",
    "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvykv",
    "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku/x",
    "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyk1",
    "bafyreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku",
  ])("refuses %j", (name) => {
    expect(parseCid(name)).toBeNull()
  })
})
