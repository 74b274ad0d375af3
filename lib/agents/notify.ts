import type { Queries } from "@/lib/db/client"
import { logChange } from "@/lib/stream-log/change"
import { agentsTopic } from "@/lib/stream-log/page-topics"

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
