import type { ClientBase } from "pg"
import { dbOn } from "@/lib/db/client"
import { toArrayLiteral } from "@/lib/indexer/bulk-writes"
import type { WhitelistEventRow } from "@/lib/indexer/event-rows"

type WhitelistKey = { token: string; wallet: string }

/** A wallet's newest event makes its entry, unless the contract denied that very event. */
export async function addToWhitelist(client: ClientBase, events: readonly WhitelistEventRow[]) {
  await refreshWhitelist(client, distinctKeys(events))
}

/** Works the entries of these wallets out anew. */
export async function refreshWhitelist(client: ClientBase, keys: readonly WhitelistKey[]) {
  if (keys.length === 0) return
  const values = [toArrayLiteral(keys, "token"), toArrayLiteral(keys, "wallet")]
  const given = "unnest($1::text[], $2::text[]) as key (token, wallet)"
  const newest = `${given} cross join lateral (
    select max(id) as id from whitelist_event e
    where e.token = key.token and e.wallet = key.wallet
  ) event`
  await client.query(
    `delete from whitelist_removal r using ${newest}
    where r.token = key.token and r.wallet = key.wallet and r.event_id is distinct from event.id`,
    values,
  )
  await client.query(
    `delete from whitelist_entry e using ${given}
    where e.token = key.token and e.wallet = key.wallet`,
    values,
  )
  await client.query(
    `insert into whitelist_entry (token, wallet, event_id)
    select key.token, key.wallet, event.id from ${newest}
    where event.id is not null and not exists (
      select 1 from whitelist_removal r where r.token = key.token and r.wallet = key.wallet
    )`,
    values,
  )
}

function distinctKeys(events: readonly WhitelistKey[]): WhitelistKey[] {
  return [...new Map(events.map((event) => [event.token + event.wallet, event])).values()]
}

/** Notes what the contract denies, as long as the entry is still the one it was asked about. */
export async function removeEntries(
  client: ClientBase,
  denied: readonly (WhitelistKey & { eventId: string })[],
): Promise<number> {
  if (denied.length === 0) return 0
  const { rowCount } = await client.query(
    `with removed as (
      delete from whitelist_entry e
      using unnest($1::text[], $2::text[], $3::bigint[]) as d (token, wallet, event_id)
      where e.token = d.token and e.wallet = d.wallet and e.event_id = d.event_id
      returning e.token, e.wallet, e.event_id
    )
    insert into whitelist_removal (token, wallet, event_id) select * from removed
    on conflict (token, wallet) do update set event_id = excluded.event_id`,
    [
      toArrayLiteral(denied, "token"),
      toArrayLiteral(denied, "wallet"),
      toArrayLiteral(denied, "eventId"),
    ],
  )
  return rowCount ?? 0
}

/** Forgets what the contract denied: after a reorganisation it may confirm it again. */
export async function forgetRemovals(client: ClientBase): Promise<void> {
  const forgotten = await dbOn(client)
    .deleteFrom("whitelist_removal")
    .returning(["token", "wallet"])
    .execute()
  await refreshWhitelist(client, forgotten)
}
