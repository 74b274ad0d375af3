import { type ExpressionBuilder, sql } from "kysely"
import type { PoolClient } from "pg"
import { ApiError } from "@/lib/api/errors"
import { db, dbOn, transaction } from "@/lib/db/client"
import type { Database } from "@/lib/generated/database"
import { AVATARS_PER_MONTH, IMAGES_PER_DAY, TOKEN_IMAGES_PER_DAY } from "./quota-limits"

/**
 * An upload that has not ended after this time died with its process; its reservation is free again. Waiting in
 * the longest queue and decoding take less.
 */
const UPLOAD_LEASE = "15 minutes"

/**
 * Counts one image of the wallet, and of its token, on the current UTC day, or throws 429. Each count is one row,
 * raised by one statement while it is below the quota, so that it is exact for concurrent requests. `release`
 * takes the count back.
 */
export async function reserveImage(wallet: string, token: string | null) {
  const now = new Date()
  const day = now.toISOString().slice(0, 10)
  const counts = [
    ...(token === null ? [] : [{ subject: token, quota: TOKEN_IMAGES_PER_DAY, of: "a token" }]),
    { subject: wallet, quota: IMAGES_PER_DAY, of: "a wallet" },
  ]
  await transaction(async (client) => {
    for (const { subject, quota, of } of counts) {
      if (await raiseCount(client, subject, day, quota)) continue
      const nextDay = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
      const message = `${quota} images a day can be uploaded for ${of}`
      throw quotaExceeded(message, nextDay - now.getTime())
    }
  })
  const subjects = counts.map(({ subject }) => subject)
  return { release: () => lowerCounts(subjects, day) }
}

/** False when the quota of the day is used up. */
async function raiseCount(client: PoolClient, subject: string, day: string, quota: number) {
  const counted = await dbOn(client)
    .insertInto("image_quota")
    .values({ subject, day, used: 1 })
    .onConflict((conflict) =>
      conflict
        .column("subject")
        .doUpdateSet(({ ref, case: when }) => ({
          day: sql<Date>`greatest(${ref("image_quota.day")}, ${ref("excluded.day")})`,
          used: when()
            .when("image_quota.day", "<", ref("excluded.day"))
            .then(1)
            .else(sql<number>`${ref("image_quota.used")} + 1`)
            .end(),
        }))
        .where(({ or, eb, ref }) =>
          or([eb("image_quota.day", "<", ref("excluded.day")), eb("image_quota.used", "<", quota)]),
        ),
    )
    .returning("subject")
    .executeTakeFirst()
  return counted !== undefined
}

async function lowerCounts(subjects: readonly string[], day: string) {
  await db
    .updateTable("image_quota")
    .set({ used: sql<number>`used - 1` })
    .where("subject", "in", subjects)
    .where("day", "=", sql<Date>`${day}`)
    .where("used", ">", 0)
    .execute()
}

/**
 * Reserves one of the wallet's avatars of the month, or throws 429. The avatars are numbered and each is one row,
 * so that no more concurrent uploads than the quota allows can succeed. `release` frees one that was not used.
 */
export async function reserveAvatar(wallet: string) {
  const now = new Date()
  const month = now.toISOString().replace(/-\d\dT.*/, "-01")
  for (let ordinal = 1; ordinal <= AVATARS_PER_MONTH; ordinal++) {
    const lease = await takeLease(wallet, month, ordinal)
    if (lease === undefined) continue
    const key = { wallet, month, ordinal, lease }
    return { use: (cid: string) => storeAvatarCid(key, cid), release: () => deleteLease(key) }
  }
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
  const message = `${AVATARS_PER_MONTH} avatars a month can be uploaded`
  throw quotaExceeded(message, nextMonth - now.getTime())
}

/** The start of the lease as text, with microseconds: it identifies the lease. Undefined when it is taken. */
async function takeLease(wallet: string, month: string, ordinal: number) {
  const row = await db
    .insertInto("avatar_upload")
    .values({ wallet, month, ordinal, lease: sql<Date>`now()`, cid: null })
    .onConflict((conflict) =>
      conflict
        .columns(["wallet", "month", "ordinal"])
        .doUpdateSet({ lease: sql<Date>`now()` })
        .where("avatar_upload.cid", "is", null)
        .where("avatar_upload.lease", "<", sql<Date>`now() - ${UPLOAD_LEASE}::interval`),
    )
    .returning(({ cast }) => cast<string>("lease", "text").as("lease"))
    .executeTakeFirst()
  return row?.lease
}

type LeaseKey = { wallet: string; month: string; ordinal: number; lease: string }

async function storeAvatarCid(key: LeaseKey, cid: string) {
  const updated = await db
    .updateTable("avatar_upload")
    .set({ cid })
    .where((eb) => isOwnLease(eb, key))
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) throw new Error("An avatar took longer than its reservation")
}

async function deleteLease(key: LeaseKey) {
  await db
    .deleteFrom("avatar_upload")
    .where((eb) => isOwnLease(eb, key))
    .execute()
}

type Avatars = ExpressionBuilder<Database, "avatar_upload">

const isOwnLease = ({ eb, and }: Avatars, { wallet, month, ordinal, lease }: LeaseKey) =>
  and([
    eb("wallet", "=", wallet),
    eb("month", "=", sql<Date>`${month}`),
    eb("ordinal", "=", ordinal),
    eb("lease", "=", sql<Date>`${lease}`),
    eb("cid", "is", null),
  ])

const quotaExceeded = (message: string, remainingMs: number) =>
  new ApiError("QUOTA_EXCEEDED", message, { retryAfter: remainingMs / 1_000 })
