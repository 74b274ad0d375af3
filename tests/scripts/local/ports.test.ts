import { createServer } from "node:net"
import { afterEach, expect, test } from "vitest"
import { firstFreePort, isBlockedPort, isPortFree } from "@/scripts/local/ports"

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function take(host: string) {
  const server = createServer()
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const address = server.address()
  if (!address || typeof address === "string") throw new Error("No port")
  return address.port
}

test.each(["127.0.0.1", "0.0.0.0"])("a port taken on %s is not free", async (host) => {
  expect(await isPortFree(await take(host))).toBe(false)
})

test("the next free port is found", async () => {
  const port = await take("127.0.0.1")
  expect(await firstFreePort(port)).toBeGreaterThan(port)
})

test("a port that is reserved for another program is passed over", async () => {
  const port = await take("127.0.0.1")
  const free = await firstFreePort(port)
  expect(await firstFreePort(port, free)).toBeGreaterThan(free)
})

test("the search ends at the last port there is", async () => {
  const last = createServer()
  servers.push(last)
  await new Promise<void>((resolve) =>
    last.listen(65_535, "127.0.0.1", resolve).once("error", resolve),
  )
  await expect(firstFreePort(65_535)).rejects.toThrow("no free port between 65535 and 65535")
})

test("a port that browsers refuse is told before anything starts, and given to no chain", async () => {
  expect(await isBlockedPort(4190)).toBe(true)
  expect(await isBlockedPort(3000)).toBe(false)
  expect(await firstFreePort(6665)).toBeGreaterThan(6669)
})
