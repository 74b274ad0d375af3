import { sql } from "kysely"
import type { ClientBase } from "pg"
import { DEFAULT_AGENT_NAME } from "@/lib/agents/constants"
import { db, dbOn } from "@/lib/db/client"
import { anyOf } from "@/lib/db/codecs"
import { lockAgents } from "@/lib/db/write-lock"
import { bulkStatement } from "@/lib/events/bulk-writes"
import type { EventRow } from "@/lib/events/event-rows"
import { tellObservers } from "@/lib/events/observers"
import { agentsTopic } from "@/lib/stream-log/page-topics"
import { refreshIdentities } from "./identities"

type AgentTable = "agentEvent" | "agentFeedback" | "feedbackRevocation" | "feedbackResponse"
type AgentRows = Record<AgentTable, readonly { agentId: number }[]>

/** Topics of the directory and of the agents that these rows concern. */
export function listAgentTopics({ agentEvent, ...feedback }: AgentRows): string[] {
  const { agentFeedback, feedbackRevocation, feedbackResponse } = feedback
  const rows = [...agentEvent, ...agentFeedback, ...feedbackRevocation, ...feedbackResponse]
  const topics = rows.map(({ agentId }) => agentsTopic(agentId))
  return agentEvent.length > 0 ? [agentsTopic(), ...topics] : topics
}

export type AgentEventRow = Pick<EventRow<"agentEvent">, "agentId" | "wallet">

const agentKey = { agentId: "bigint" } as const
const walletKey = { wallet: "text" } as const

/** Rows that were posted for a wallet which has lost the agent since, or has registered another one. */
const removeOutdated = bulkStatement(agentKey, (rows) =>
  db
    .deleteFrom("agent as a")
    .using(rows)
    .using("agent_identity as i")
    .whereRef("i.agent_id", "=", "given.agentId")
    .whereRef("a.posted_id", "<", "i.bound_id")
    .where(
      sql<boolean>`case when a.agent_id = i.agent_id
        then a.wallet <> i.owner and a.wallet is distinct from i.agent_wallet
        else a.wallet = i.wallet end`,
    )
    .returning("a.wallet"),
)

/** A card that changed after the row was posted. */
const describePosted = bulkStatement(agentKey, (rows) =>
  db
    .updateTable("agent as a")
    .from(rows)
    .innerJoin("agent_identity as i", "i.agent_id", "given.agentId")
    .whereRef("a.agent_id", "=", "i.agent_id")
    .where("a.posted_id", "is not", null)
    .set(({ ref }) => ({
      image: ref("i.image"),
      services: sql`i.services`,
      name: sql<string>`case when i.card_id > a.posted_id then coalesce(i.name, a.name) else a.name end`,
      description: sql<string | null>`case when i.card_id > a.posted_id
        then coalesce(i.description, a.description) else a.description end`,
    })),
)

/**
 * The newest agent of each wallet, unless another one was posted for it, or it was posted for another wallet. Texts
 * that its card lacks come from the wallet's posts about its agents.
 */
const insertDerived = bulkStatement(walletKey, (rows) =>
  db
    .insertInto("agent")
    .columns([
      ...([
        "wallet",
        "agent_id",
        "name",
        "description",
        "image",
        "services",
        "created_at",
      ] as const),
    ])
    .expression(
      db
        .selectFrom(rows)
        .innerJoin("agent_award as first", "first.wallet", "given.wallet")
        .innerJoinLateral(
          ({ selectFrom, ref }) =>
            selectFrom("agent_identity as i")
              .selectAll("i")
              .where("i.wallet", "=", ref("given.wallet"))
              .where(
                sql<boolean>`not exists (select from agent_release r where r.wallet = i.wallet
                  and r.agent_id = i.agent_id and r.as_of >= i.bound_id)`,
              )
              .where(sql<boolean>`not exists (select from agent a where a.agent_id = i.agent_id)`)
              .orderBy("i.bound_id", "desc")
              .limit(sql.lit(1))
              .as("newest"),
          (join) => join.onTrue(),
        )
        .leftJoin("agent_text as posted", "posted.wallet", "given.wallet")
        .select(["given.wallet", "newest.agent_id"])
        .select(
          sql<string>`coalesce(newest.name, posted.name, ${sql.lit(DEFAULT_AGENT_NAME)})`.as(
            "name",
          ),
        )
        .select(
          sql<string | null>`coalesce(newest.description, posted.description)`.as("description"),
        )
        .select(["newest.image", "newest.services"])
        .select("first.time as created_at"),
    )
    .onConflict((conflict) => conflict.doNothing()),
)

/** Wallets that have these agents now, by events or because they were posted. */
async function findHolders(client: ClientBase, agentIds: readonly number[]) {
  const ids = agentIds.map(String)
  const isOne = sql<string>`any(${ids}::bigint[])`
  const rows = await dbOn(client)
    .selectFrom("agent_event")
    .select("wallet")
    .where("agent_id", "=", isOne)
    .where("wallet", "is not", null)
    .union(dbOn(client).selectFrom("agent").select("wallet").where("agent_id", "=", isOne))
    .execute()
  return rows.flatMap(({ wallet }) => wallet ?? [])
}

/**
 * Updates the agents of these events, new or removed, and the rows of all wallets they name, to agree with all events.
 * A wallet's row is its newest agent; a posted agent counts until an event contradicts it.
 */
export async function refreshAgents(client: ClientBase, rows: readonly AgentEventRow[]) {
  if (rows.length === 0) return
  await lockAgents(client)
  const agentIds = [...new Set(rows.map(({ agentId }) => agentId))].sort((a, b) => a - b)
  await refreshIdentities(client, agentIds)
  const keys = agentIds.map((agentId) => ({ agentId }))
  const outdated = await removeOutdated(client, keys)
  const named = [...rows.flatMap(({ wallet }) => wallet ?? []), ...outdated.map((a) => a.wallet)]
  const wallets = [...new Set([...named, ...(await findHolders(client, agentIds))])].sort()
  await tellObservers((observer) => observer.agentsChanged?.(client, wallets))
  await refreshRows(client, wallets)
  await describePosted(client, keys)
}

/** Writes the rows of these wallets again, except posted ones. */
export async function refreshRows(client: ClientBase, wallets: readonly string[]) {
  await dbOn(client)
    .deleteFrom("agent")
    .where("wallet", "=", anyOf(wallets))
    .where("posted_id", "is", null)
    .execute()
  await insertDerived(
    client,
    wallets.map((wallet) => ({ wallet })),
  )
}

/** Keeps only the posted data, as if there were no events. */
export async function forgetAgentEvents(client: ClientBase) {
  const queries = dbOn(client)
  await queries.deleteFrom("agent").where("posted_id", "is", null).execute()
  await queries.deleteFrom("agent_award").where("posted_at", "is", null).execute()
  await queries
    .updateTable("agent_award")
    .set(({ ref }) => ({ time: ref("posted_at").$notNull() }))
    .where("posted_at", "is not", null)
    .execute()
}
