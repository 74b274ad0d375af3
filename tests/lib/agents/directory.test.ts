import { beforeEach, describe, expect, test } from "vitest"
import { findAgentDetails, findDirectory } from "@/lib/agents/directory"
import { directoryQuery } from "@/lib/agents/directory-schema"
import { findFeedback, findFeedbackSummary } from "@/lib/agents/feedback"
import { computeDueRecords } from "@/lib/agents/record/compute"
import { pool } from "@/lib/db/client"
import { search } from "@/lib/search/queries"
import { WAD } from "@/lib/units"
import { addressOf, insertToken, insertTrade, insertTx } from "@/tests/helpers/rows"

const [reader, diver, owner] = [addressOf(0xd1), addressOf(0xd2), addressOf(0xd3)]

const list = async (query: object) =>
  (await findDirectory(directoryQuery.parse(query))).data.map(({ agentId }) => agentId)

beforeEach(async () => {
  await pool().query(`delete from agent; delete from wallet_points; delete from trade;
    delete from agent_feedback; delete from feedback_revocation`)
  await pool().query(
    `insert into agent (wallet, agent_id, name, created_at) values
      ($1, 0, 'Tide reader', now() - interval '2 days'), ($2, 7, 'Deep_diver', now())`,
    [reader, diver],
  )
  await pool().query(
    `insert into wallet_points (wallet, total, reached_at, computed_at) values ($1, 600, now(), now())`,
    [diver],
  )
  const { address } = await insertToken({ dev: reader })
  await insertTrade({ token: address, user: diver, amountUsdc: 20n * WAD })
  await computeDueRecords()
})

describe("the directory of agents", () => {
  test.each([
    [{}, [7, 0]],
    [{ sort: "newest" }, [7, 0]],
    [{ sort: "trades" }, [7, 0]],
    [{ tier: "Hatchling" }, [7]],
    [{ tier: "Plankton" }, [0]],
    [{ product: "tokens" }, [7]],
    [{ product: "vault" }, []],
    [{ search: "tide" }, [0]],
    [{ search: "p_d" }, [7]],
    [{ search: "#7" }, [7]],
    [{ search: reader.slice(0, 42) }, [0]],
    [{ limit: "1", page: "2" }, [0]],
  ])("%j", async (query, expected) => {
    expect(await list(query)).toEqual(expected)
  })

  test("is searched by name, too", async () => {
    const { groups } = await search("diver")
    expect(groups).toMatchObject([{ id: "agents", items: [{ href: "/agents/7" }] }])
  })
})

describe("an agent's page", () => {
  test("has the record and the parts of the confidence", async () => {
    const agent = await findAgentDetails(7)
    expect(agent).toMatchObject({ name: "Deep_diver", products: ["tokens"], services: [] })
    expect(agent?.record).toMatchObject({ trades: 1, tradeVolume: 20n * WAD, daysActive: 1 })
    const sum = agent?.parts.reduce((total, { value, weight }) => total + value * weight, 0) ?? 0
    expect(agent?.confidence).toBe(Math.round(sum * 1_000) / 1_000)
    expect(await findAgentDetails(8)).toBeNull()
  })

  test("tells of feedback what its author traded, and whether the two have dealt", async () => {
    const rate = async (author: string, index: number) => {
      const { id, txId } = await insertTx()
      await pool().query(
        `insert into agent_feedback (id, tx_id, time, agent_id, author, feedback_index, value, decimals,
          tag1, tag2, endpoint, uri, hash) values ($1, $2, now(), 0, $3, $4, 875, 1, 'starred', '', '', '', '')`,
        [id, txId, author, index],
      )
      return { id, txId }
    }
    await rate(diver, 1)
    const { id, txId } = await rate(owner, 1)
    const agent = { agentId: 0, wallet: reader }
    expect((await findFeedback(agent)).feedback).toMatchObject([
      { author: owner, trades: 0, hasDealt: false, isRevoked: false },
      { author: diver, trades: 1, volume: 20n * WAD, hasDealt: true, responses: 0 },
    ])
    expect(await findFeedbackSummary(agent)).toEqual({ total: 2, authors: 2, dealt: 1 })
    await pool().query(
      `insert into feedback_revocation (id, tx_id, time, agent_id, author, feedback_index)
        values ($1, $2, now(), 0, $3, 1)`,
      [id + 1n, txId, owner],
    )
    const { feedback, next } = await findFeedback(agent)
    expect([feedback[0]?.isRevoked, next]).toEqual([true, null])
    expect(await findFeedbackSummary(agent)).toEqual({ total: 1, authors: 1, dealt: 1 })
  })
})
