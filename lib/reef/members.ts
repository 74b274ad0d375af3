import type { Transaction } from "@/lib/db/client"
import { ApiError } from "@/lib/http/errors"
import { EDIT_COOLDOWN_SECONDS, EDITS_PER_COOLDOWN, EDITS_PER_DAY } from "./constants"
import { lockMemberRow } from "./locks"

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
 * Locks the wallet's row. Every transaction locks in the order member, post, comment, and one row of each at most, so
 * that no two wait for each other.
 */
export async function lockMember(tx: Transaction, wallet: string): Promise<Member> {
  const [row] = await lockMemberRow({ wallet }, tx)
  if (!row) throw new Error("The row that was inserted is missing")
  const { quotaDay, ...member } = row
  const isToday = quotaDay?.getTime() === startOfDay(member.now).getTime()
  const unused = { votesSet: 0, reportsMade: 0, editsMade: 0 }
  return { wallet, ...member, ...(!isToday && unused) }
}

const DAY_MS = 86_400_000

/** The beginning of the UTC day. */
const startOfDay = (time: Date) => new Date(time.getTime() - (time.getTime() % DAY_MS))

/** Counts a vote, a report or an edit on the day of the lock. */
export async function countAction(
  tx: Transaction,
  { wallet, now, votesSet, reportsMade, editsMade }: Member,
  action: "vote" | "report" | "edit",
  changes: { recentEdits?: Date[] } = {},
) {
  await tx.reefMember.update({
    where: { wallet },
    data: {
      quotaDay: startOfDay(now),
      votesSet: votesSet + Number(action === "vote"),
      reportsMade: reportsMade + Number(action === "report"),
      editsMade: editsMade + Number(action === "edit"),
      ...changes,
    },
    select: { wallet: true },
  })
}

/** Counts an edit; throws when the wallet has edited too often in the last minute or on this day. */
export async function countEdit(tx: Transaction, member: Member) {
  const { now, recentEdits, editsMade } = member
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
  await countAction(tx, member, "edit", { recentEdits: [...recent, now] })
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

/** The quota of a UTC day is used up; it starts again at midnight. */
export function quotaExceeded({ now }: Member, message: string) {
  const remainingMs = DAY_MS - (now.getTime() % DAY_MS)
  return new ApiError("QUOTA_EXCEEDED", message, { retryAfter: remainingMs / 1000 })
}
