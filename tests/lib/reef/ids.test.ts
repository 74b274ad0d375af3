import { expect, test } from "vitest"
import { OPAQUE_ID } from "@/lib/api/wire"
import { opaqueId, rowOf } from "@/lib/reef/ids"
import { fc } from "@/tests/helpers/property"

const MAX = 2n ** 63n - 1n

test("an id names its row and no other", () => {
  fc.assert(
    fc.property(fc.bigInt(1n, MAX), (row) => {
      expect(opaqueId(row)).toMatch(OPAQUE_ID)
      expect(rowOf(opaqueId(row))).toBe(row)
    }),
  )
  for (const row of [1n, MAX]) expect(rowOf(opaqueId(row))).toBe(row)
})

test.each([
  "",
  "1",
  "c",
  opaqueId(0n),
  opaqueId(MAX + 1n),
  `c${"z".repeat(24)}`,
  ` ${opaqueId(1n)}`,
])("%j names no row", (id) => expect(rowOf(id)).toBeNull())
