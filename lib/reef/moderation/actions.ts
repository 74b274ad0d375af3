import type { ClientBase } from "pg"

export type ModerationAction = {
  admin: string
  action: string
  postRowId?: string | undefined
  wallet?: string | undefined
  muteMinutes?: number | undefined
  reason?: string | undefined
}

/** Every decision of an admin is kept, with its time. */
export async function recordModerationAction(
  client: ClientBase,
  { admin, action, postRowId, wallet, muteMinutes, reason }: ModerationAction,
) {
  await client.query(
    `insert into reef_action (admin, action, post_id, wallet, mute_minutes, reason)
    values ($1, $2, $3, $4, $5, $6)`,
    [admin, action, postRowId, wallet, muteMinutes, reason || null],
  )
}
