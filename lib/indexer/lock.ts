import type { ClientBase } from "pg"

/** Held by the one follower at work, for as long as its connection lives. */
const FOLLOWER_LOCK = 7_320_002

/** Waits until no other follower works on this database. */
export async function awaitTurn(client: ClientBase): Promise<void> {
  await client.query("select pg_advisory_lock($1)", [FOLLOWER_LOCK])
}

/** Takes the turn if nobody has it. */
export async function tryTurn(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    "select pg_try_advisory_lock($1) as taken",
    [FOLLOWER_LOCK],
  )
  return rows[0]?.taken === true
}

export async function endTurn(client: ClientBase): Promise<void> {
  await client.query("select pg_advisory_unlock($1)", [FOLLOWER_LOCK])
}
