import { skipTake, toOffsetPage } from "@/lib/api/pagination"
import { db } from "@/lib/db"
import type { Agent, AgentListQuery } from "./schema"

const select = { wallet: true, agentId: true, name: true, description: true, createdAt: true }

/** GET /api/agents. */
export async function findAgents(query: AgentListQuery) {
  const { prisma } = db()
  const [rows, total] = await Promise.all([
    prisma.agent.findMany({
      select,
      orderBy: [{ createdAt: "desc" }, { agentId: "desc" }],
      ...skipTake(query),
    }),
    prisma.agent.count(),
  ])
  return toOffsetPage(rows.map(asAgent), total, query)
}

/** GET /api/agents/{address}. */
export async function findAgent(wallet: string): Promise<Agent | null> {
  const row = await db().prisma.agent.findUnique({ where: { wallet }, select })
  return row && asAgent(row)
}

type Row = Omit<Agent, "agentId"> & { agentId: bigint }

const asAgent = ({ agentId, ...row }: Row): Agent => ({ ...row, agentId: Number(agentId) })
