import { sql } from "kysely"
import type { ClientBase } from "pg"
import { db, dbOn } from "@/lib/db/client"
import { anyOf } from "@/lib/db/codecs"
import { statement } from "@/lib/db/statement"
import { bulkStatement } from "@/lib/events/bulk-writes"

/** The answers of a token's contract; null for missing ones. */
export type TokenOnchainState = {
  token: string
  frozen: boolean | null
  bondingTarget: bigint | null
  bondingNeeded: bigint | null
  hasBonded: boolean | null
  vetted: boolean | null
}

const insertStates = bulkStatement({ token: "text" }, (rows) =>
  db
    .insertInto("token_reading")
    .columns(["token", "due_block"])
    .expression(db.selectFrom(rows).select(["given.token", sql.lit(0).as("due_block")]))
    .onConflict((conflict) => conflict.column("token").doNothing()),
)

/** Gives launched tokens an empty state that is due to be read. */
export async function createOnchainStates(
  client: ClientBase,
  tokens: readonly string[],
): Promise<void> {
  await insertStates(
    client,
    tokens.map((token) => ({ token })),
  )
}

/**
 * Marks tokens as due because buys have moved their reward phases. A block that the follower has not reached keeps the
 * state due until it has.
 */
export const scheduleTradedTokens = bulkStatement({ token: "text", block: "integer" }, (rows) =>
  db
    .updateTable("token_reading as r")
    .from(
      db
        .selectFrom(rows)
        .select(({ fn }) => ["given.token", fn.max("given.block").as("block")])
        .groupBy("given.token")
        .as("traded"),
    )
    .set(({ fn }) => ({ due_block: fn<number>("greatest", ["r.due_block", "traded.block"]) }))
    .whereRef("r.token", "=", "traded.token")
    .where("r.has_bonded", "is distinct from", true)
    .where((eb) =>
      eb.or([eb("r.due_block", "is", null), eb("r.due_block", "<", eb.ref("traded.block"))]),
    ),
)

/** Marks tokens as due because their contracts were called: no event reports the end of freezing. */
export async function scheduleCalledTokens(
  client: ClientBase,
  tokens: readonly string[],
  block: number,
) {
  await dbOn(client)
    .updateTable("token_reading")
    .set(({ fn, val }) => ({
      due_block: fn<number>("greatest", ["due_block", sql`${val(block)}::int`]),
    }))
    .where("token", "=", anyOf(tokens))
    .execute()
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

/** Marks the states read longest ago, frozen tokens first: no event or direct call reports calls by other contracts. */
export async function scheduleOldestTokens(client: ClientBase, limit: number): Promise<void> {
  const queries = dbOn(client)
  const oldest = queries
    .selectFrom("token_reading")
    .select("token")
    .where("due_block", "is", null)
    .orderBy("read_block")
    .orderBy("token")
    .limit(limit)
  await queries
    .updateTable("token_reading")
    .set({ due_block: 0 })
    .where("due_block", "is", null)
    .where((eb) =>
      eb.or([eb("token", "in", oldest.where("frozen", "=", true)), eb("token", "in", oldest)]),
    )
    .execute()
}

/** Unknown again, to be read again: readings above this block may be of removed blocks. */
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

/** Leaves one state for each listed token, all of them due. */
export async function recreateOnchainStates(client: ClientBase): Promise<void> {
  const queries = dbOn(client)
  const listed = queries.selectFrom("token_creation as c").select("c.token")
  await queries
    .deleteFrom("token_reading as r")
    .where(({ not, exists, ref }) => not(exists(listed.where("c.token", "=", ref("r.token")))))
    .execute()
  await queries.updateTable("token_reading").set({ due_block: 0 }).execute()
  await queries
    .insertInto("token_reading")
    .columns(["token", "due_block"])
    .expression(listed.select(sql.lit(0).as("due_block")))
    .onConflict((conflict) => conflict.column("token").doNothing())
    .execute()
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

const updateStates = bulkStatement(
  {
    token: "text",
    frozen: "boolean",
    bondingTarget: "numeric",
    bondingNeeded: "numeric",
    hasBonded: "boolean",
    block: "integer",
  },
  (rows) =>
    db
      .updateTable("token_reading as r")
      .from(rows)
      .innerJoin("token_reading as before", "before.token", "given.token")
      .set(({ ref, eb }) => ({
        frozen: ref("given.frozen"),
        bonding_target: ref("given.bondingTarget"),
        bonding_needed: ref("given.bondingNeeded"),
        has_bonded: ref("given.hasBonded"),
        read_block: ref("given.block"),
        due_block: eb
          .case()
          .when("r.due_block", ">", ref("given.block"))
          .then(ref("r.due_block"))
          .end(),
      }))
      .whereRef("r.token", "=", "given.token")
      .returning(({ ref }) => [
        "r.token",
        sql<boolean>`(${ref("before.frozen")}, ${ref("before.bonding_target")},
          ${ref("before.bonding_needed")}, ${ref("before.has_bonded")})
        is not distinct from (${ref("given.frozen")}, ${ref("given.bondingTarget")},
          ${ref("given.bondingNeeded")}, ${ref("given.hasBonded")})`.as("isSame"),
      ]),
)

/** Stores readings as of a block; returns the tokens with a change. */
export async function storeOnchainStates(
  client: ClientBase,
  states: readonly TokenOnchainState[],
  block: number,
): Promise<string[]> {
  const stored = await updateStates(
    client,
    states.map((state) => ({ ...state, block })),
  )
  return stored.filter(({ isSame }) => !isSame).map(({ token }) => token)
}

const updateVetted = bulkStatement({ token: "text", vetted: "boolean" }, (rows) =>
  db
    .updateTable("project as p")
    .from(rows)
    .set(({ ref }) => ({ vetted: ref("given.vetted"), vetted_at: sql<Date>`now()` }))
    .whereRef("p.address", "=", "given.token")
    .whereRef("p.vetted", "is distinct from", "given.vetted")
    .returning("p.address"),
)

/** Stores the operator's mark with the project, whose page and filter show it; returns what changed. */
export async function storeVetted(client: ClientBase, states: readonly TokenOnchainState[]) {
  const readStates = states.filter(({ vetted }) => vetted !== null)
  return (await updateVetted(client, readStates)).map(({ address }) => address)
}
