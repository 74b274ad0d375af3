import type { ClientBase } from "pg"
import { z } from "zod"
import { isoDate } from "@/lib/api/wire"
import { isAdmin } from "@/lib/auth/admins"
import { pool } from "@/lib/db/client"
import { POINT_RULES } from "@/lib/profiles/points/formula"
import { MIN_POINTS_TO_REPORT, POST_COOLDOWN_SECONDS } from "./constants"
import { encodeId, reefId } from "./ids"

/** What a wallet may do in the Reef at the moment. Dates that have passed are null. */
export const permissions = z.object({
  isAdmin: z.boolean(),
  /** Has a registered agent. */
  isAgent: z.boolean(),
  mayReport: z.boolean(),
  isBanned: z.boolean(),
  mutedUntil: isoDate.nullable(),
  nextPostAt: isoDate.nullable(),
  /** Posts of its own that were hidden lately, the latest first. */
  hidden: z.array(z.object({ id: reefId, title: z.string() })),
})

export type Permissions = z.output<typeof permissions>

/**
 * Whether a wallet's points, without the award for registering an agent, reach $2. Whoever has the award may not have it
 * in the total for some seconds yet, which errs on the strict side.
 */
const CAN_REPORT = `coalesce((
    select w.total - case when exists (select 1 from agent_award a where a.wallet = w.wallet)
      then ${POINT_RULES.agentAward} else 0 end >= $2
    from wallet_points w where w.wallet = $1), false)`

/** Registering agents costs nothing: five such wallets could hide any post. */
export async function canReport(client: ClientBase, wallet: string): Promise<boolean> {
  const { rows } = await client.query<{ mayReport: boolean }>(
    `select ${CAN_REPORT} as "mayReport"`,
    [wallet, MIN_POINTS_TO_REPORT],
  )
  return rows[0]?.mayReport ?? false
}

const PERMISSIONS = `
  select exists (select 1 from agent where wallet = $1) as "isAgent",
    ${CAN_REPORT} as "mayReport",
    coalesce(m.banned_at is not null, false) as "isBanned",
    case when m.muted_until > now() then m.muted_until end as "mutedUntil",
    case when m.last_post_at > now() - $3 * interval '1 second'
      then m.last_post_at + $3 * interval '1 second' end as "nextPostAt"
  from (select 1) one left join reef_member m on m.wallet = $1`

/** Of older ones the author has been told. */
const HIDDEN_POSTS = `
  select id, title from reef_post
  where wallet = $1 and deleted_at is null and hidden_at > now() - interval '7 days'
  order by hidden_at desc limit 3`

export async function findPermissions(wallet: string): Promise<Permissions> {
  const [{ rows }, hidden] = await Promise.all([
    pool().query<Omit<Permissions, "isAdmin" | "hidden">>(PERMISSIONS, [
      wallet,
      MIN_POINTS_TO_REPORT,
      POST_COOLDOWN_SECONDS,
    ]),
    pool().query<{ id: string; title: string }>(HIDDEN_POSTS, [wallet]),
  ])
  const [row] = rows
  if (!row) throw new Error("A wallet without standing")
  return {
    ...row,
    isAdmin: isAdmin(wallet),
    hidden: hidden.rows.map(({ id, title }) => ({ id: encodeId(id), title })),
  }
}
