import { sql } from "kysely"
import { type Connection, db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { type Client, markWalletsDue } from "./due"

const toDay = sql<number>`(agent_award.time at time zone 'UTC')::date - date '1970-01-01'`

/** When each wallet was first bound to an agent by an event, or posted one. */
const readFirst = statement({ wallets: "text[]" }, ({ wallets }) =>
  db
    .selectFrom(sql<{ wallet: string }>`unnest(${wallets})`.as<"given">(sql`given (wallet)`))
    .leftJoin("agent_award as a", "a.wallet", "given.wallet")
    .select(["given.wallet", "a.time as known", "a.posted_at"])
    .select(({ selectFrom, ref }) =>
      selectFrom("agent_event as e")
        .select(({ fn }) => fn.min("e.time").as("time"))
        .where("e.wallet", "=", ref("given.wallet"))
        .where("e.kind", "in", sql<"wallet">`('registered', 'wallet')`)
        .as("event"),
    ),
)

const storeAward = statement({ wallet: "text", time: "timestamptz" }, ({ wallet, time }) =>
  db
    .insertInto("agent_award")
    .values({ wallet, time })
    .onConflict((conflict) => conflict.column("wallet").doUpdateSet({ time }))
    .returning(toDay.as("day")),
)

const removeAward = statement({ wallet: "text" }, ({ wallet }) =>
  db.deleteFrom("agent_award").where("wallet", "=", wallet).returning(toDay.as("day")),
)

/** Sets what wallets earn for their first agent to the day that events and posts say. */
export async function refreshAwards(client: Client, wallets: readonly string[]) {
  for (const { wallet, known: awardedAt, posted_at, event } of await readFirst(
    { wallets },
    client,
  )) {
    const times = [posted_at, event].flatMap((time) => time ?? [])
    const first = times.sort((a, b) => +a - +b).at(0)
    if (first?.getTime() === awardedAt?.getTime()) continue
    const changed = first
      ? await storeAward({ wallet, time: first.toISOString() }, client)
      : await removeAward({ wallet }, client)
    const days = changed.map(({ day }) => day)
    if (awardedAt) days.push(Math.floor(+awardedAt / DAY_MS))
    await markWalletsDue(client, [{ wallet, day: Math.min(...days) }])
  }
}

const DAY_MS = 86_400_000

const insertPosted = statement({ wallet: "text" }, ({ wallet }) =>
  db
    .insertInto("agent_award")
    .values({ wallet, time: sql<Date>`now()`, posted_at: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict
        .column("wallet")
        .doUpdateSet({ posted_at: sql<Date>`now()` })
        .where("agent_award.posted_at", "is", null),
    )
    .returning(toDay.as("day")),
)

/** A wallet's first agent earns an award; for later ones the award exists already. */
export async function postAward(client: Connection, wallet: string) {
  const days = await insertPosted({ wallet }, client)
  await markWalletsDue(
    client,
    days.map(({ day }) => ({ wallet, day })),
  )
}
