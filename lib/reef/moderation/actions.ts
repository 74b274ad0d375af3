import type { ClientBase } from "pg"

export type NotedAction = {
  admin: string
  action: string
  postRow?: string | undefined
  wallet?: string | undefined
  muteMinutes?: number | undefined
  reason?: string | undefined
}

/** Every decision of an admin is kept, with its time. */
export async function noteAction(
  client: ClientBase,
  { admin, action, postRow, wallet, muteMinutes, reason }: NotedAction,
) {
  await client.query(
    `insert into reef_action (admin, action, post_id, wallet, mute_minutes, reason)
    values ($1, $2, $3, $4, $5, $6)`,
    [admin, action, postRow, wallet, muteMinutes, reason || null],
  )
}
