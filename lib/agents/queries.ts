import { db } from "@/lib/db/client"
import { double } from "@/lib/db/codecs"
import { skipTake, toOffsetPage } from "@/lib/http/pagination"
import { countRows } from "@/lib/reef/posts/rows"
import type { Agent, AgentListQuery } from "./schema"

/** GET /api/agents. */
export async function findAgents(query: AgentListQuery) {
  const { skip, take } = skipTake(query)
  const [agents, { total }] = await Promise.all([
    selectAgents()
      .orderBy("created_at", "desc")
      .orderBy("agent_id", "desc")
      .limit(take)
      .offset(skip)
      .execute(),
    db.selectFrom("agent").select(countRows).executeTakeFirstOrThrow(),
  ])
  return toOffsetPage(agents, total, query)
}

/** GET /api/agents/{address}. */
export async function findAgent(wallet: string): Promise<Agent | null> {
  return (await selectAgents().where("wallet", "=", wallet).executeTakeFirst()) ?? null
}

/** Agent ids are small enough for a JSON number. */
const selectAgents = () =>
  db
    .selectFrom("agent")
    .select(["wallet", "name", "description", "created_at as createdAt"])
    .select(({ ref }) => double(ref("agent_id")).as("agentId"))
