import { z } from "zod"
import { isoDate } from "@/lib/api/wire"
import { isAdmin } from "@/lib/auth/admins"
import { db } from "@/lib/db"
import { opaqueId, reefId } from "./ids"
import { POST_COOLDOWN_SECONDS, REPORT_POINTS } from "./words"

/** What a wallet may do in the Reef at the moment. Dates that have passed are null. */
export const standing = z.object({
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

export type Standing = z.output<typeof standing>

const STANDING = `
  select exists (select 1 from agent where wallet = $1) as "isAgent",
    coalesce((select total >= $2 from wallet_points where wallet = $1), false) as "mayReport",
    coalesce(m.banned_at is not null, false) as "isBanned",
    case when m.muted_until > now() then m.muted_until end as "mutedUntil",
    case when m.last_post_at > now() - $3 * interval '1 second'
      then m.last_post_at + $3 * interval '1 second' end as "nextPostAt"
  from (select 1) one left join reef_member m on m.wallet = $1`

/** Of older ones the author has been told. */
const HIDDEN = `
  select id, title from reef_post
  where wallet = $1 and deleted_at is null and hidden_at > now() - interval '7 days'
  order by hidden_at desc limit 3`

export async function findStanding(wallet: string): Promise<Standing> {
  const { pool } = db()
  const [{ rows }, hidden] = await Promise.all([
    pool.query<Omit<Standing, "isAdmin" | "hidden">>(STANDING, [
      wallet,
      REPORT_POINTS,
      POST_COOLDOWN_SECONDS,
    ]),
    pool.query<{ id: string; title: string }>(HIDDEN, [wallet]),
  ])
  const [row] = rows
  if (!row) throw new Error("A wallet without standing")
  return {
    ...row,
    isAdmin: isAdmin(wallet),
    hidden: hidden.rows.map(({ id, title }) => ({ id: opaqueId(id), title })),
  }
}
