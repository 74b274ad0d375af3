import { sql } from "kysely"
import type { ClientBase } from "pg"
import { dbOn } from "@/lib/db/client"
import { StaleBatchError } from "./errors"
import { RpcError } from "./rpc"

/** So many equal failures in a row are said and shown; those of a node are often over sooner. */
const REPETITIONS_SHOWN = 3
const NODE_REPETITIONS_SHOWN = 8

/** The next block to be stored, null while that is unknown; whether it was being stored or still being read. */
type FailurePlace = { next: number | null; isStoring: boolean }

/** What keeps the follower from getting on: counted while it stays the same, and shown in health once it lasts. */
export class FailureTracker {
  private key = ""
  private count = 0
  /** One from before this process may be noted. */
  private isPublished = true

  constructor(private readonly client: ClientBase) {}

  /** Whether the same failure has happened often enough to be taken for lasting. */
  async record(error: unknown, { next, isStoring }: FailurePlace): Promise<boolean> {
    const key = `${isStoring ? next : ""}:${error}`
    this.count = key === this.key ? this.count + 1 : 1
    this.key = key
    const limit = error instanceof RpcError ? NODE_REPETITIONS_SHOWN : REPETITIONS_SHOWN
    if (this.count < limit) return false
    if (this.count === limit) await this.publish(error, next)
    return true
  }

  /** The follower got on. */
  async clear(): Promise<void> {
    this.key = ""
    this.count = 0
    if (!this.isPublished) return
    await dbOn(this.client).deleteFrom("index_failure").execute()
    this.isPublished = false
  }

  private async publish(error: unknown, next: number | null) {
    const place =
      next === null ? "The index does not begin" : `The index stops before block ${next}`
    const reason = `${place}: ${describeFailure(error)}`
    console.error(`${reason}; it is tried again with pauses.`, error)
    await dbOn(this.client)
      .insertInto("index_failure")
      .values({ id: 1, reason })
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet({ reason, since: sql<Date>`now()` }),
      )
      .execute()
    this.isPublished = true
  }
}

/** For everybody to read: no words of the node or the database, which may tell of their insides. */
function describeFailure(error: unknown): string {
  if (error instanceof StaleBatchError) return "what was read contradicts what is stored"
  if (error instanceof RpcError) {
    const { code, name } = error
    if (name === "AnswerTooLarge") return "the node's answer is too large"
    return code === undefined
      ? "the node gives no usable answer"
      : `the node refuses to answer (${code})`
  }
  const code = getSqlState(error)
  if (code) return `a defect of the database or its data (SQLSTATE ${code})`
  return "a defect of the service"
}

/** The code of a statement that PostgreSQL refused. */
export function getSqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null
  return typeof error.code === "string" && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null
}

/** Values a column, a constraint or an index cannot take: the content of a log, not the service, is the cause. */
export function isContentError(error: unknown): boolean {
  if (error instanceof StaleBatchError || error instanceof RangeError) return true
  return ["22", "23", "54"].includes(getSqlState(error)?.slice(0, 2) ?? "")
}
