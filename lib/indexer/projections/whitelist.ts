import type { ClientBase } from "pg"
import { db, dbOn } from "@/lib/db/client"
import { bulkStatement, type GivenRows } from "@/lib/events/bulk-writes"
import type { WhitelistEventRow } from "@/lib/events/event-rows"

type WhitelistKey = { token: string; wallet: string }

/** A wallet's newest event makes its entry, unless the contract denied that very event. */
export async function addToWhitelist(client: ClientBase, events: readonly WhitelistEventRow[]) {
  await refreshWhitelist(client, distinctKeys(events))
}

const keyColumns = { token: "text", wallet: "text" } as const

/** The keys with the id of the newest event of each; null without one. */
const withNewestEvent = (rows: GivenRows<typeof keyColumns>) =>
  db
    .selectFrom(rows)
    .select(["given.token", "given.wallet"])
    .select(({ selectFrom, ref }) =>
      selectFrom("whitelist_event as e")
        .select(({ fn }) => fn.max("e.id").as("id"))
        .where("e.token", "=", ref("given.token"))
        .where("e.wallet", "=", ref("given.wallet"))
        .as("event_id"),
    )
    .as("newest")

const removeOutdatedRemovals = bulkStatement(keyColumns, (rows) =>
  db
    .deleteFrom("whitelist_removal as r")
    .using(withNewestEvent(rows))
    .whereRef("r.token", "=", "newest.token")
    .whereRef("r.wallet", "=", "newest.wallet")
    .whereRef("r.event_id", "is distinct from", "newest.event_id"),
)

const deleteEntries = bulkStatement(keyColumns, (rows) =>
  db
    .deleteFrom("whitelist_entry as e")
    .using(rows)
    .whereRef("e.token", "=", "given.token")
    .whereRef("e.wallet", "=", "given.wallet"),
)

const insertEntries = bulkStatement(keyColumns, (rows) =>
  db
    .insertInto("whitelist_entry")
    .columns(["token", "wallet", "event_id"])
    .expression(
      db
        .selectFrom(withNewestEvent(rows))
        .select(({ ref }) => [
          "newest.token",
          "newest.wallet",
          ref("newest.event_id").$notNull().as("event_id"),
        ])
        .where("newest.event_id", "is not", null)
        .where(({ not, exists, selectFrom, ref }) =>
          not(
            exists(
              selectFrom("whitelist_removal as r")
                .select("r.token")
                .where("r.token", "=", ref("newest.token"))
                .where("r.wallet", "=", ref("newest.wallet")),
            ),
          ),
        ),
    ),
)

/** Computes the entries of these wallets again. */
export async function refreshWhitelist(client: ClientBase, keys: readonly WhitelistKey[]) {
  await removeOutdatedRemovals(client, keys)
  await deleteEntries(client, keys)
  await insertEntries(client, keys)
}

function distinctKeys(events: readonly WhitelistKey[]): WhitelistKey[] {
  return [...new Map(events.map((event) => [event.token + event.wallet, event])).values()]
}

/** Replaces entries that the contract denies by removals, unless a newer event has changed them. */
export const removeEntries = bulkStatement({ ...keyColumns, eventId: "bigint" }, (rows) =>
  db
    .with("removed", (cte) =>
      cte
        .deleteFrom("whitelist_entry as e")
        .using(rows)
        .whereRef("e.token", "=", "given.token")
        .whereRef("e.wallet", "=", "given.wallet")
        .whereRef("e.event_id", "=", "given.eventId")
        .returning(["e.token", "e.wallet", "e.event_id"]),
    )
    .insertInto("whitelist_removal")
    .columns(["token", "wallet", "event_id"])
    .expression((eb) => eb.selectFrom("removed").selectAll())
    .onConflict((conflict) =>
      conflict
        .columns(["token", "wallet"])
        .doUpdateSet(({ ref }) => ({ event_id: ref("excluded.event_id") })),
    ),
)

/** Forgets the contract's denials, because after a reorganisation it may confirm the entries again. */
export async function forgetRemovals(client: ClientBase): Promise<void> {
  const forgotten = await dbOn(client)
    .deleteFrom("whitelist_removal")
    .returning(["token", "wallet"])
    .execute()
  await refreshWhitelist(client, forgotten)
}
