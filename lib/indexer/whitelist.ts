import type { ClientBase } from "pg"
import type { Entry } from "./calls"
import { removeEntries } from "./derived/whitelist"
import { literal } from "./facts"
import { announce, exclusively } from "./ingest"
import { deniedEntries, type WhitelistQuestion } from "./node"
import type { Rpc } from "./rpc"

/** Gives a connection for a short while. */
type Using = <T>(work: (client: ClientBase) => Promise<T>) => Promise<T>
/** `writing` runs its work in one transaction under the lock of all writing. */
type Access = { reading: Using; writing: Using }

/** Entries of one request to the node. */
const PIECE = 100
/** How often a piece is asked about though nothing points to it: a call through another contract shows nowhere. */
const PIECE_EVERY_MS = 10_000
/** More calls than this are not remembered one by one: everything is asked about instead. */
const MAX_NAMED = 10_000

/**
 * Keeps whitelist entries in step with their contracts, which emit nothing when they take one away. Entries that a
 * call names come first; all of them after a time in which calls were not watched; and piece by piece in turn, so
 * that every removal is noticed in the end. The follower calls it when it has nothing else to do: no number of
 * entries or calls delays a block.
 */
export class Whitelists {
  private named: Entry[] = []
  /** Where the round through all entries stands; null at its beginning. */
  private after: Entry | null = null
  private isThorough = false
  private nextAt = 0

  private readonly access: Access

  constructor(
    client: ClientBase,
    private readonly rpc: Rpc,
  ) {
    this.access = {
      reading: (work) => work(client),
      writing: (work) => exclusively(client, () => work(client)),
    }
  }

  /** Calls may have been missed: one round through all entries begins. */
  recheckAll(): void {
    this.named = []
    this.after = null
    this.isThorough = true
  }

  /** These entries may have been taken away. */
  recheck(entries: readonly Entry[]): void {
    if (this.named.length + entries.length > MAX_NAMED) this.recheckAll()
    else this.named.push(...entries)
  }

  /** Asks about one piece of what is due; false when nothing is left. */
  async refresh(): Promise<boolean> {
    if (this.named.length > 0) {
      const piece = this.named.slice(0, PIECE)
      await recheckEntries(this.access, this.rpc, piece)
      this.named = this.named.slice(piece.length)
      return true
    }
    if (!this.isThorough && performance.now() < this.nextAt) return false
    const entries = await this.access.reading((client) => nextEntries(client, this.after))
    await removeDenied(this.access, this.rpc, entries)
    this.after = entries.length < PIECE ? null : (entries.at(-1) ?? null)
    if (!this.after) this.isThorough = false
    this.nextAt = performance.now() + PIECE_EVERY_MS
    return this.isThorough
  }
}

/** Asks the contracts again about those of the entries that are stored, and removes what they deny. */
export async function recheckEntries(
  access: Access,
  rpc: Rpc,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return
  await removeDenied(access, rpc, await access.reading((client) => storedEntries(client, entries)))
}

/** No connection is held while the node is asked. */
async function removeDenied({ writing }: Access, rpc: Rpc, entries: readonly WhitelistQuestion[]) {
  const denied = await deniedEntries(rpc, entries)
  if (denied.length === 0) return
  const touched = new Set(denied.map(({ token }) => token))
  await writing(async (client) => {
    await removeEntries(client, denied)
    await announce(client, { block: null, head: null, tokens: touched })
  })
}

const ENTRY = 'select e.token, e.wallet, e.event_id as "eventId" from whitelist_entry e'

async function storedEntries(client: ClientBase, entries: readonly Entry[]) {
  const { rows } = await client.query<WhitelistQuestion>(
    `${ENTRY} join (select distinct * from unnest($1::text[], $2::text[])) as named (token, wallet)
      using (token, wallet)`,
    [literal(entries, "token"), literal(entries, "wallet")],
  )
  return rows
}

async function nextEntries(client: ClientBase, after: Entry | null) {
  const { rows } = await client.query<WhitelistQuestion>(
    `${ENTRY} where (e.token, e.wallet) > ($1, $2) order by e.token, e.wallet limit ${PIECE}`,
    [after?.token ?? "", after?.wallet ?? ""],
  )
  return rows
}

export async function hasWhitelists(client: ClientBase): Promise<boolean> {
  return (await client.query("select 1 from whitelist_entry limit 1")).rowCount === 1
}
