import { createHash } from "node:crypto"

/** What a block holds: bytes of a file as they are, or a node that links to further blocks. */
export const RAW = 0x55
export const DAG_PB = 0x70

/** A content identifier in binary: version 1, codec, sha2-256, 32 bytes of digest. */
export type Cid = Uint8Array

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
const HEAD_BYTES = 4
const CID_BYTES = HEAD_BYTES + 32
/** Multibase prefix and the base32 digits of 36 bytes. */
const TEXT = /^b[a-z2-7]{58}$/

export function computeCid(codec: typeof RAW | typeof DAG_PB, block: Uint8Array): Cid {
  const digest = createHash("sha256").update(block).digest()
  return Buffer.concat([Buffer.from([1, codec, 0x12, 0x20]), digest])
}

export const getCodec = (cid: Cid) => cid[1]

export const formatCid = (cid: Cid) => `b${toBase32(cid)}`

/** Null for whatever this service does not issue: other versions, codecs and hashes included. */
export function parseCid(text: string): Cid | null {
  if (!TEXT.test(text)) return null
  const bytes = fromBase32(text.slice(1))
  const [version, codec, hash, length] = bytes
  const isOurs =
    bytes.length === CID_BYTES &&
    version === 1 &&
    (codec === RAW || codec === DAG_PB) &&
    hash === 0x12 &&
    length === 0x20
  // Digits beyond the last whole byte must be zero, or one content would have several names.
  return isOurs && formatCid(bytes) === text ? bytes : null
}

function toBase32(bytes: Uint8Array) {
  let text = ""
  let buffer = 0
  let bits = 0
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET.charAt((buffer >>> bits) & 31)
    }
  }
  return bits > 0 ? text + ALPHABET.charAt((buffer << (5 - bits)) & 31) : text
}

function fromBase32(text: string) {
  const bytes: number[] = []
  let buffer = 0
  let bits = 0
  for (const digit of text) {
    buffer = ((buffer << 5) | ALPHABET.indexOf(digit)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((buffer >>> bits) & 255)
  }
  return Uint8Array.from(bytes)
}
