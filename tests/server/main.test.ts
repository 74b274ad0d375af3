import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { buildServer } from "@/tests/helpers/built-server"

let server: Awaited<ReturnType<typeof buildServer>>

beforeAll(async () => {
  server = await buildServer()
}, 60_000)

afterAll(() => server?.remove())
afterEach(() => server.killAll())

test("the server answers routes itself and leaves the rest to the framework", async () => {
  const { url } = await server.start()
  const ask = async (at: string) => (await fetch(url + at)).text()
  expect(JSON.parse(await ask("/api/openapi.json"))).toHaveProperty("openapi")
  expect(JSON.parse(await ask("/api/x"))).toMatchObject({ code: "NOT_FOUND" })
  expect(JSON.parse(await ask("/api/v1/tokens"))).toMatchObject({ code: "UNAUTHENTICATED" })
  for (const at of ["/", "/api", "/api/", "/tokens/0x1", "/search/data", "/ipfs/%61"]) {
    expect(await ask(at)).toBe(`framework: ${at}`)
  }
})

test("told to end, it answers what has arrived, takes nothing more, and ends", async () => {
  const { url, child, exited } = await server.start()
  // A connection that stays open unused.
  expect((await fetch(`${url}/`)).status).toBe(200)
  const arrived = fetch(`${url}/slow`)
  await new Promise((resolve) => setTimeout(resolve, 100))
  child.kill("SIGTERM")
  const answer = await arrived
  expect(await answer.text()).toBe("framework: /slow")
  expect(answer.headers.get("connection")).toBe("close")
  expect(await exited).toEqual([143, null])
  await expect(fetch(`${url}/`)).rejects.toThrow()
})

test("told to end by a supervisor, it first says that it is not ready, and answers until balancers know", async () => {
  const { url, child, exited } = await server.start({ DRAIN_SECONDS: "1" })
  const ready = async () => (await fetch(`${url}/api/health/ready`)).json()
  await expect.poll(ready).toMatchObject({ checks: { process: { ok: true } } })
  const signaledAt = performance.now()
  child.kill("SIGTERM")
  await expect
    .poll(ready, { interval: 20 })
    .toMatchObject({ status: "unavailable", checks: { process: { ok: false } } })
  const answer = await fetch(`${url}/late`)
  expect(await answer.text()).toBe("framework: /late")
  expect(answer.headers.get("connection")).toBe("close")
  expect(await exited).toEqual([143, null])
  expect(performance.now() - signaledAt).toBeGreaterThan(1_000)
})

test.each([
  ["its environment", { SESSION_SECRET: "short" }, "SESSION_SECRET"],
  [
    "a chain without an address book",
    { CONTRACTS: "", CHAIN_ID: "77" },
    "no address book of chain 77",
  ],
])("a server that cannot start for %s ends at once, and says why", async (_, variables, reason) => {
  const { exited, read } = await server.start(variables)
  expect(await exited).toEqual([1, null])
  expect(read()).toContain(reason)
})
