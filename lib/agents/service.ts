import { sql } from "kysely"
import type { PoolClient } from "pg"
import { ApiError } from "@/lib/api/errors"
import { actAs, type Caller } from "@/lib/auth/caller"
import { dbOn, transaction } from "@/lib/db/client"
import { startComputationWithoutFollower } from "@/lib/profiles/points/background"
import { markWalletsDue } from "@/lib/profiles/points/due"
import { DEFAULT_AGENT_NAME } from "./constants"
import { startRecordsWithoutFollower } from "./record/compute"
import { readIdentityHolders } from "./registry"
import type { Agent, NewAgent } from "./schema"

/** POST /api/agents: registers the wallet's agent, or changes the stored one. */
export async function registerAgent(caller: Caller, { wallet: named, ...agent }: NewAgent) {
  const { wallet } = actAs(caller, named)
  const holders = await readIdentityHolders(agent.agentId)
  if (holders && !holders.includes(wallet)) {
    throw new ApiError("AGENT_NOT_OWNED", "The identity registry names another owner")
  }
  const stored = await transaction((client) => storeAgent(client, wallet, agent, holders))
  startComputationWithoutFollower()
  startRecordsWithoutFollower()
  return { success: true as const, agent: stored }
}

const UNIQUE_VIOLATION = "23505"

/** An identity moves to this wallet only when the registry says that it no longer belongs to the other. */
export async function storeAgent(
  client: PoolClient,
  wallet: string,
  agent: Omit<NewAgent, "wallet">,
  holders: readonly string[] | null,
): Promise<Agent> {
  if (holders) await releaseIdentity(client, agent.agentId, [wallet, ...holders])
  const stored = await upsertAgent(client, wallet, agent).catch((error: unknown) => {
    const isTaken = error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION
    throw isTaken ? new ApiError("AGENT_ID_TAKEN", "The agentId is bound to another wallet") : error
  })
  await insertAward(client, wallet)
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
function upsertAgent(
  client: PoolClient,
  wallet: string,
  { agentId, name, description }: Omit<NewAgent, "wallet">,
) {
  return dbOn(client)
    .insertInto("agent")
    .values({
      wallet,
      agent_id: agentId,
      name: name ?? DEFAULT_AGENT_NAME,
      description: description || null,
    })
    .onConflict((conflict) =>
      conflict.column("wallet").doUpdateSet({
        agent_id: agentId,
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description: description || null }),
      }),
    )
    .returning(["wallet", "agent_id as agentId", "name", "description", "created_at as createdAt"])
    .executeTakeFirstOrThrow()
}

/** A wallet's first agent earns an award; for later ones the award exists already. */
async function insertAward(client: PoolClient, wallet: string) {
  const awards = await dbOn(client)
    .insertInto("agent_award")
    .values({ wallet, time: sql<Date>`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .returning(sql<number>`(time at time zone 'UTC')::date - date '1970-01-01'`.as("day"))
    .execute()
  await markWalletsDue(
    client,
    awards.map(({ day }) => ({ wallet, day })),
  )
}
