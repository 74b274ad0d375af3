import { createHash } from "node:crypto"
import * as dagPb from "@ipld/dag-pb"
import { base32 } from "multiformats/bases/base32"
import { CID } from "multiformats/cid"
import * as raw from "multiformats/codecs/raw"
import { create as createMultihash } from "multiformats/hashes/digest"
import { sha256 } from "multiformats/hashes/sha2"

/** Codecs of a block: the plain bytes of a file, or a node with links to further blocks. */
export const RAW = raw.code
export const DAG_PB = dagPb.code

/** Version 1 and sha2-256 in base32, the only form this service issues: 36 bytes. */
const CID_PATTERN = /^b[a-z2-7]{58}$/
const DIGEST_BYTES = 32

export function computeCid(codec: typeof RAW | typeof DAG_PB, block: Uint8Array): CID {
  const digest = createHash("sha256").update(block).digest()
  return CID.createV1(codec, createMultihash(sha256.code, digest))
}

/** Null for what this service does not issue, such as other versions, codecs and hashes. */
export function parseCid(text: string): CID | null {
  if (!CID_PATTERN.test(text)) return null
  try {
    const cid = CID.parse(text, base32)
    const isOurs =
      cid.version === 1 &&
      (cid.code === RAW || cid.code === DAG_PB) &&
      cid.multihash.code === sha256.code &&
      cid.multihash.size === DIGEST_BYTES
    return isOurs ? cid : null
  } catch {
    return null
  }
}
