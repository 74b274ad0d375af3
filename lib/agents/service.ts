import type { PoolClient } from "pg"
import { ApiError } from "@/lib/api/errors"
import { actAs, type Caller } from "@/lib/auth/caller"
import { transaction } from "@/lib/db/client"
import { startComputationWithoutFollower } from "@/lib/profiles/points/background"
import { markWalletsDue } from "@/lib/profiles/points/due"
import { DEFAULT_AGENT_NAME } from "./constants"
import { readIdentityHolders } from "./registry"
import type { Agent, NewAgent } from "./schema"

/** POST /api/agents: registers the wallet's agent, or changes what is stored of it. */
export async function registerAgent(caller: Caller, { wallet: named, ...agent }: NewAgent) {
  const { wallet } = actAs(caller, named)
  const holders = await readIdentityHolders(agent.agentId)
  if (holders && !holders.includes(wallet)) {
    throw new ApiError("AGENT_NOT_OWNED", "The identity registry names another owner")
  }
  const stored = await transaction((client) => storeAgent(client, wallet, agent, holders))
  startComputationWithoutFollower()
  return { success: true as const, agent: stored }
}

const UNIQUE_VIOLATION = "23505"

/** An identity moves to this wallet only when the chain says that it no longer belongs to the other. */
export async function storeAgent(
  client: PoolClient,
  wallet: string,
  { agentId, name, description }: Omit<NewAgent, "wallet">,
  holders: readonly string[] | null,
): Promise<Agent> {
  if (holders) {
    await client.query(
      "delete from agent where agent_id = $1 and wallet <> $2 and wallet <> all($3)",
      [agentId, wallet, holders],
    )
  }
  const { rows } = await client
    .query<AgentRow>(UPSERT, [
      ...[wallet, agentId, name ?? null, description || null],
      ...[DEFAULT_AGENT_NAME, description !== undefined],
    ])
    .catch((error: unknown) => {
      const isTaken = error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION
      throw isTaken
        ? new ApiError("AGENT_ID_TAKEN", "The agentId is bound to another wallet")
        : error
    })
  const [stored] = rows
  if (!stored) throw new Error("An agent was not stored")
  await insertAward(client, wallet)
  return { ...stored, agentId: Number(stored.agentId) }
}

type AgentRow = Omit<Agent, "agentId"> & { agentId: string }

const UPSERT = `
  insert into agent as a (wallet, agent_id, name, description)
  values ($1, $2, coalesce($3, $5), $4)
  on conflict (wallet) do update set agent_id = excluded.agent_id, name = coalesce($3, a.name),
    description = case when $6 then excluded.description else a.description end
  returning wallet, agent_id as "agentId", name, description, created_at as "createdAt"`

/** A wallet's first agent earns once; a later one finds the award there. */
async function insertAward(client: PoolClient, wallet: string) {
  const { rows } = await client.query<{ day: number }>(
    `insert into agent_award (wallet, time) values ($1, now()) on conflict do nothing
    returning (time at time zone 'UTC')::date - date '1970-01-01' as day`,
    [wallet],
  )
  await markWalletsDue(
    client,
    rows.map(({ day }) => ({ wallet, day })),
  )
}
