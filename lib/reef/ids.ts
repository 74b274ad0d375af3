import { z } from "zod"
import { OPAQUE_ID } from "@/lib/api/wire"

const BASE = 36
const ID_LENGTH = 24
const MAX_ROW_ID = 2n ** 63n - 1n

/** A row id as the API names it: `c` and 24 letters and digits, the same for ever and one for each row. */
export const encodeId = (id: bigint | string) =>
  `c${BigInt(id).toString(BASE).padStart(ID_LENGTH, "0")}`

/** The row an opaque id names; null for what names none, which is as good as unknown. */
export function decodeId(id: string): bigint | null {
  if (!OPAQUE_ID.test(id)) return null
  let row = 0n
  for (const digit of id.slice(1)) row = row * BigInt(BASE) + BigInt(Number.parseInt(digit, BASE))
  return row > 0n && row <= MAX_ROW_ID ? row : null
}

/** On the wire. */
export const reefId = z
  .string()
  .regex(OPAQUE_ID)
  .meta({ examples: [encodeId(46_655n)] })
