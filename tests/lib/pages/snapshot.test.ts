import { expect, test } from "vitest"
import { canonicalSnapshot } from "@/lib/pages/snapshot"

test.each([
  ["a transaction has begun", "10:10:", "10:11:10", true],
  ["two have begun", "10:10:", "10:12:10,11", true],
  ["one has begun while another runs", "8:10:8", "8:11:8,10", true],
  ["one has committed", "10:11:10", "11:11:", false],
  ["one has committed while an older one runs", "8:10:8,9", "8:10:8", false],
  ["one has begun and committed", "10:10:", "11:11:", false],
  ["an older one has committed", "8:10:8", "10:10:", false],
])("%s: %s and %s", (_, before, after, isSame) => {
  expect(canonicalSnapshot(before) === canonicalSnapshot(after)).toBe(isSame)
})
