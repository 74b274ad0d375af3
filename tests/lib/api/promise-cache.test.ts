import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { getOrCompute, type PromiseCache } from "@/lib/api/promise-cache"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] })
})
afterEach(() => {
  vi.useRealTimers()
})

const limits = { ttlMs: 60_000, maxEntries: 2 }
const never = () => new Promise<string>(() => {})

test("a computation that never ends is joined for a second, then done anew", async () => {
  const cache: PromiseCache<string> = new Map()
  const stuck = getOrCompute(cache, "a", limits, never)
  vi.advanceTimersByTime(1_000)
  expect(getOrCompute(cache, "a", limits, never)).toBe(stuck)
  vi.advanceTimersByTime(1)
  expect(await getOrCompute(cache, "a", limits, async () => "fine").value).toBe("fine")
  vi.advanceTimersByTime(50_000)
  expect(await getOrCompute(cache, "a", limits, never).value).toBe("fine")
})

test("a failure is not kept, and the oldest value makes room", async () => {
  const cache: PromiseCache<string> = new Map()
  const failed = getOrCompute(cache, "a", limits, () => Promise.reject(new Error("lost")))
  await expect(failed.value).rejects.toThrow("lost")
  expect(cache.size).toBe(0)
  for (const key of ["a", "b", "c"]) await getOrCompute(cache, key, limits, async () => key).value
  expect([...cache.keys()]).toEqual(["b", "c"])
})
