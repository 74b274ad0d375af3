import type { Queries } from "@/lib/db/client"
import { notifyTopics } from "@/lib/live/notify"
import { agentsTopic } from "@/lib/live/topics"

/** Makes open pages of the wallet's agent, and the directory, read their data again. */
export async function notifyAgent(queries: Queries, wallet: string) {
  const agent = await queries
    .selectFrom("agent")
    .select("agent_id")
    .where("wallet", "=", wallet)
    .executeTakeFirst()
  if (agent) await notifyTopics(queries, [agentsTopic(), agentsTopic(Number(agent.agent_id))])
}
