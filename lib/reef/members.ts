import type { ClientBase } from "pg"
import { ApiError } from "@/lib/api/errors"
import { EDIT_COOLDOWN_SECONDS, EDITS_PER_COOLDOWN, EDITS_PER_DAY } from "./constants"

/** A wallet in the Reef, locked until its transaction ends: of its requests one runs at a time. */
export type Member = {
  wallet: string
  lastPostAt: Date | null
  warnings: number
  mutedUntil: Date | null
  bannedAt: Date | null
  /** Of the present UTC day. */
  votesSet: number
  reportsMade: number
  editsMade: number
  /** Times of the latest edits of posts and comments, oldest first. */
  recentEdits: Date[]
  isAgent: boolean
  /** The database's clock, read once the lock was had: later than every earlier request of the wallet. */
  now: Date
}

const SELECT_FOR_UPDATE = `
  select last_post_at as "lastPostAt", warnings, muted_until as "mutedUntil",
    banned_at as "bannedAt", quota_day::text as "quotaDay", votes_set as "votesSet",
    reports_made as "reportsMade", edits_made as "editsMade", recent_edits as "recentEdits"
  from reef_member where wallet = $1 for update`

type MemberRow = Omit<Member, "wallet" | "isAgent" | "now"> & { quotaDay: string | null }

/**
 * Locks the wallet's row, which is made when it is missing. Every transaction locks in the order member,
 * post, comment, and never two of a kind, so that none waits for another in a circle.
 */
export async function lockMember(client: ClientBase, wallet: string): Promise<Member> {
  const row = (await selectForUpdate(client, wallet)) ?? (await insertMember(client, wallet))
  const { rows } = await client.query<{ now: Date; day: string; isAgent: boolean }>(
    `select now, (now at time zone 'UTC')::date::text as day,
      exists (select 1 from agent where wallet = $1) as "isAgent"
    from (select clock_timestamp() as now) clock`,
    [wallet],
  )
  const [clock] = rows
  if (!row || !clock) throw new Error("A row vanished under its lock")
  const { quotaDay, votesSet, reportsMade, editsMade, ...rest } = row
  const { now, day, isAgent } = clock
  const today =
    quotaDay === day
      ? { votesSet, reportsMade, editsMade }
      : { votesSet: 0, reportsMade: 0, editsMade: 0 }
  return { ...rest, ...today, wallet, isAgent, now }
}

async function selectForUpdate(client: ClientBase, wallet: string): Promise<MemberRow | undefined> {
  const { rows } = await client.query<MemberRow>(SELECT_FOR_UPDATE, [wallet])
  return rows[0]
}

async function insertMember(client: ClientBase, wallet: string) {
  await client.query("insert into reef_member (wallet) values ($1) on conflict do nothing", [
    wallet,
  ])
  return selectForUpdate(client, wallet)
}

/** Counts a vote, a report or an edit on the day of the lock. */
export async function countAction(
  client: ClientBase,
  { wallet, now, votesSet, reportsMade, editsMade }: Member,
  action: "vote" | "report" | "edit",
) {
  await client.query(
    `update reef_member
    set quota_day = ($2::timestamptz at time zone 'UTC')::date, votes_set = $3, reports_made = $4,
      edits_made = $5
    where wallet = $1`,
    [
      wallet,
      now,
      votesSet + Number(action === "vote"),
      reportsMade + Number(action === "report"),
      editsMade + Number(action === "edit"),
    ],
  )
}

/** Counts an edit, unless the wallet has edited too often in the last minute or on this day. */
export async function countEdit(client: ClientBase, member: Member) {
  const { wallet, now, recentEdits, editsMade } = member
  const since = now.getTime() - EDIT_COOLDOWN_SECONDS * 1_000
  const recent = recentEdits.filter((time) => time.getTime() > since)
  const [oldest] = recent
  if (oldest && recent.length >= EDITS_PER_COOLDOWN) {
    throw new ApiError(
      "COOLDOWN_ACTIVE",
      `A wallet edits ${EDITS_PER_COOLDOWN} times in ${EDIT_COOLDOWN_SECONDS} seconds`,
      { retryAfter: (oldest.getTime() - since) / 1_000 },
    )
  }
  if (editsMade >= EDITS_PER_DAY) {
    throw quotaExceeded(member, `A wallet edits at most ${EDITS_PER_DAY} times a day`)
  }
  await countAction(client, member, "edit")
  await client.query("update reef_member set recent_edits = $2 where wallet = $1", [
    wallet,
    [...recent, now],
  ])
}

export function assertNotBanned({ bannedAt }: Member) {
  if (bannedAt) throw new ApiError("REEF_BANNED", "This wallet is banned from writing in the Reef")
}

/** Those who are banned or muted may neither create nor edit nor vote. */
export function assertNotRestricted(member: Member) {
  assertNotBanned(member)
  const { mutedUntil, now } = member
  if (!mutedUntil || mutedUntil <= now) return
  const until = mutedUntil.toISOString()
  const message = `This wallet is muted in the Reef until ${until}`
  throw new ApiError("REEF_MUTED", message, {
    details: [{ path: "", message, mutedUntil: until }],
  })
}

const DAY_MS = 86_400_000

/** The quota of a UTC day is used up; it begins anew at midnight. */
export function quotaExceeded({ now }: Member, message: string) {
  const remainingMs = DAY_MS - (now.getTime() % DAY_MS)
  return new ApiError("QUOTA_EXCEEDED", message, { retryAfter: remainingMs / 1000 })
}
