import { type SqlBool, sql } from "kysely"
import type { ClientBase } from "pg"
import { db, dbOn } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { withWriteLock } from "@/lib/db/write-lock"
import { logChange } from "@/lib/stream-log/change"
import type { WhitelistKey } from "./calldata"
import { findDeniedEntries, type StoredWhitelistEntry } from "./node"
import { removeEntries } from "./projections/whitelist"
import type { Rpc } from "./rpc"

/** Lends a connection to `work`. */
type WithClient = <T>(work: (client: ClientBase) => Promise<T>) => Promise<T>
/** `writing` runs its work in one transaction under the write lock. */
type DatabaseAccess = { reading: WithClient; writing: WithClient }

/** Entries of one request to the node. */
const BATCH_SIZE = 100
/** Interval of the regular check, which finds removals by other contracts' calls. */
const BATCH_INTERVAL_MS = 10_000
/** With more queued entries, all entries are checked instead. */
const MAX_QUEUED = 10_000

/**
 * Removes whitelist entries that their contracts have removed, which emits no event. Checks entries named in calls
 * first, all entries after a time without reading calls, and otherwise batch by batch in turn. The follower calls it
 * when it is at the head, so that no number of entries or calls delays a block.
 */
export class WhitelistChecker {
  private queue: WhitelistKey[] = []
  /** The last checked entry of the round through all entries; null at its start. */
  private after: WhitelistKey | null = null
  private isFullRound = false
  private nextAt = 0

  private readonly access: DatabaseAccess

  constructor(
    client: ClientBase,
    private readonly rpc: Rpc,
  ) {
    this.access = {
      reading: (work) => work(client),
      writing: (work) => withWriteLock(client, () => work(client)),
    }
  }

  /** Starts a round through all entries, since calls may have been missed. */
  recheckAll(): void {
    this.queue = []
    this.after = null
    this.isFullRound = true
  }

  /** Queues entries that may have been removed. */
  recheck(entries: readonly WhitelistKey[]): void {
    if (this.queue.length + entries.length > MAX_QUEUED) this.recheckAll()
    else this.queue.push(...entries)
  }

  /** Checks one batch; false when nothing is due. */
  async refresh(): Promise<boolean> {
    if (this.queue.length > 0) {
      const piece = this.queue.slice(0, BATCH_SIZE)
      await recheckEntries(this.access, this.rpc, piece)
      this.queue = this.queue.slice(piece.length)
      return true
    }
    if (!this.isFullRound && performance.now() < this.nextAt) return false
    const entries = await this.access.reading((client) => findNextEntries(client, this.after))
    await removeDeniedEntries(this.access, this.rpc, entries)
    this.after = entries.length < BATCH_SIZE ? null : (entries.at(-1) ?? null)
    if (!this.after) this.isFullRound = false
    this.nextAt = performance.now() + BATCH_INTERVAL_MS
    return this.isFullRound
  }
}

/** Checks the stored ones among these entries, and removes those that the contracts deny. */
export async function recheckEntries(
  access: DatabaseAccess,
  rpc: Rpc,
  entries: readonly WhitelistKey[],
): Promise<void> {
  if (entries.length === 0) return
  await removeDeniedEntries(
    access,
    rpc,
    await access.reading((client) => findStoredEntries(client, entries)),
  )
}

/** Holds no connection while waiting for the node. */
async function removeDeniedEntries(
  { writing }: DatabaseAccess,
  rpc: Rpc,
  entries: readonly StoredWhitelistEntry[],
) {
  const denied = await findDeniedEntries(rpc, entries)
  if (denied.length === 0) return
  const touched = new Set(denied.map(({ token }) => token))
  await writing(async (client) => {
    await removeEntries(client, denied)
    await logChange(dbOn(client), { topics: touched })
  })
}

const readStoredEntries = statement({ tokens: "text[]", wallets: "text[]" }, (placeholders) =>
  db
    .selectFrom("whitelist_entry as e")
    .innerJoin(
      sql<WhitelistKey>`(select distinct * from unnest(${placeholders.tokens}, ${placeholders.wallets}))`.as<"named">(
        sql`named (token, wallet)`,
      ),
      (join) => join.onRef("named.token", "=", "e.token").onRef("named.wallet", "=", "e.wallet"),
    )
    .select(["e.token", "e.wallet", "e.event_id as eventId"]),
)

function findStoredEntries(
  client: ClientBase,
  entries: readonly WhitelistKey[],
): Promise<StoredWhitelistEntry[]> {
  const tokens = entries.map(({ token }) => token)
  return readStoredEntries({ tokens, wallets: entries.map(({ wallet }) => wallet) }, client)
}

const readNextEntries = statement({ token: "text", wallet: "text" }, ({ token, wallet }) =>
  db
    .selectFrom("whitelist_entry as e")
    .select(["e.token", "e.wallet", "e.event_id as eventId"])
    .where(
      ({ ref }) => sql<SqlBool>`(${ref("e.token")}, ${ref("e.wallet")}) > (${token}, ${wallet})`,
    )
    .orderBy("e.token")
    .orderBy("e.wallet")
    .limit(BATCH_SIZE),
)

function findNextEntries(
  client: ClientBase,
  after: WhitelistKey | null,
): Promise<StoredWhitelistEntry[]> {
  return readNextEntries({ token: after?.token ?? "", wallet: after?.wallet ?? "" }, client)
}

export async function hasWhitelists(client: ClientBase): Promise<boolean> {
  const entry = await dbOn(client)
    .selectFrom("whitelist_entry")
    .select("token")
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}
