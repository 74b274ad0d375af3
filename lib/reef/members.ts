import { sql } from "kysely"
import type { ClientBase } from "pg"
import { db, dbOn } from "@/lib/db/client"
import { ApiError } from "@/lib/http/errors"
import { EDIT_COOLDOWN_SECONDS, EDITS_PER_COOLDOWN, EDITS_PER_DAY } from "./constants"

/** A wallet in the Reef, locked until its transaction ends: one request of a wallet runs at a time. */
export type Member = {
  wallet: string
  lastPostAt: Date | null
  warnings: number
  mutedUntil: Date | null
  bannedAt: Date | null
  /** Counts of the current UTC day. */
  votesSet: number
  reportsMade: number
  editsMade: number
  /** Times of the latest edits of posts and comments, oldest first. */
  recentEdits: Date[]
  isAgent: boolean
  /** The database's clock after the lock was taken: later than every earlier request of the wallet. */
  now: Date
}

/**
 * Locks the wallet's row, which is inserted when it is missing. Every transaction locks in the order member,
 * post, comment, and one row of each at most, so that no two transactions wait for each other.
 */
export async function lockMember(client: ClientBase, wallet: string): Promise<Member> {
  const row = (await selectForUpdate(client, wallet)) ?? (await insertMember(client, wallet))
  if (!row) throw new Error("A row vanished under its lock")
  const { now, day, isAgent } = await readClock(client, wallet)
  const { quotaDay, votesSet, reportsMade, editsMade, ...rest } = row
  const today =
    quotaDay === day
      ? { votesSet, reportsMade, editsMade }
      : { votesSet: 0, reportsMade: 0, editsMade: 0 }
  return { ...rest, ...today, wallet, isAgent, now }
}

function selectForUpdate(client: ClientBase, wallet: string) {
  return dbOn(client)
    .selectFrom("reef_member")
    .select([
      "last_post_at as lastPostAt",
      "warnings",
      "muted_until as mutedUntil",
      "banned_at as bannedAt",
      "votes_set as votesSet",
      "reports_made as reportsMade",
      "edits_made as editsMade",
      "recent_edits as recentEdits",
    ])
    .select(({ cast }) => cast<string | null>("quota_day", "text").as("quotaDay"))
    .where("wallet", "=", wallet)
    .forUpdate()
    .executeTakeFirst()
}

async function insertMember(client: ClientBase, wallet: string) {
  await dbOn(client)
    .insertInto("reef_member")
    .values({ wallet })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return selectForUpdate(client, wallet)
}

/** Time and UTC day of the database, and whether the wallet has a registered agent. */
function readClock(client: ClientBase, wallet: string) {
  return dbOn(client)
    .selectFrom(db.selectNoFrom(({ fn }) => fn<Date>("clock_timestamp").as("now")).as("clock"))
    .select(({ ref, exists, selectFrom }) => [
      "clock.now",
      sql<string>`(${ref("clock.now")} at time zone 'UTC')::date::text`.as("day"),
      exists(selectFrom("agent").select("agent.wallet").where("agent.wallet", "=", wallet))
        .$castTo<boolean>()
        .as("isAgent"),
    ])
    .executeTakeFirstOrThrow()
}

/** Counts a vote, a report or an edit on the day of the lock. */
export async function countAction(
  client: ClientBase,
  { wallet, now, votesSet, reportsMade, editsMade }: Member,
  action: "vote" | "report" | "edit",
) {
  await dbOn(client)
    .updateTable("reef_member")
    .set({
      quota_day: sql<Date>`(${now}::timestamptz at time zone 'UTC')::date`,
      votes_set: votesSet + Number(action === "vote"),
      reports_made: reportsMade + Number(action === "report"),
      edits_made: editsMade + Number(action === "edit"),
    })
    .where("wallet", "=", wallet)
    .execute()
}

/** Counts an edit; throws when the wallet has edited too often in the last minute or on this day. */
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
  await dbOn(client)
    .updateTable("reef_member")
    .set({ recent_edits: [...recent, now] })
    .where("wallet", "=", wallet)
    .execute()
}

export function assertNotBanned({ bannedAt }: Member) {
  if (bannedAt) throw new ApiError("REEF_BANNED", "This wallet is banned from writing in the Reef")
}

/** A banned or muted wallet may not create, edit or vote. */
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

/** The quota of a UTC day is used up; it starts again at midnight. */
export function quotaExceeded({ now }: Member, message: string) {
  const remainingMs = DAY_MS - (now.getTime() % DAY_MS)
  return new ApiError("QUOTA_EXCEEDED", message, { retryAfter: remainingMs / 1000 })
}
