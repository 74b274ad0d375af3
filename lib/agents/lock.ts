import { sql } from "kysely"
import { type Connection, dbOn } from "@/lib/db/client"

const AGENTS_LOCK = 7_320_004

/** Locks agents until the transaction ends, against changes by posts of wallets and by events. */
export async function lockAgents(client: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(AGENTS_LOCK)})::text`.execute(dbOn(client))
}
