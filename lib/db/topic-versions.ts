import { type RawBuilder, sql } from "kysely"
import type { ClientBase } from "pg"
import { dbOn } from "./client"

/**
 * Topics whose changes are counted. A row belongs to the address of its token, and to the group of its table; triggers
 * count what people write, the index counts what it writes.
 */

/** Every token and contract: what the index holds, and what is written about tokens. */
export const TOKENS = "tokens"

/** What stands beside a wallet's address: names, pictures, tiers, agents. */
export const PEOPLE = "people"

/** Points, ranks and track records. */
export const POINTS = "points"

/** All of the Reef; all agents. */
export const REEF = "reef"
export const AGENTS = "agents"

/** The price of the main token, which prices in dollars follow from. */
export const MAIN_PRICE = "main-price"

/** Everything: every version counts it. */
export const EVERYTHING = "everything"

/** SQL: the transaction counts these topics when it commits. The row without a name calls the trigger, once. */
export const touch = (topics: RawBuilder<readonly string[]>) => sql`
  insert into topic_touch (topic) select distinct unnest(array_append(${topics}, ''))
  on conflict do nothing`

/** Counts these topics when the transaction commits. */
export async function touchTopics(client: ClientBase, topics: readonly string[]): Promise<void> {
  await touch(sql`${topics}::text[]`).execute(dbOn(client))
}
