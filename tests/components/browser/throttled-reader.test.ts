import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import {
  MAX_READ_PAUSE_MS,
  READ_GAP_MS,
  ThrottledReader,
} from "@/components/browser/throttled-reader"

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Answers what is put into `answers` one after the other, an error by throwing it. */
function setUp(...answers: (string | null | Error | Promise<string>)[]) {
  const read = vi.fn(async (_: AbortSignal) => {
    const answer = answers.shift() ?? null
    if (answer instanceof Error) throw answer
    return answer
  })
  const onRead = vi.fn()
  return { read, onRead, reading: new ThrottledReader({ read, onRead }) }
}

const away = () => new Error("away")

describe("a throttled reader", () => {
  test("reads at once, then at most once per gap", async () => {
    const { read, onRead, reading } = setUp("first", "second")
    reading.refresh()
    await vi.advanceTimersByTimeAsync(0)
    expect(onRead).toHaveBeenLastCalledWith("first")
    reading.refresh()
    reading.refresh()
    await vi.advanceTimersByTimeAsync(READ_GAP_MS - 1)
    expect(read).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(read).toHaveBeenCalledTimes(2)
    expect(onRead).toHaveBeenLastCalledWith("second")
  })

  test("retries with growing pauses until a read succeeds", async () => {
    const { read, onRead, reading } = setUp(away(), away(), away(), "there")
    reading.refresh()
    await vi.advanceTimersByTimeAsync(0)
    for (const pause of [1, 2, 4]) {
      const before = read.mock.calls.length
      await vi.advanceTimersByTimeAsync(READ_GAP_MS * pause - 1)
      expect(read).toHaveBeenCalledTimes(before)
      await vi.advanceTimersByTimeAsync(1)
      expect(read).toHaveBeenCalledTimes(before + 1)
    }
    expect(onRead).toHaveBeenCalledExactlyOnceWith("there")
    await vi.advanceTimersByTimeAsync(2 * MAX_READ_PAUSE_MS)
    expect(read).toHaveBeenCalledTimes(4)
  })

  test("never waits longer than the maximum", async () => {
    const { read, reading } = setUp(...Array.from({ length: 30 }, away))
    reading.refresh()
    await vi.advanceTimersByTimeAsync(10 * MAX_READ_PAUSE_MS)
    const before = read.mock.calls.length
    await vi.advanceTimersByTimeAsync(MAX_READ_PAUSE_MS)
    expect(read).toHaveBeenCalledTimes(before + 1)
  })

  test("does not retry after null", async () => {
    const { read, onRead, reading } = setUp(null)
    reading.refresh()
    await vi.advanceTimersByTimeAsync(2 * MAX_READ_PAUSE_MS)
    expect(read).toHaveBeenCalledTimes(1)
    expect(onRead).not.toHaveBeenCalled()
  })

  test("drops a pending read on refresh", async () => {
    let answer: (text: string) => void = () => {}
    const slow = new Promise<string>((resolve) => {
      answer = resolve
    })
    const { read, onRead, reading } = setUp(slow, "new")
    reading.refresh()
    await vi.advanceTimersByTimeAsync(0)
    reading.refresh()
    expect(read.mock.calls[0]?.[0].aborted).toBe(true)
    answer("old")
    await vi.advanceTimersByTimeAsync(READ_GAP_MS)
    expect(onRead).toHaveBeenCalledExactlyOnceWith("new")
  })

  test("does not retry once stopped", async () => {
    const { read, reading } = setUp(away(), "there")
    reading.refresh()
    await vi.advanceTimersByTimeAsync(0)
    reading.stop()
    await vi.advanceTimersByTimeAsync(2 * MAX_READ_PAUSE_MS)
    expect(read).toHaveBeenCalledTimes(1)
  })
})
