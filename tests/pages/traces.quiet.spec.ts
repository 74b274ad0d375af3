import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { startTraceReceiver } from "@/tests/helpers/trace-receiver"
import { contracts } from "./helpers/chain"
import { expect, test } from "./helpers/test"
import { startNext, startWeb } from "./helpers/web-servers"

const BUILT = ".data/test/next/standalone/server.js"
const TRACE = "0af7651916cd43dd8448eb211c80319c"
const CALLER = "b7ad6b7169203331"
const ROUTE = "/tokens/[address]"

const isUp = (url: string) =>
  fetch(`${url}/api/health/live`).then(
    ({ ok }) => ok,
    () => false,
  )

const servers = [
  {
    name: "our server",
    start: (own: Record<string, string>) => startWeb("traced", [BUILT], own),
    // Its cache asks Next.
    beforeNext: [CALLER, `GET ${ROUTE}`, "GET", `GET ${ROUTE}`],
  },
  {
    name: "the framework's server",
    start: (own: Record<string, string>) => startNext(own),
    beforeNext: [CALLER, `GET ${ROUTE}`],
  },
]

for (const { name, start, beforeNext } of servers) {
  test(`${name} sends a page with what Next renders, and a route with what it asks, as parts of a trace`, async () => {
    test.setTimeout(120_000)
    const receiver = await startTraceReceiver()
    const { url, stop } = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_BSP_SCHEDULE_DELAY: "200",
    })
    try {
      await expect.poll(() => isUp(url), { timeout: 60_000 }).toBe(true)
      const headers = { traceparent: `00-${TRACE}-${CALLER}-01` }
      const path = `/tokens/${contracts.mainToken}`
      expect((await fetch(`${url}${path}?q=a-private-query`, { headers })).status).toBe(200)
      const paths = () =>
        receiver.spans.filter(({ traceId }) => traceId === TRACE).map((one) => receiver.pathTo(one))
      const unknown = { txHash: `0x${"ab".repeat(32)}` }
      const sync = await fetch(`${url}/api/v1/sync`, {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify(unknown),
      })
      expect(sync.status).toBe(422)
      // A span arrives before its parent, which ends later.
      await expect(() => {
        expect(paths().filter(([first]) => first !== CALLER)).toEqual([])
        const rendered = paths().filter((names) => names.includes(`render route (app) ${ROUTE}`))
        const leaves = rendered.map((names) => names.at(-1))
        expect(leaves).toContain("select trade")
        const calls = paths().filter((names) =>
          names.at(-1)?.startsWith("eth_getTransactionReceipt"),
        )
        expect(calls[0]?.slice(0, 2)).toEqual([CALLER, "POST /api/v1/sync"])
        expect(calls[0]?.at(-2)).toBe("sync transaction")
        expect(rendered[0]?.slice(0, beforeNext.length)).toEqual(beforeNext)
      }).toPass({ timeout: 20_000 })
      expect(receiver.text).not.toContain("a-private-query")
    } finally {
      await stop()
      receiver.stop()
    }
  })
}

async function startUntilEnd(url: string) {
  const server = await startWeb("traced-end", [BUILT], {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    // Nothing is sent before the end.
    OTEL_BSP_SCHEDULE_DELAY: "600000",
  })
  await expect.poll(() => isUp(server.url), { timeout: 60_000 }).toBe(true)
  return server
}

/** Waits some seconds for a transaction that nobody has sent. */
const sync = (url: string) =>
  fetch(`${url}/api/v1/sync`, {
    method: "POST",
    headers: { traceparent: `00-${TRACE}-${CALLER}-01`, "Content-Type": "application/json" },
    body: JSON.stringify({ txHash: `0x${"cd".repeat(32)}` }),
  })

test("our server ends after it has sent the spans of the requests that it still answers", async () => {
  test.setTimeout(120_000)
  const receiver = await startTraceReceiver()
  const { url, end, stop } = await startUntilEnd(receiver.url)
  try {
    expect((await fetch(`${url}/tokens/${contracts.mainToken}`)).status).toBe(200)
    const late = sync(url)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(receiver.spans).toEqual([])
    expect(await end()).toBe("code 143")
    expect((await late).status).toBe(422)
    expect(receiver.pathTo(receiver.find("sync transaction")).slice(0, 2)).toEqual([
      CALLER,
      "POST /api/v1/sync",
    ])
    receiver.find(`render route (app) ${ROUTE}`)
  } finally {
    await stop()
    receiver.stop()
  }
})

test("our server ends in time while its receiver is silent", async () => {
  test.setTimeout(120_000)
  const silent = createServer(() => {})
  await once(silent.listen(0, "127.0.0.1"), "listening")
  const { port } = silent.address() as AddressInfo
  const { url, end, stop } = await startUntilEnd(`http://127.0.0.1:${port}`)
  try {
    expect((await fetch(`${url}/tokens/${contracts.mainToken}`)).status).toBe(200)
    const startedAt = performance.now()
    expect(await end()).toBe("code 143")
    expect(performance.now() - startedAt).toBeLessThan(6_000)
  } finally {
    await stop()
    silent.closeAllConnections()
    silent.close()
  }
})
