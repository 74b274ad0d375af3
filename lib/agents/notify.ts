import type { Queries } from "@/lib/db/client"
import { agentsTopic } from "@/lib/live/topics"
import { logChange } from "@/lib/streams/change"

/** Makes open pages of the wallet's agent, and the directory, read their data again. */
export async function notifyAgent(queries: Queries, wallet: string) {
  const agent = await queries
    .selectFrom("agent")
    .select("agent_id")
    .where("wallet", "=", wallet)
    .executeTakeFirst()
  if (agent)
    await logChange(queries, { topics: [agentsTopic(), agentsTopic(Number(agent.agent_id))] })
}
