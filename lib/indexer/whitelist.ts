import type { ClientBase } from "pg"
import { removeEntries } from "./derived/whitelist"
import { announce, exclusively } from "./ingest"
import { deniedEntries, type WhitelistQuestion } from "./node"
import type { Rpc } from "./rpc"

/** Gives a connection for a short while. */
type Using = <T>(work: (client: ClientBase) => Promise<T>) => Promise<T>

/**
 * Asks the contracts again about whitelist entries, of these tokens or of all, and removes what they
 * deny: a removal emits nothing. No connection is held while the node is asked.
 */
export async function recheckWhitelists(
  using: Using,
  rpc: Rpc,
  tokens?: Iterable<string>,
): Promise<void> {
  const entries = await using((client) => readEntries(client, tokens))
  const denied = await deniedEntries(rpc, entries)
  if (denied.length === 0) return
  const touched = new Set(denied.map(({ token }) => token))
  await using((client) =>
    exclusively(client, async () => {
      await removeEntries(client, denied)
      await announce(client, { block: null, head: null, tokens: touched })
    }),
  )
}

async function readEntries(client: ClientBase, tokens?: Iterable<string>) {
  const { rows } = await client.query<WhitelistQuestion>(
    `select token, wallet, event_id as "eventId" from whitelist_entry
    ${tokens ? "where token = any($1::text[])" : ""} order by token, wallet`,
    tokens ? [`{${[...tokens]}}`] : [],
  )
  return rows
}

export async function hasWhitelists(client: ClientBase): Promise<boolean> {
  return (await client.query("select 1 from whitelist_entry limit 1")).rowCount === 1
}
