import { sql } from "kysely"
import type { ClientBase } from "pg"
import { db } from "@/lib/db/client"
import { bulkStatement, columnsOf } from "@/lib/events/bulk-writes"

const agentKey = { agentId: "bigint" } as const

type Kind = "registered" | "uri" | "wallet" | "transfer"

/** The newest event of these kinds, as a lateral table. */
const lastOf = <A extends string>(kinds: readonly Kind[], alias: A) =>
  db
    .selectFrom("agent_event as e")
    .selectAll("e")
    .where("e.agent_id", "=", sql.ref<string>("given.agentId"))
    .where("e.kind", "in", sql<Kind>`(${sql.join(kinds.map((kind) => sql.lit(kind)))})`)
    .orderBy("e.id", "desc")
    .limit(sql.lit(1))
    .as(alias)

const removeUnknown = bulkStatement(agentKey, (rows) =>
  db
    .deleteFrom("agent_identity as i")
    .using(rows)
    .whereRef("i.agent_id", "=", "given.agentId")
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom("agent_event as e")
            .select("e.id")
            .where("e.agent_id", "=", ref("i.agent_id"))
            .where("e.kind", "=", sql.lit("registered")),
        ),
      ),
    ),
)

const cardColumns = ["uri", "name", "description", "image", "services"] as const
const columns = [
  ...(["registrant", "owner", "agent_wallet", "wallet", "bound_id"] as const),
  ...cardColumns,
  ...(["card_id", "registered_at"] as const),
] as const

/**
 * An agent's wallet is one that signed: the agent wallet, or the owner who registered it. A wallet that merely
 * received an agent has not agreed to it.
 */
const upsertIdentities = bulkStatement(agentKey, (rows) =>
  db
    .insertInto("agent_identity")
    .columns(["agent_id", ...columns])
    .expression(
      db
        .selectFrom(rows)
        .innerJoin("agent_event as made", (join) =>
          join
            .onRef("made.agent_id", "=", "given.agentId")
            .on("made.kind", "=", sql.lit("registered")),
        )
        .innerJoinLateral(
          () => lastOf(["registered", "transfer"], "owned"),
          (join) => join.onTrue(),
        )
        .leftJoinLateral(
          () => lastOf(["wallet"], "used"),
          (join) => join.onTrue(),
        )
        .innerJoinLateral(
          () => lastOf(["registered", "uri"], "described"),
          (join) => join.onTrue(),
        )
        .innerJoinLateral(
          () => lastOf(["registered", "transfer", "wallet"], "held"),
          (join) => join.onTrue(),
        )
        .select(["given.agentId", "made.wallet as registrant", "owned.wallet as owner"])
        .select("used.wallet as agent_wallet")
        .select(
          sql<string | null>`coalesce(used.wallet,
            case when owned.wallet = made.wallet then owned.wallet end)`.as("wallet"),
        )
        .select("held.id as bound_id")
        .select(cardColumns.map((column) => `described.${column}` as const))
        .select(["described.id as card_id", "made.time as registered_at"])
        .$narrowType<{ registrant: string; owner: string }>(),
    )
    .onConflict((conflict) =>
      conflict.column("agent_id").doUpdateSet(columnsOf("excluded", columns)),
    ),
)

/** Updates agents from all their events, in whatever order those arrived. */
export async function refreshIdentities(client: ClientBase, agentIds: readonly number[]) {
  const keys = agentIds.map((agentId) => ({ agentId }))
  await removeUnknown(client, keys)
  await upsertIdentities(client, keys)
}
