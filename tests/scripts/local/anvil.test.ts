import { createServer } from "node:http"
import { afterEach, expect, test } from "vitest"
import { PortTakenError, startAnvil } from "@/scripts/local/anvil"

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

test("a program that answers in the node's place is not taken for the node", async () => {
  const stranger = createServer((_, response) => response.end('{"result":"0x7a69"}'))
  await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve))
  stops.push(() => stranger.close())
  const address = stranger.address()
  if (!address || typeof address === "string") throw new Error("No port")
  await expect(startAnvil({ port: address.port })).rejects.toThrow(PortTakenError)
})

test("nodes started at once have ports of their own", async () => {
  const nodes = await Promise.all([startAnvil(), startAnvil(), startAnvil()])
  stops.push(...nodes.map(({ stop }) => stop))
  expect(new Set(nodes.map(({ port }) => port)).size).toBe(3)
})
