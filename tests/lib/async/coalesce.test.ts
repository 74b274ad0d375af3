import { afterEach, describe, expect, test, vi } from "vitest"
import { coalesce, createBatchLoader } from "@/lib/async/coalesce"

/** Work that ends when it is told to. */
function controlled() {
  const open: { finish: (value: string) => void; fail: (error: Error) => void }[] = []
  const run = () =>
    new Promise<string>((finish, fail) => {
      open.push({ finish, fail })
    })
  return { open, run }
}

afterEach(() => {
  vi.useRealTimers()
})

describe("coalesce", () => {
  test("a run that never ends holds nobody back for more than a second", async () => {
    vi.useFakeTimers()
    const { open, run } = controlled()
    coalesce("stuck", run)
    const next = coalesce("stuck", run)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(open).toHaveLength(2)
    open[1]?.finish("fine")
    expect(await next).toBe("fine")
    const later = coalesce("stuck", run)
    open[2]?.finish("as quick as ever")
    expect(await later).toBe("as quick as ever")
  })

  test("arrivals during a run share the next one, never the running one", async () => {
    const { open, run } = controlled()
    const first = coalesce("a", run)
    const later = [coalesce("a", run), coalesce("a", run)]
    expect(open).toHaveLength(1)
    open[0]?.finish("old")
    expect(await first).toBe("old")
    expect(open).toHaveLength(2)
    const latest = coalesce("a", run)
    open[1]?.finish("new")
    expect(await Promise.all(later)).toEqual(["new", "new"])
    open[2]?.finish("newest")
    expect(await latest).toBe("newest")
    expect(open).toHaveLength(3)
  })

  test("a failed run fails those who share it and nobody else", async () => {
    const { open, run } = controlled()
    const first = coalesce("b", run)
    const next = coalesce("b", run)
    open[0]?.fail(new Error("lost"))
    await expect(first).rejects.toThrow("lost")
    await expect.poll(() => open.length).toBe(2)
    open[1]?.finish("fine")
    expect(await next).toBe("fine")
  })

  test("keys do not wait for each other, and nothing is remembered", async () => {
    const { open, run } = controlled()
    const both = [coalesce("c", run), coalesce("d", run)]
    expect(open).toHaveLength(2)
    open[0]?.finish("1")
    open[1]?.finish("2")
    expect(await Promise.all(both)).toEqual(["1", "2"])
    const again = coalesce("c", run)
    expect(open).toHaveLength(3)
    open[2]?.finish("3")
    expect(await again).toBe("3")
  })
})

describe("batch", () => {
  test("a load that never ends holds nobody back for more than a second", async () => {
    vi.useFakeTimers()
    const loads: (readonly string[])[] = []
    const find = createBatchLoader<string, string>((keys) => {
      loads.push(keys)
      return loads.length === 1 ? new Promise(() => {}) : Promise.resolve(new Map([["b", "b!"]]))
    })
    find("a")
    const next = find("b")
    await vi.advanceTimersByTimeAsync(1_000)
    expect(loads).toEqual([["a"], ["b"]])
    expect(await next).toBe("b!")
    expect(await find("b")).toBe("b!")
  })

  test("keys asked for while a load runs are loaded together by the next", async () => {
    const loads: { keys: readonly string[]; finish: () => void }[] = []
    const find = createBatchLoader<string, string>(
      (keys) =>
        new Promise((resolve) => {
          const existing = keys.filter((key) => key !== "missing")
          loads.push({
            keys,
            finish: () => resolve(new Map(existing.map((key) => [key, `${key}!`]))),
          })
        }),
    )
    const first = find("a")
    const rest = [find("a"), find("b"), find("missing"), find("b")]
    expect(loads.map(({ keys }) => keys)).toEqual([["a"]])
    loads[0]?.finish()
    expect(await first).toBe("a!")
    await expect.poll(() => loads.length).toBe(2)
    expect(loads[1]?.keys).toEqual(["a", "b", "missing"])
    loads[1]?.finish()
    expect(await Promise.all(rest)).toEqual(["a!", "b!", undefined, "b!"])
  })

  test("a failed load fails its own keys only", async () => {
    let round = 0
    const find = createBatchLoader<string, number>(async () => {
      round++
      if (round === 1) throw new Error("lost")
      return new Map([["a", round]])
    })
    const first = find("a")
    const second = find("a")
    await expect(first).rejects.toThrow("lost")
    expect(await second).toBe(2)
  })
})
