import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { vi } from "vitest"
import * as nonceRoute from "@/app/api/auth/nonce/route"
import * as verifyRoute from "@/app/api/auth/verify/route"
import * as healthRoute from "@/app/api/health/route"
import * as keyRoute from "@/app/api/v1/auth/keys/[id]/route"
import * as keysRoute from "@/app/api/v1/auth/keys/route"
import * as ownProfileRoute from "@/app/api/v1/me/profile/route"
import * as statsRoute from "@/app/api/v1/me/stats/route"
import * as profileRoute from "@/app/api/v1/profile/[wallet]/route"
import * as quoteRoute from "@/app/api/v1/quote/route"
import * as streamRoute from "@/app/api/v1/stream/route"
import * as ordersRoute from "@/app/api/v1/tokens/[address]/orders/route"
import * as tokenRoute from "@/app/api/v1/tokens/[address]/route"
import * as tradesRoute from "@/app/api/v1/tokens/[address]/trades/route"
import * as tokensRoute from "@/app/api/v1/tokens/route"
import * as buildRoute from "@/app/api/v1/transactions/build/route"
import * as sendRoute from "@/app/api/v1/transactions/send/route"
import * as contractsRoute from "@/app/contracts.json/route"
import * as llmsRoute from "@/app/llms.txt/route"
import * as mcpRoute from "@/app/mcp/route"
import * as holdingsRoute from "@/app/portfolio/[wallet]/holdings.json/route"
import * as positionsRoute from "@/app/portfolio/[wallet]/positions.json/route"
import type { Resource } from "@/lib/api/route"
import { pool } from "@/lib/db/client"
import { createServer } from "@/server/http-server"
import { answerRoutes } from "@/server/routes"
import { configureChain, startChain } from "@/tests/helpers/chain"
import { catchUp } from "@/tests/lib/indexer/following"
import { emptyIndex } from "@/tests/lib/indexer/tables"

// What a test asks for in a second is more than programs may ask for in a minute.
process.env.RATE_LIMIT_KEY = "1000"
process.env.RATE_LIMIT_IP = "1000"

const ROUTES = Object.entries({
  "/api/auth/nonce": nonceRoute,
  "/api/auth/verify": verifyRoute,
  "/api/health": healthRoute,
  "/api/v1/auth/keys": keysRoute,
  "/api/v1/auth/keys/[id]": keyRoute,
  "/api/v1/me/profile": ownProfileRoute,
  "/api/v1/me/stats": statsRoute,
  "/api/v1/profile/[wallet]": profileRoute,
  "/api/v1/quote": quoteRoute,
  "/api/v1/stream": streamRoute,
  "/api/v1/tokens": tokensRoute,
  "/api/v1/tokens/[address]": tokenRoute,
  "/api/v1/tokens/[address]/orders": ordersRoute,
  "/api/v1/tokens/[address]/trades": tradesRoute,
  "/api/v1/transactions/build": buildRoute,
  "/api/v1/transactions/send": sendRoute,
  "/contracts.json": contractsRoute,
  "/llms.txt": llmsRoute,
  "/mcp": mcpRoute,
  "/portfolio/[wallet]/holdings.json": holdingsRoute,
  "/portfolio/[wallet]/positions.json": positionsRoute,
}).map(([at, handlers]) => [at, handlers as unknown as Resource] as const)

export type Service = Awaited<ReturnType<typeof startService>>

/** A chain with a token, its index, and the API on a port of its own. */
export async function startService(prepare: (chain: Chain) => Promise<void> = async () => {}) {
  const chain = await startChain()
  configureChain(chain)
  await prepare(chain)
  await emptyIndex(pool())
  await catchUp(chain)
  const requests: string[] = []
  const server: Server = createServer(
    vi.fn(async () => {}),
    [answerRoutes([...ROUTES])],
  )
  server.on("request", ({ method, url }) => requests.push(`${method} ${url}`))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...{ chain, url, requests },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await chain.stop()
    },
  }
}

type Chain = Awaited<ReturnType<typeof startChain>>
