import { sql } from "kysely"
import pg, { type ClientBase } from "pg"
import { quoteNode } from "@/lib/chain/node-limits"
import { dbOn } from "@/lib/db/client"
import { underLease } from "@/lib/db/write-lock"
import { log } from "@/lib/telemetry/logger"
import { StaleBatchError } from "./errors"
import { RpcError } from "./rpc"

/**
 * Number of equal consecutive failures before one is logged and shown in health; failures of a node often pass sooner.
 */
const REPETITIONS_SHOWN = 3
const NODE_REPETITIONS_SHOWN = 8

/** The next block to be stored, null if unknown, and whether storing it failed or reading it. */
type FailurePlace = { next: number | null; isStoring: boolean }

/** Counts equal failures of the follower in a row, and shows a lasting one in health. */
export class FailureTracker {
  private key = ""
  private count = 0
  /** A failure of an earlier process may still be stored. */
  private isPublished = true

  constructor(private readonly client: ClientBase) {}

  /** Counts a failure; true once it has repeated often enough to count as lasting. */
  async record(error: unknown, { next, isStoring }: FailurePlace): Promise<boolean> {
    const key = `${isStoring ? next : ""}:${error}`
    this.count = key === this.key ? this.count + 1 : 1
    this.key = key
    const limit = error instanceof RpcError ? NODE_REPETITIONS_SHOWN : REPETITIONS_SHOWN
    if (this.count < limit) return false
    if (this.count === limit) await this.publish(error, next)
    return true
  }

  /** Forgets the failure: the follower made progress. */
  async clear(): Promise<void> {
    this.key = ""
    this.count = 0
    if (!this.isPublished) return
    const { client } = this
    await underLease(client, () => dbOn(client).deleteFrom("index_failure").execute())
    this.isPublished = false
  }

  private async publish(error: unknown, next: number | null) {
    const place = next === null ? "Indexing cannot start" : `Indexing stops before block ${next}`
    const reason = `${place}: ${describeFailure(error)}`
    log.error({ err: error }, `${reason}; retrying`)
    const { client } = this
    await underLease(client, () =>
      dbOn(client)
        .insertInto("index_failure")
        .values({ id: 1, reason })
        .onConflict((conflict) =>
          conflict.column("id").doUpdateSet({ reason, since: sql<Date>`now()` }),
        )
        .execute(),
    )
    this.isPublished = true
  }
}

/** The text is public, so it has no messages of the database, and no possible key or host in the node's words. */
function describeFailure(error: unknown): string {
  if (error instanceof StaleBatchError) return "the chain contradicts the stored rows"
  if (error instanceof RpcError) {
    const { code, http, name, message } = error
    if (name === "AnswerTooLarge") return "the node's answer is too large"
    if (code === undefined && !http) return "the node gives no usable answer"
    return `the node refuses to answer (${http?.status ?? code}): ${quoteNode(message)}`
  }
  const code = getSqlState(error)
  if (code) return `the database failed (SQLSTATE ${code})`
  return "an internal error"
}

/** The code of a statement that PostgreSQL refused. */
export const getSqlState = (error: unknown): string | null =>
  (error instanceof pg.DatabaseError && error.code) || null

/** A column, constraint or index refused a value: a log's content is the cause, not the service. */
export function isContentError(error: unknown): boolean {
  if (error instanceof StaleBatchError || error instanceof RangeError) return true
  return ["22", "23", "54"].includes(getSqlState(error)?.slice(0, 2) ?? "")
}
