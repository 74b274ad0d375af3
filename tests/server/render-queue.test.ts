import { describe, expect, test } from "vitest"
import { OverloadError, RenderQueue } from "@/server/render-queue"

/** Renderings that end when they are told to, in the order in which they began. */
function createQueue() {
  const queue = new RenderQueue()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (address: string, name: string) =>
    queue.run(address, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.push(() => resolve(name)))
    })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const endAll = async () => {
    await turn()
    for (let end = ends.shift(); end; end = ends.shift()) {
      end()
      await turn()
      await turn()
    }
  }
  return { queue, begun, ask, endAll }
}

describe("the queue of renderings", () => {
  test("lets addresses take turns", async () => {
    const { begun, ask, endAll } = createQueue()
    const all = Array.from({ length: 10 }, (_, n) => ask("attacker", `a${n}`))
    all.push(ask("visitor", "v0"), ask("visitor", "v1"), ask("other", "o0"))
    await endAll()
    await Promise.all(all)
    expect(begun.slice(0, 8)).toEqual(["a0", "a1", "a2", "v0", "o0", "a3", "v1", "a4"])
    expect(begun).toHaveLength(13)
  })

  test("refuses what would wait too long: of one address, and of all", async () => {
    const { queue, ask, endAll } = createQueue()
    const waiting = Array.from({ length: 42 }, (_, n) => ask("attacker", `a${n}`))
    await expect(ask("attacker", "more")).rejects.toThrow(OverloadError)
    for (let n = 0; n < 160; n++) waiting.push(ask(`10.0.0.${n}`, `v${n}`))
    await expect(ask("10.0.1.1", "last")).rejects.toThrow(OverloadError)
    expect(queue.isLong).toBe(true)
    await endAll()
    await Promise.all(waiting)
    expect(queue.isLong).toBe(false)
  })

  test("goes on after a rendering that failed", async () => {
    const queue = new RenderQueue()
    const failing = Array.from({ length: 3 }, () =>
      queue.run("a", async () => {
        throw new Error("failed")
      }),
    )
    for (const each of failing) await expect(each).rejects.toThrow("failed")
    expect(await queue.run("b", async () => "page")).toBe("page")
  })
})
