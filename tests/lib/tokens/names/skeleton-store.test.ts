import { expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { toSkeleton } from "@/lib/tokens/names/skeleton"
import { storeMissingSkeletons } from "@/lib/tokens/names/skeleton-store"
import { insertToken } from "@/tests/helpers/rows"

test.each([
  ["USDB", "usdb"],
  ["USDB", "USDВ"],
  ["TIDE", "T1DÉ"],
  ["TIDE", "ΤΙDΕ"],
  ["Kelp Forest", "kelpfоrest"],
  ["𝐊𝐄𝐋𝐏", "ＫＥＬＰ"],
  ["modem", "modern"],
])("%s and %s look alike", (one, other) => {
  expect(toSkeleton(other)).toBe(toSkeleton(one))
})

test.each([
  ["USDB", "USDC"],
  ["KELP", "KELPY"],
  ["珊瑚", "珊瑚礁"],
])("%s and %s do not", (one, other) => {
  expect(toSkeleton(other)).not.toBe(toSkeleton(one))
})

test("tokens that were listed before skeletons were kept get theirs", async () => {
  const { address } = await insertToken({ symbol: "ＫＥＬＰ", name: "Kelp Forest" })
  await pool().query("delete from token_skeleton")
  await storeMissingSkeletons(pool())
  const { rows } = await pool().query("select * from token_skeleton where token = $1", [address])
  expect(rows).toEqual([
    { token: address, symbol: toSkeleton("KELP"), name: toSkeleton("kelp forest") },
  ])
})
