import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { computeDueRecords } from "@/lib/agents/record/compute"
import { markAllRecordsDue } from "@/lib/agents/record/due"
import { storeAgent } from "@/lib/agents/service"
import { pool, prisma } from "@/lib/db/client"
import { rebuildProjections } from "@/lib/indexer/reindex"
import { syncTransaction } from "@/lib/indexer/sync-transaction"
import { type Agents, createAgents, toDataUri } from "@/tests/helpers/agents"
import {
  alice,
  bob,
  carol,
  configureChain,
  dave,
  startChain,
  type TestChain,
  wallets,
} from "@/tests/helpers/chain"
import { toldChanges } from "@/tests/helpers/changes"
import { playAgents, SERVICES } from "./agent-history"
import { catchUp } from "./following"
import { dump } from "./tables"

const erin = wallets[7] as typeof alice

let chain: TestChain
let agents: Agents

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  agents = createAgents(chain)
  await playAgents(agents)
  await catchUp(chain)
})
afterAll(() => chain?.stop())

const rowOf = async (wallet: string) =>
  (
    await pool().query(
      "select agent_id::int, name, description, image, services from agent where wallet = $1",
      [wallet],
    )
  ).rows[0]

const identityOf = async (agentId: number) =>
  (
    await pool().query(
      "select owner, agent_wallet, wallet from agent_identity where agent_id = $1",
      [agentId],
    )
  ).rows[0]

const awardsOf = async (wallet: string) =>
  (await pool().query("select 1 from agent_award where wallet = $1", [wallet])).rowCount

describe("agents follow from the registry's events", () => {
  test("a wallet's row is its newest agent, with name, description and services of its card", async () => {
    expect(await rowOf(alice)).toEqual({
      ...{ agent_id: 2, name: "Second", description: null, image: null },
      services: SERVICES,
    })
    expect(await identityOf(0)).toEqual({ owner: alice, agent_wallet: alice, wallet: alice })
  })

  test("an agent goes with its wallet, which signed; the card is that of the newest URI", async () => {
    expect(await rowOf(bob)).toBeUndefined()
    expect(await rowOf(dave)).toMatchObject({ agent_id: 1, name: "Buoy", image: "ipfs://bafy" })
  })

  test("nobody becomes an agent by being sent one; who gave it away is none, and keeps the award", async () => {
    expect(await identityOf(4)).toEqual({ owner: carol, agent_wallet: null, wallet: null })
    expect(await rowOf(carol)).toMatchObject({ agent_id: 3, name: "Atoll Agent" })
    expect(await Promise.all([alice, bob, carol, dave, erin].map(awardsOf))).toEqual([
      1, 1, 1, 1, 0,
    ])
  })

  test("feedback has its author; what was revoked or answered says so", async () => {
    const { rows } = await pool().query(
      `select agent_id::int as agent, author, feedback_index::int as index, value::int, tag1,
        exists (select from feedback_revocation r where (r.agent_id, r.author, r.feedback_index)
          = (f.agent_id, f.author, f.feedback_index)) as revoked
      from agent_feedback f order by id`,
    )
    expect(rows).toEqual([
      { agent: 0, author: bob, index: 1, value: 80, tag1: "starred", revoked: false },
      { agent: 0, author: bob, index: 2, value: -20, tag1: "tradingYield", revoked: true },
      { agent: 2, author: carol, index: 1, value: 95, tag1: "starred", revoked: false },
    ])
    const responses = await pool().query("select responder, uri from feedback_response")
    expect(responses.rows).toEqual([{ responder: alice, uri: "ipfs://answer" }])
  })
})

test("a rebuild leaves the same rows", async () => {
  const before = await dump(pool())
  const client = await pool().connect()
  await rebuildProjections(client, chain.book)
  client.release()
  expect(await dump(pool())).toEqual(before)
})

test("sync answers the registration, and its row exists at once", async () => {
  const uri = toDataUri({ name: "x".repeat(120), description: `a\u0000${"y".repeat(600)}` })
  const { transactionHash } = await agents.register(erin, uri)
  const events = await syncTransaction(transactionHash)
  expect(events).toContainEqual(
    expect.objectContaining({ type: "Registered", agentId: 5, owner: erin }),
  )
  expect(events.map(({ type }) => type)).toEqual(["Transfer", "Registered", "MetadataSet"])
  const row = await rowOf(erin)
  expect(row.name).toBe("x".repeat(100))
  expect(row.description).toBe(`a${"y".repeat(499)}`)
  expect(await awardsOf(erin)).toBe(1)
})

test("open pages hear of an agent's feedback and card, and of its new record", async () => {
  const hear = async (happen: () => Promise<unknown>) => {
    const before = (await toldChanges()).length
    await happen()
    return (await toldChanges()).slice(before).flatMap((topics) => topics ?? [])
  }
  const hearOf = (happen: () => Promise<unknown>) =>
    hear(async () => {
      await happen()
      await catchUp(chain)
    })
  expect(await hearOf(() => agents.rate(bob, 2n, 5n))).toContain("agents:2")
  const renamed = await hearOf(() => agents.setMetadata(alice, 2n, "colour", "0x01"))
  expect(renamed).toEqual(expect.arrayContaining(["agents", "agents:2"]))
  const client = await pool().connect()
  await markAllRecordsDue(client)
  client.release()
  expect(await hear(computeDueRecords)).toEqual(expect.arrayContaining(["agents", "agents:2"]))
})

test("a reorganisation takes agent, row and award with it", async () => {
  const before = await chain.snapshot()
  await agents.register(wallets[8] as typeof alice, "")
  await agents.setWallet(alice, 2n, wallets[9] as typeof alice)
  await catchUp(chain)
  expect(await rowOf(wallets[9] ?? "")).toMatchObject({ agent_id: 2 })
  expect(await rowOf(alice)).toMatchObject({ agent_id: 0, name: "Pilot" })
  await chain.revert(before)
  await chain.mine(5)
  await catchUp(chain)
  expect(await rowOf(wallets[8] ?? "")).toBeUndefined()
  expect(await awardsOf(wallets[8] ?? "")).toBe(0)
  expect(await rowOf(wallets[9] ?? "")).toBeUndefined()
  expect(await rowOf(alice)).toMatchObject({ agent_id: 2 })
})

describe("what was posted", () => {
  const post = (wallet: string, agentId: number, name: string, block: number) =>
    pool().query(
      `insert into agent (wallet, agent_id, name, posted_id) values ($1, $2, $3, $4)
      on conflict (wallet) do update set agent_id = excluded.agent_id, name = excluded.name,
        posted_id = excluded.posted_id`,
      [wallet, agentId, name, block * 1_000_000 + 999_999],
    )

  test("counts until a later event contradicts it", async () => {
    await post(alice, 0, "Posted", await chain.head())
    await agents.rate(bob, 2n, 1n)
    await agents.setMetadata(alice, 0n, "model", "0x02")
    await catchUp(chain)
    expect(await rowOf(alice)).toMatchObject({ agent_id: 0, name: "Posted" })
    await agents.setUri(alice, 0n, toDataUri({ name: "Renamed" }))
    await catchUp(chain)
    expect(await rowOf(alice)).toMatchObject({ agent_id: 0, name: "Renamed" })
    await agents.transfer(alice, erin, 0n)
    await catchUp(chain)
    expect(await rowOf(alice)).toMatchObject({ agent_id: 2, name: "Second" })
    expect(await rowOf(erin)).toMatchObject({ agent_id: 5 })
  })

  test.each([
    ["post", "registration"],
    ["registration", "post"],
  ])("outlives a later registration without a card: first the %s", async (first) => {
    const owner = { post: wallets[5], registration: wallets[6] }[first] as typeof alice
    const texts = { name: "Tern", description: "Buys low." }
    const postTexts = async (agentId: number) => {
      const holders = { wallets: [owner], block: Number(await chain.head()) }
      await prisma.$transaction((tx) => storeAgent(tx, owner, { agentId, ...texts }, holders))
    }
    const registered = async (uri: string) => {
      const { transactionHash } = await agents.register(owner, uri)
      const events = await syncTransaction(transactionHash)
      return events.find((event) => event.type === "Registered")?.agentId as number
    }
    const old = await registered(toDataUri({ name: "Old" }))
    if (first === "post") await postTexts(old)
    const next = await registered("")
    if (first === "registration") await postTexts(next)
    await catchUp(chain)
    expect(await rowOf(owner)).toMatchObject({ agent_id: next, ...texts })
    const last = await registered(toDataUri({ name: "Named" }))
    await catchUp(chain)
    expect(await rowOf(owner)).toMatchObject({ agent_id: last, ...texts, name: "Named" })
  })
})
