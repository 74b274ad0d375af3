import { sql } from "kysely"
import { double } from "@/lib/db/codecs"
import { selectAgentsWithConfidence } from "./confidence"

/** A wallet's agent with its confidence; undefined without one. */
export function findAgentConfidence(wallet: string) {
  return selectAgentsWithConfidence()
    .leftJoin("agent_record_due as due", "due.wallet", "a.wallet")
    .select(({ ref }) => [
      "a.name",
      double(ref("a.agent_id")).as("agentId"),
      "score.confidence",
      sql<boolean>`${ref("due.wallet")} is not null`.as("isDue"),
    ])
    .where("a.wallet", "=", wallet)
    .executeTakeFirst()
}
