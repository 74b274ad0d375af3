import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { encodeAbiParameters, toFunctionSelector } from "viem"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { addressOf } from "@/tests/helpers/rows"

const REGISTRY = `0x${"66".repeat(20)}`
const book = JSON.parse(process.env.CONTRACTS ?? "{}")
process.env.CONTRACTS = JSON.stringify({ ...book, identityRegistry: REGISTRY })

const OWNER_OF = toFunctionSelector("ownerOf(uint256)")

/** What the registry answers: who owns an identity and who acts for it; null reverts, undefined is a broken node. */
let holders: { owner: string | null; agent: string | null } | undefined
let node: Server

type Call = { id: number; method: string; params: [{ data: string }] }

function answerOf({ id, params }: Call) {
  const [{ data }] = params
  const holder = data.startsWith(OWNER_OF) ? holders?.owner : holders?.agent
  if (!holder)
    return { jsonrpc: "2.0", id, error: { code: 3, message: "execution reverted", data: "0x" } }
  const [result] = [encodeAbiParameters([{ type: "address" }], [`0x${holder.slice(2)}`])]
  return { jsonrpc: "2.0", id, result }
}

beforeAll(async () => {
  node = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on("data", (part: Buffer) => parts.push(part))
    request.on("end", () => {
      response.statusCode = holders ? 200 : 500
      response.setHeader("content-type", "application/json")
      const asked = Buffer.concat(parts).toString()
      response.end(holders ? JSON.stringify(answerOf(JSON.parse(asked))) : "")
    })
  })
  await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve))
  const { port } = node.address() as AddressInfo
  process.env.RPC_URL = `http://127.0.0.1:${port}`
})
afterAll(() => node.close())
beforeEach(() => {
  holders = { owner: null, agent: null }
})

// Imported late: address book and node are read once.
const load = async () => {
  const [route, { createSession }, { call }] = await Promise.all([
    import("@/app/api/agents/route"),
    import("@/tests/helpers/auth"),
    import("@/tests/helpers/call"),
  ])
  const register = (who: Awaited<ReturnType<typeof createSession>>, agentId: number) =>
    call(route, {
      method: "POST",
      body: { wallet: who.address, agentId },
      as: { cookie: who.cookie },
    })
  return { register, signedIn: createSession }
}

test("201: the owner of an identity, and the wallet it acts with", async () => {
  const { register, signedIn } = await load()
  const [owner, agent] = [await signedIn(), await signedIn()]
  holders = { owner: owner.address, agent: addressOf(9) }
  expect((await register(owner, 1)).status).toBe(201)
  holders = { owner: addressOf(9), agent: agent.address }
  expect((await register(agent, 2)).status).toBe(201)
})

test("403: somebody else's identity, and one that does not exist", async () => {
  const { register, signedIn } = await load()
  const me = await signedIn()
  holders = { owner: addressOf(9), agent: null }
  expect((await register(me, 3)).body.code).toBe("AGENT_NOT_OWNED")
  holders = { owner: null, agent: null }
  expect((await register(me, 3)).body.code).toBe("AGENT_NOT_OWNED")
})

test("409: an identity moves only once the chain says that it left its wallet", async () => {
  const { register, signedIn } = await load()
  const [seller, buyer] = [await signedIn(), await signedIn()]
  holders = { owner: seller.address, agent: null }
  expect((await register(seller, 4)).status).toBe(201)
  holders = { owner: seller.address, agent: buyer.address }
  expect((await register(buyer, 4)).body.code).toBe("AGENT_ID_TAKEN")
  holders = { owner: buyer.address, agent: null }
  expect((await register(buyer, 4)).status).toBe(201)
})

test("503: a registry that cannot be read", async () => {
  const { register, signedIn } = await load()
  const me = await signedIn()
  holders = undefined
  expect((await register(me, 5)).body.code).toBe("CHAIN_UNAVAILABLE")
})
