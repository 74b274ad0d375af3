import { expect, test } from "vitest"
import { decodeId, encodeId } from "@/lib/http/opaque-ids"
import { OPAQUE_ID } from "@/lib/http/wire"
import { fc } from "@/tests/helpers/property"

const MAX = 2n ** 63n - 1n

test("an id names its row and no other", () => {
  fc.assert(
    fc.property(fc.bigInt(1n, MAX), (row) => {
      expect(encodeId(row)).toMatch(OPAQUE_ID)
      expect(decodeId(encodeId(row))).toBe(row)
    }),
  )
  for (const row of [1n, MAX]) expect(decodeId(encodeId(row))).toBe(row)
})

test.each([
  "",
  "1",
  "c",
  encodeId(0n),
  encodeId(MAX + 1n),
  `c${"z".repeat(24)}`,
  ` ${encodeId(1n)}`,
])("%j names no row", (id) => expect(decodeId(id)).toBeNull())
