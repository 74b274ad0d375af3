import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import * as mcpRoute from "@/app/mcp/route"
import type { RouteEntry } from "@/lib/http/route-table"
import { createServer } from "@/server/http-server"
import type { RouteModule } from "@/server/routes"
import { answerRoutes } from "@/server/routes"

export type McpTestServer = Awaited<ReturnType<typeof startMcpServer>>

type Revision = "2026-07-28" | "legacy"

/** Our own server with /mcp and the routes that are named, and the official client for it. */
export async function startMcpServer(routes: readonly RouteEntry<RouteModule>[] = []) {
  const leftToFramework = async () => {
    throw new Error("Only these routes are here")
  }
  const server: Server = createServer(leftToFramework, [
    answerRoutes([["/mcp", mcpRoute], ...routes]),
  ])
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
  const clients: Client[] = []

  async function connect(headers: Record<string, string> = {}, revision: Revision = "2026-07-28") {
    const mode = revision === "legacy" ? ("legacy" as const) : { pin: revision }
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } })
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
    clients.push(client)
    return client
  }

  async function post(body: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        ...headers,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text && JSON.parse(text),
    }
  }

  async function stop() {
    for (const client of clients) await client.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url, connect, post, stop }
}
