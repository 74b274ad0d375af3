import { skipTake, toOffsetPage } from "@/lib/api/pagination"
import { pool } from "@/lib/db/client"
import type { Agent, AgentListQuery } from "./schema"

/** GET /api/agents. */
export async function findAgents(query: AgentListQuery) {
  const { skip, take } = skipTake(query)
  const [{ rows }, counted] = await Promise.all([
    pool().query<Agent>(`${AGENTS} order by created_at desc, agent_id desc limit $1 offset $2`, [
      take,
      skip,
    ]),
    pool().query<{ total: number }>("select count(*)::int as total from agent"),
  ])
  return toOffsetPage(rows, counted.rows[0]?.total ?? 0, query)
}

/** GET /api/agents/{address}. */
export async function findAgent(wallet: string): Promise<Agent | null> {
  const { rows } = await pool().query<Agent>(`${AGENTS} where wallet = $1`, [wallet])
  return rows[0] ?? null
}

/** Agent ids stay within what a JSON number holds exactly. */
const AGENTS = `
  select wallet, agent_id::float8 as "agentId", name, description, created_at as "createdAt"
  from agent`
