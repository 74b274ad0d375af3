import { sql } from "kysely"
import type { ClientBase } from "pg"
import { dbOn } from "@/lib/db/client"

const AGENTS_LOCK = 7_320_004

/** Until the transaction ends nobody else changes agents: what a wallet posts and what events say. */
export async function lockAgents(client: ClientBase): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(AGENTS_LOCK)})`.execute(dbOn(client))
}
