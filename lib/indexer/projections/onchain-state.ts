import { sql } from "kysely"
import type { ClientBase } from "pg"
import { db, dbOn } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { toArrayLiteral } from "@/lib/indexer/bulk-writes"

/** What a token's contract answered; null for what it does not. */
export type TokenOnchainState = {
  token: string
  frozen: boolean | null
  bondingTarget: bigint | null
  bondingNeeded: bigint | null
  hasBonded: boolean | null
  vetted: boolean | null
}

/** Gives launched tokens an empty reading that is due. */
export async function createOnchainStates(
  client: ClientBase,
  tokens: readonly string[],
): Promise<void> {
  if (tokens.length === 0) return
  await client.query(
    `insert into token_reading (token, due_block) select token, 0 from unnest($1::text[]) token
    on conflict (token) do nothing`,
    [`{${tokens}}`],
  )
}

type TokenBlock = { token: string; block: number }

/**
 * Notes that buys have moved the reward phases of these tokens. A block that the follower has not
 * reached keeps the reading due until it has.
 */
export async function scheduleTradedTokens(
  client: ClientBase,
  touched: readonly TokenBlock[],
): Promise<void> {
  if (touched.length === 0) return
  await client.query(
    `update token_reading r set due_block = greatest(r.due_block, t.block)
    from (
      select token, max(block) as block
      from unnest($1::text[], $2::int[]) as t (token, block) group by token
    ) t
    where r.token = t.token and r.has_bonded is not true
      and (r.due_block is null or r.due_block < t.block)`,
    [toArrayLiteral(touched, "token"), toArrayLiteral(touched, "block")],
  )
}

/** Notes that somebody has called these contracts directly: an end of freezing shows nowhere else. */
export async function scheduleCalledTokens(
  client: ClientBase,
  tokens: readonly string[],
  block: number,
) {
  if (tokens.length === 0) return
  await client.query(
    `update token_reading set due_block = greatest(due_block, $2::int)
    where token = any($1::text[])`,
    [`{${tokens}}`, block],
  )
}

/** Notes that calls of contracts may have been missed. */
export async function scheduleFrozenTokens(client: ClientBase): Promise<void> {
  await dbOn(client)
    .updateTable("token_reading")
    .set({ due_block: 0 })
    .where("frozen", "=", true)
    .where("due_block", "is", null)
    .execute()
}

/** Marks what was read longest ago, frozen tokens first: a call through another contract shows nowhere. */
export async function scheduleOldestTokens(client: ClientBase, limit: number): Promise<void> {
  await client.query(
    `update token_reading set due_block = 0 where due_block is null and token in (
      (select token from token_reading where frozen and due_block is null
        order by read_block, token limit $1)
      union
      (select token from token_reading where due_block is null
        order by read_block, token limit $1)
    )`,
    [limit],
  )
}

/** Unknown again, to be read again: what was read above this block may be of blocks that are gone. */
export async function resetOnchainStates(client: ClientBase, above: number): Promise<void> {
  await dbOn(client)
    .updateTable("token_reading")
    .set({
      frozen: null,
      bonding_target: null,
      bonding_needed: null,
      has_bonded: null,
      read_block: null,
      due_block: 0,
    })
    .where((eb) => eb.or([eb("read_block", ">", above), eb("due_block", ">", above)]))
    .execute()
}

/** Readings follow what is listed: others go, and all that stay are due. */
export async function recreateOnchainStates(client: ClientBase): Promise<void> {
  await client.query(
    `delete from token_reading r
    where not exists (select 1 from token_creation c where c.token = r.token)`,
  )
  await client.query("update token_reading set due_block = 0")
  await client.query(
    `insert into token_reading (token, due_block) select token, 0 from token_creation
    on conflict (token) do nothing`,
  )
}

const readDueTokens = statement({ block: "integer", limit: "integer" }, ({ block, limit }) =>
  db
    .selectFrom("token_reading")
    .select("token")
    .where("due_block", "<=", block)
    .orderBy(({ ref }) => sql`${ref("frozen")} is false`)
    .orderBy("due_block")
    .orderBy("token")
    .limit(limit),
)

/** Tokens whose state is due to be read as of this block. */
export async function findDueTokens(client: ClientBase, block: number, limit: number) {
  const rows = await readDueTokens({ block, limit }, client)
  return rows.map(({ token }) => token)
}

/** Stores what was read as of a block; answers the tokens of which something has changed. */
export async function storeOnchainStates(
  client: ClientBase,
  readings: readonly TokenOnchainState[],
  block: number,
): Promise<string[]> {
  const { rows } = await client.query<{ token: string }>(
    `with given as (
      select * from unnest($1::text[], $2::boolean[], $3::numeric[], $4::numeric[], $5::boolean[])
        as g (token, frozen, target, needed, bonded)
    ), before as (
      select r.* from token_reading r join given using (token)
    )
    update token_reading r set frozen = g.frozen, bonding_target = g.target,
      bonding_needed = g.needed, has_bonded = g.bonded, read_block = $6,
      due_block = case when r.due_block > $6 then r.due_block end
    from given g join before b using (token) where r.token = g.token
    returning case when (b.frozen, b.bonding_target, b.bonding_needed, b.has_bonded)
      is distinct from (g.frozen, g.target, g.needed, g.bonded) then r.token end as token`,
    [
      toArrayLiteral(readings, "token"),
      toArrayLiteral(readings, "frozen"),
      toArrayLiteral(readings, "bondingTarget"),
      toArrayLiteral(readings, "bondingNeeded"),
      toArrayLiteral(readings, "hasBonded"),
      block,
    ],
  )
  return rows.flatMap(({ token }) => token ?? [])
}

/** Keeps the operator's mark with the project, whose page and filter show it; answers what changed. */
export async function storeVetted(client: ClientBase, readings: readonly TokenOnchainState[]) {
  const known = readings.filter(({ vetted }) => vetted !== null)
  const { rows } = await client.query<{ address: string }>(
    `update project p set vetted = g.vetted, vetted_at = now()
    from unnest($1::text[], $2::boolean[]) as g (token, vetted)
    where p.address = g.token and p.vetted is distinct from g.vetted returning p.address`,
    [toArrayLiteral(known, "token"), toArrayLiteral(known, "vetted")],
  )
  return rows.map(({ address }) => address)
}
