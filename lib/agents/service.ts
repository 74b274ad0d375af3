import { sql } from "kysely"
import { actAs, type Caller } from "@/lib/auth/caller"
import { dbOn, prisma, type Transaction } from "@/lib/db/client"
import { isUniqueViolation } from "@/lib/db/errors"
import { lastRowIdOf } from "@/lib/db/row-ids"
import { lockAgents } from "@/lib/db/write-lock"
import { ApiError } from "@/lib/http/errors"
import { postAward } from "@/lib/profiles/points/agent-awards"
import { startComputationWithoutFollower } from "@/lib/profiles/points/background"
import { DEFAULT_AGENT_NAME } from "./constants"
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
  const stored = await prisma.$transaction((tx) => storeAgent(tx, wallet, agent, holders))
  startComputationWithoutFollower()
  startRecordsWithoutFollower()
  return { success: true as const, agent: stored }
}

/** An identity moves to this wallet only when the registry says that the other wallet no longer holds it. */
export async function storeAgent(
  tx: Transaction,
  wallet: string,
  agent: Omit<NewAgent, "wallet">,
  holders: IdentityHolders,
): Promise<Agent> {
  await lockAgents(tx)
  await releaseIdentity(tx, agent.agentId, holders.wallets)
  const postedId = lastRowIdOf(holders.block)
  const stored = await upsertAgent(tx, wallet, agent, postedId).catch((error: unknown) => {
    throw isUniqueViolation(error)
      ? new ApiError("AGENT_ID_TAKEN", "The agentId is bound to another wallet")
      : error
  })
  await dbOn(tx)
    .deleteFrom("agent_release")
    .where("wallet", "=", wallet)
    .where("agent_id", "=", `${agent.agentId}`)
    .execute()
  await postAward(tx, wallet)
  await notifyAgent(dbOn(tx), wallet)
  return { ...stored, agentId: Number(stored.agentId) }
}

/** Deletes the agent with this identity unless one of these wallets has it. */
async function releaseIdentity(tx: Transaction, agentId: number, wallets: readonly string[]) {
  await dbOn(tx)
    .deleteFrom("agent")
    .where("agent_id", "=", `${agentId}`)
    .where("wallet", "not in", wallets)
    .execute()
}

/** An absent name or description leaves the stored one; an empty description clears it. */
async function upsertAgent(
  tx: Transaction,
  wallet: string,
  { agentId, ...texts }: Omit<NewAgent, "wallet">,
  postedId: number,
) {
  const posted = await upsertTexts(tx, wallet, texts)
  const { name, description } = texts
  const ofCard = (column: "image" | "services") =>
    sql<never>`(select ${sql.ref(column)} from agent_identity where agent_id = ${agentId})`
  const text = {
    agent_id: agentId,
    posted_id: postedId,
    image: ofCard("image"),
    services: ofCard("services"),
  }
  return dbOn(tx)
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
const upsertTexts = (
  tx: Transaction,
  wallet: string,
  { name, description }: Pick<NewAgent, "name" | "description">,
) =>
  tx.agentText.upsert({
    where: { wallet },
    create: { wallet, name: name ?? null, description: description || null },
    update: {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description: description || null }),
    },
    select: { name: true, description: true },
  })
