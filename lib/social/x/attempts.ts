import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { ApiError } from "@/lib/http/errors"
import { X_ATTEMPTS_PER_DAY } from "@/lib/social/constants"
import { toPostUrl, type XPostRef } from "./post-url"

/** Reading a post takes a few seconds at most: an attempt that lasts longer died with its process. */
const LEASE = sql.lit("1 minute")

const todayUtc = sql<Date>`(now() at time zone 'UTC')::date`
const DAY_MS = 86_400_000

/**
 * One of the wallet's attempts of this UTC day, or 429. The attempts are numbered and each is one row, so that no more
 * concurrent ones than the quota allows begin.
 */
export async function beginAttempt(wallet: string, ref: XPostRef): Promise<number> {
  await dropDeadAttempts(wallet)
  for (let ordinal = 1; ordinal <= X_ATTEMPTS_PER_DAY; ordinal++) {
    const attempt = await db
      .insertInto("x_post")
      .values({
        wallet,
        ordinal,
        day: todayUtc,
        tweet_id: ref.id,
        url: toPostUrl(ref),
        username: ref.handle,
        lease_until: sql<Date>`now() + ${LEASE}::interval`,
      })
      .onConflict((conflict) => conflict.columns(["wallet", "day", "ordinal"]).doNothing())
      .returning("id")
      .executeTakeFirst()
    if (attempt) return attempt.id
  }
  const message = `${X_ATTEMPTS_PER_DAY} posts a day can be submitted`
  const retryAfter = (DAY_MS - (Date.now() % DAY_MS)) / 1_000
  throw new ApiError("QUOTA_EXCEEDED", message, { retryAfter })
}

const dropDeadAttempts = (wallet: string) =>
  db
    .deleteFrom("x_post")
    .where("wallet", "=", wallet)
    .where("lease_until", "<", sql<Date>`now()`)
    .execute()

/** X could not be asked: this was no attempt. */
export const takeBackAttempt = (id: number) =>
  db.deleteFrom("x_post").where("id", "=", id).where("accepted", "=", false).execute()

/** A refused attempt, with what is known of the post. */
export const endAttempt = (id: number, known: { username?: string; text?: string } = {}) =>
  db
    .updateTable("x_post")
    .set({ lease_until: null, ...known })
    .where("id", "=", id)
    .execute()
