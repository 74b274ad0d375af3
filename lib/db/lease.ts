import { randomUUID } from "node:crypto"
import { hostname } from "node:os"
import { sql } from "kysely"
import pg from "pg"
import { sleep } from "@/lib/async/backoff"
import { db } from "@/lib/db/client"
import { LeaseLostError } from "@/lib/db/errors"
import { MAX_IDLE_MS } from "@/lib/db/pool"

/** A holder that has not renewed its lease for this long has died or stalled: another process takes it over. */
const LEASE_MS = 8_000
const RENEW_EVERY_MS = 2_000
/** A holder stops this long before, by the time that has passed on its own host. */
const MARGIN_MS = 1_000
/** Pause between two tries to take a lease. */
const RETRY_MS = 500

/** No release lets a lease last so long: the clock has been set back since, or was ahead on the database's host before. */
const LONGEST_MS = 60_000

const clock = sql<Date>`clock_timestamp()`
const after = (ms: number) => sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`
const expiry = after(LEASE_MS)

/**
 * The right of one process to do a work, in a row of the database: its clock decides, and no session has to last. It
 * renews itself until it is released or lost.
 */
export class Lease {
  readonly #lost = new AbortController()
  readonly #timer: NodeJS.Timeout
  #validUntil: number
  #isRenewing = false

  constructor(
    readonly name: string,
    private readonly holder: string,
    private readonly fence: string,
    sentAt: number,
  ) {
    this.#validUntil = validFrom(sentAt)
    this.#timer = setInterval(() => void this.#renew(), RENEW_EVERY_MS)
  }

  /** Aborts when the lease is lost. */
  get lost(): AbortSignal {
    return this.#lost.signal
  }

  /** By this host's time. It does not stand still while the process does. */
  get isHeld(): boolean {
    return !this.lost.aborted && performance.now() < this.#validUntil
  }

  /** Statements that fail, and with it its transaction, unless the lease is held until the transaction ends. */
  get assertion(): string {
    const { name, holder, fence } = this
    return `set local idle_in_transaction_session_timeout = ${MAX_IDLE_MS};
      select assert_lease(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(holder)}, ${fence})`
  }

  /** Throws unless the lease is held by the database's clock and by this host's: for work outside of the database. */
  async check(): Promise<void> {
    const row = await db
      .selectFrom("lease")
      .select("name")
      .where(({ and }) => and(this.#key))
      .where("expires_at", ">", clock)
      .executeTakeFirst()
    if (!row || !this.isHeld) throw this.#lose()
  }

  /** Lets another process take over at once. */
  async release(): Promise<void> {
    clearInterval(this.#timer)
    this.#lost.abort()
    await db
      .updateTable("lease")
      .set({ expires_at: clock })
      .where(({ and }) => and(this.#key))
      .where("expires_at", ">", clock)
      .execute()
  }

  async #renew() {
    if (!this.isHeld) this.#lose()
    if (this.#isRenewing || this.lost.aborted) return
    this.#isRenewing = true
    const sentAt = performance.now()
    try {
      const { numUpdatedRows } = await db
        .updateTable("lease")
        .set({ expires_at: expiry })
        .where(({ and }) => and(this.#key))
        .where("expires_at", ">", clock)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) this.#lose()
      else this.#validUntil = validFrom(sentAt)
    } catch {
      // The database is away: the next renewal may come in time.
    } finally {
      this.#isRenewing = false
    }
  }

  get #key() {
    const { name, holder, fence } = this
    return { name, holder, fence }
  }

  #lose() {
    clearInterval(this.#timer)
    this.#lost.abort()
    return new LeaseLostError(`The lease ${this.name} was lost`)
  }
}

const validFrom = (sentAt: number) => sentAt + LEASE_MS - MARGIN_MS

/** Takes the lease, unless another process holds it or a transaction that it has covered is still under way. */
export async function tryLease(name: string): Promise<Lease | null> {
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`
  const sentAt = performance.now()
  const taken = (await addLease(name, holder)) ?? (await takeExpired(name, holder))
  return taken ? new Lease(name, holder, taken.fence, sentAt) : null
}

/** Waits until the lease is free and takes it; null when the signal aborts first. */
export async function awaitLease(name: string, signal: AbortSignal): Promise<Lease | null> {
  while (!signal.aborted) {
    const lease = await tryLease(name)
    if (lease) return lease
    await sleep(RETRY_MS, signal)
  }
  return null
}

const addLease = (name: string, holder: string) =>
  db
    .insertInto("lease")
    .values({ name, holder, fence: "1", expires_at: expiry })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .returning("fence")
    .executeTakeFirst()

/** A former holder that wakes up has another fence than the lease: it can commit nothing. */
const takeExpired = (name: string, holder: string) =>
  db
    .with("expired", (cte) =>
      cte
        .selectFrom("lease")
        .select("name")
        .where("name", "=", name)
        .where(({ eb, or }) =>
          or([eb("expires_at", "<=", clock), eb("expires_at", ">", after(LONGEST_MS))]),
        )
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("lease")
    .from("expired")
    .whereRef("lease.name", "=", "expired.name")
    .set({ holder, fence: sql<string>`lease.fence + 1`, expires_at: expiry })
    .returning("lease.fence")
    .executeTakeFirst()
