import { zeroAddress } from "viem"
import { beforeEach, describe, expect, test } from "vitest"
import * as agentRoute from "@/app/api/agents/[address]/route"
import * as route from "@/app/api/agents/route"
import { getDeployment } from "@/lib/chain/deployment"
import { pool } from "@/lib/db/client"
import { agentCheck } from "@/lib/indexer/agent-check"
import { createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
// Names the deployment.
import { addressOf } from "@/tests/helpers/rows"
// Adds the identity registry.
import { registry } from "./registry-node"

type Signed = Awaited<ReturnType<typeof createSession>>
let me: Signed
let ids = 7_000

beforeEach(async () => {
  me = await createSession()
})

const post = (body: Record<string, unknown>, who = me) =>
  call(route, {
    method: "POST",
    body: { wallet: who.address, ...body },
    as: { cookie: who.cookie },
  })

/** Posts what the chain confirms: the identity is the wallet's. */
function register(body: Record<string, unknown>, who = me) {
  if (typeof body.agentId === "number") registry.holders.set(body.agentId, { owner: who.address })
  return post(body, who)
}
const agentOf = async (address: string) => (await call(agentRoute, { params: { address } })).body

describe("POST /api/agents", () => {
  test("201: creates with a name of its own, and keeps name and time on a change", async () => {
    const created = await register({ agentId: 0 })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      success: true,
      agent: {
        wallet: me.address,
        agentId: 0,
        name: "Atoll Agent",
        description: null,
        createdAt: expect.any(String),
      },
    })
    const { agent } = (await register({ agentId: 0, name: " Reefer\n", description: "Trades." }))
      .body
    expect(agent).toEqual({ ...created.body.agent, name: "Reefer", description: "Trades." })
    const changed = (await register({ agentId: ++ids })).body.agent
    expect(changed).toEqual({ ...agent, agentId: ids })
    const cleared = (await register({ agentId: ids, description: null })).body.agent
    expect(cleared).toEqual({ ...changed, description: null })
  })

  test("201: the first agent of a wallet earns, once and for ever", async () => {
    await register({ agentId: ++ids })
    const awards = "select time::text from agent_award where wallet = $1"
    const first = (await pool().query(awards, [me.address])).rows
    expect(first).toHaveLength(1)
    await pool().query("delete from agent where wallet = $1", [me.address])
    await register({ agentId: ++ids })
    expect((await pool().query(awards, [me.address])).rows).toEqual(first)
    const due = "select 1 from points_due where wallet = $1"
    expect((await pool().query(due, [me.address])).rowCount).toBe(1)
  })

  test.each([
    { agentId: -1 },
    { agentId: 1.5 },
    { agentId: "1" },
    { agentId: 2 ** 53 },
    {},
    { agentId: 1, name: "" },
    { agentId: 1, name: "\u200b" },
    { agentId: 1, name: "a".repeat(101) },
    { agentId: 1, description: "a".repeat(501) },
    { agentId: 1, wallet: "0x12" },
  ])("400: %j", async (body) => {
    expect((await register(body)).body.code).toBe("VALIDATION_FAILED")
  })

  test("401: nobody is signed in", async () => {
    const body = { wallet: addressOf(1), agentId: 1 }
    expect((await call(route, { method: "POST", body })).status).toBe(401)
  })

  test("403: a wallet that is not in the session", async () => {
    const { body } = await register({ agentId: 1, wallet: addressOf(1) })
    expect(body.code).toBe("WALLET_NOT_IN_SESSION")
  })

  test("201: the owner of an identity, and the wallet it acts with", async () => {
    const [agentId, agent] = [++ids, await createSession()]
    registry.holders.set(agentId, { owner: addressOf(9), wallet: agent.address })
    expect((await post({ agentId }, agent)).status).toBe(201)
  })

  test("403: somebody else's identity, and one that does not exist", async () => {
    const agentId = ++ids
    registry.holders.set(agentId, { owner: addressOf(9) })
    expect((await post({ agentId })).body.code).toBe("AGENT_NOT_OWNED")
    expect((await post({ agentId: ++ids })).body.code).toBe("AGENT_NOT_OWNED")
    expect(await agentOf(me.address)).toEqual({ isAgent: false, agent: null })
  })

  test("409: of owner and agent wallet who post at once, one gets it", async () => {
    const [agentId, other] = [++ids, await createSession()]
    registry.holders.set(agentId, { owner: me.address, wallet: other.address })
    const answers = await Promise.all([post({ agentId }), post({ agentId }, other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.code).toBe("AGENT_ID_TAKEN")
  })

  test("409: an identity moves only once the chain says that it left its wallet", async () => {
    const [agentId, seller] = [++ids, await createSession()]
    expect((await register({ agentId }, seller)).status).toBe(201)
    registry.holders.set(agentId, { owner: seller.address, wallet: me.address })
    expect((await post({ agentId })).body.code).toBe("AGENT_ID_TAKEN")
    registry.holders.set(agentId, { owner: me.address })
    expect((await post({ agentId })).status).toBe(201)
    expect(await agentOf(seller.address)).toEqual({ isAgent: false, agent: null })
  })

  test("201: repeated posts of a wallet at once leave one row and one award", async () => {
    const agentId = ++ids
    registry.holders.set(agentId, { owner: me.address })
    const answers = await Promise.all(Array.from({ length: 5 }, () => post({ agentId })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    const count = "select count(*)::int as n from agent_award where wallet = $1"
    expect((await pool().query(count, [me.address])).rows).toEqual([{ n: 1 }])
  })

  test("503: a registry that cannot be read", async () => {
    registry.isBroken = true
    expect((await post({ agentId: ++ids })).body.code).toBe("CHAIN_UNAVAILABLE")
  })

  test("503: no registry, so that nobody takes an id that is not theirs", async () => {
    const { identityRegistry } = getDeployment()
    getDeployment().identityRegistry = zeroAddress
    const { status, body } = await post({ agentId: ++ids })
    getDeployment().identityRegistry = identityRegistry
    expect([status, body.code]).toEqual([503, "NOT_CONFIGURED"])
  })
})

describe("GET /api/agents", () => {
  test("200: newest first, in pages", async () => {
    const [first, second] = [++ids, ++ids]
    await register({ agentId: first })
    await register({ agentId: second }, await createSession())
    const { body } = await call(route, { query: { limit: 2 } })
    expect(body.data.map(({ agentId }) => agentId)).toEqual([second, first])
    expect(body.pagination).toMatchObject({ page: 1, limit: 2 })
    const next = await call(route, { query: { limit: 1, page: 2 } })
    expect(next.body.data.map(({ agentId }) => agentId)).toEqual([first])
  })

  test("400: a page that is none", async () => {
    expect((await call(route, { query: { page: 0 } })).status).toBe(400)
  })
})

describe("GET /api/agents/{address}", () => {
  test("200: an agent, and a wallet that is none", async () => {
    const { agent } = (await register({ agentId: ++ids })).body
    expect(await agentOf(me.address.toUpperCase().replace("0X", "0x"))).toEqual({
      isAgent: true,
      agent,
    })
    expect(await agentOf(addressOf(0xdead))).toEqual({ isAgent: false, agent: null })
  })

  test("400: a malformed address", async () => {
    expect((await call(agentRoute, { params: { address: "0x1" } })).status).toBe(400)
  })
})

describe("the daily check", () => {
  const check = (signal = new AbortController().signal) =>
    agentCheck.run({ day: "2026-11-24", signal })

  test("removes whom the registry no longer names; the award stays", async () => {
    const [kept, sold] = [++ids, ++ids]
    const seller = await createSession()
    await register({ agentId: kept })
    await register({ agentId: sold }, seller)
    registry.holders.set(kept, { owner: addressOf(9), wallet: me.address })
    registry.holders.set(sold, { owner: addressOf(9) })
    await check()
    expect((await agentOf(me.address)).isAgent).toBe(true)
    expect((await agentOf(seller.address)).isAgent).toBe(false)
    const awards = "select 1 from agent_award where wallet = $1"
    expect((await pool().query(awards, [seller.address])).rowCount).toBe(1)
    registry.holders.set(sold, { owner: seller.address })
    expect((await post({ agentId: sold }, seller)).status).toBe(201)
    await check()
    expect((await agentOf(seller.address)).isAgent).toBe(true)
  })

  test("fails without removing anybody when the registry cannot be read", async () => {
    await register({ agentId: ++ids })
    registry.isBroken = true
    await expect(check()).rejects.toThrow()
    registry.isBroken = false
    expect((await agentOf(me.address)).isAgent).toBe(true)
  })

  test("ends when it is told to", async () => {
    await register({ agentId: ++ids })
    await expect(check(AbortSignal.abort())).rejects.toThrow("aborted")
  })
})
