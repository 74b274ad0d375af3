import { z } from "zod"
import { OPAQUE_ID } from "./wire"

const BASE = 36
const ID_LENGTH = 24
export const MAX_ROW_ID = 2n ** 63n - 1n

/** The id of a row in the API: `c` and 24 letters and digits. */
export const encodeId = (id: bigint | string) =>
  `c${BigInt(id).toString(BASE).padStart(ID_LENGTH, "0")}`

/** The row id of an id of the API; null for a malformed one. */
export function decodeId(id: string): bigint | null {
  if (!OPAQUE_ID.test(id)) return null
  let row = 0n
  for (const digit of id.slice(1)) row = row * BigInt(BASE) + BigInt(Number.parseInt(digit, BASE))
  return row > 0n && row <= MAX_ROW_ID ? row : null
}

/** An id in requests and answers. */
export const reefId = z
  .string()
  .regex(OPAQUE_ID)
  .meta({ examples: [encodeId(46_655n)] })
