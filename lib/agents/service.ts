import { sql } from "kysely"
import type { PoolClient } from "pg"
import { actAs, type Caller } from "@/lib/auth/caller"
import { dbOn, transaction } from "@/lib/db/client"
import { lastRowIdOf } from "@/lib/db/row-ids"
import { ApiError } from "@/lib/http/errors"
import { postAward } from "@/lib/profiles/points/agent-awards"
import { startComputationWithoutFollower } from "@/lib/profiles/points/background"
import { DEFAULT_AGENT_NAME } from "./constants"
import { lockAgents } from "./lock"
import { notifyAgent } from "./notify"
import { startRecordsWithoutFollower } from "./record/compute"
import { type IdentityHolders, readIdentityHolders } from "./registry"
import type { Agent, NewAgent } from "./schema"

/** POST /api/agents: registers the wallet's agent, or changes the stored one. */
export async function registerAgent(caller: Caller, { wallet: named, ...agent }: NewAgent) {
  const { wallet } = actAs(caller, named)
  const holders = await readIdentityHolders(agent.agentId)
  if (!holders.wallets.includes(wallet)) {
    throw new ApiError("AGENT_NOT_OWNED", "The identity registry names another owner")
  }
  const stored = await transaction((client) => storeAgent(client, wallet, agent, holders))
  startComputationWithoutFollower()
  startRecordsWithoutFollower()
  return { success: true as const, agent: stored }
}

const UNIQUE_VIOLATION = "23505"

/** An identity moves to this wallet only when the registry says that the other wallet no longer holds it. */
export async function storeAgent(
  client: PoolClient,
  wallet: string,
  agent: Omit<NewAgent, "wallet">,
  holders: IdentityHolders,
): Promise<Agent> {
  await lockAgents(client)
  await releaseIdentity(client, agent.agentId, holders.wallets)
  const postedId = lastRowIdOf(holders.block)
  const stored = await upsertAgent(client, wallet, agent, postedId).catch((error: unknown) => {
    const isTaken = error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION
    throw isTaken ? new ApiError("AGENT_ID_TAKEN", "The agentId is bound to another wallet") : error
  })
  await dbOn(client)
    .deleteFrom("agent_release")
    .where("wallet", "=", wallet)
    .where("agent_id", "=", `${agent.agentId}`)
    .execute()
  await postAward(client, wallet)
  await notifyAgent(dbOn(client), wallet)
  return { ...stored, agentId: Number(stored.agentId) }
}

/** Deletes the agent with this identity unless one of these wallets has it. */
async function releaseIdentity(client: PoolClient, agentId: number, wallets: readonly string[]) {
  await dbOn(client)
    .deleteFrom("agent")
    .where("agent_id", "=", `${agentId}`)
    .where("wallet", "not in", wallets)
    .execute()
}

/** An absent name or description leaves the stored one; an empty description clears it. */
async function upsertAgent(
  client: PoolClient,
  wallet: string,
  { agentId, ...texts }: Omit<NewAgent, "wallet">,
  postedId: number,
) {
  const posted = await upsertTexts(client, wallet, texts)
  const { name, description } = texts
  const ofCard = (column: "image" | "services") =>
    sql<never>`(select ${sql.ref(column)} from agent_identity where agent_id = ${agentId})`
  const text = {
    agent_id: agentId,
    posted_id: postedId,
    image: ofCard("image"),
    services: ofCard("services"),
  }
  return dbOn(client)
    .insertInto("agent")
    .values({
      wallet,
      ...text,
      name: posted.name ?? DEFAULT_AGENT_NAME,
      description: posted.description,
    })
    .onConflict((conflict) =>
      conflict.column("wallet").doUpdateSet({
        ...text,
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description: description || null }),
      }),
    )
    .returning(["wallet", "agent_id as agentId", "name", "description", "created_at as createdAt"])
    .executeTakeFirstOrThrow()
}

/** The texts that the wallet has posted about its agents. */
function upsertTexts(
  client: PoolClient,
  wallet: string,
  { name, description }: Pick<NewAgent, "name" | "description">,
) {
  return dbOn(client)
    .insertInto("agent_text")
    .values({ wallet, name: name ?? null, description: description || null })
    .onConflict((conflict) =>
      conflict.column("wallet").doUpdateSet(({ ref }) => ({
        name: name ?? ref("agent_text.name"),
        description:
          description === undefined ? ref("agent_text.description") : description || null,
      })),
    )
    .returning(["name", "description"])
    .executeTakeFirstOrThrow()
}
