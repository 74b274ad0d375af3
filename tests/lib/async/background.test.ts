import { afterAll, expect, test } from "vitest"
import { runInBackground, stopBackground } from "@/lib/async/background"

// Other files of this process go on.
afterAll(() => Reflect.deleteProperty(globalThis, Symbol.for("atoll.background")))

test("is waited for before connections close; nothing begins afterwards", async () => {
  const done: string[] = []
  const running = runInBackground(async (signal) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve))
    await Promise.resolve()
    done.push("told to end")
  })
  const failing = runInBackground(async () => {
    throw new Error("its caller's business")
  })
  await expect(failing).rejects.toThrow("its caller's business")
  await stopBackground()
  expect(done).toEqual(["told to end"])
  await running
  await runInBackground(async () => done.push("too late"))
  expect(done).toEqual(["told to end"])
})
