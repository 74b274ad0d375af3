import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createPromiseCache, getOrCompute } from "@/lib/async/promise-cache"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] })
})
afterEach(() => {
  vi.useRealTimers()
})

const TTL_MS = 60_000
const never = () => new Promise<string>(() => {})

test("a computation that never ends is joined for a second, then done anew", async () => {
  const cache = createPromiseCache<string>(2)
  const stuck = getOrCompute(cache, "a", TTL_MS, never)
  vi.advanceTimersByTime(1_000)
  expect(getOrCompute(cache, "a", TTL_MS, never)).toBe(stuck)
  vi.advanceTimersByTime(1)
  expect(await getOrCompute(cache, "a", TTL_MS, async () => "fine").value).toBe("fine")
  vi.advanceTimersByTime(50_000)
  expect(await getOrCompute(cache, "a", TTL_MS, never).value).toBe("fine")
})

test("a failure is not cached, and the least recently used value makes room", async () => {
  const cache = createPromiseCache<string>(2)
  const failed = getOrCompute(cache, "a", TTL_MS, () => Promise.reject(new Error("lost")))
  await expect(failed.value).rejects.toThrow("lost")
  expect(cache.size).toBe(0)
  for (const key of ["a", "b", "c"]) await getOrCompute(cache, key, TTL_MS, async () => key).value
  expect([...cache.keys()].sort()).toEqual(["b", "c"])
})
