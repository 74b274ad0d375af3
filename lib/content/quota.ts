import { ApiError } from "@/lib/api/errors"
import { pool, transaction } from "@/lib/db/client"
import { AVATARS_PER_MONTH, IMAGES_PER_DAY, TOKEN_IMAGES_PER_DAY } from "./validation"

/**
 * An upload that has not ended after this time died with its process, and gives its place back. The longest queue of
 * images to decode takes less.
 */
const UPLOAD_LEASE = "15 minutes"

/**
 * Counts one image of the wallet, and of the token it is for, on the present UTC day, or refuses with 429. Each count
 * is one row, raised by one statement while it is below the quota, so that it is exact whatever runs at once.
 * `release` takes the count back.
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
      const { rowCount } = await client.query(RESERVE_IMAGE, [subject, day, quota])
      if (rowCount === 0) {
        const nextDay = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
        throw quotaExceeded(
          `${quota} images a day can be uploaded for ${of}`,
          nextDay - now.getTime(),
        )
      }
    }
  })
  const subjects = counts.map(({ subject }) => subject)
  return { release: () => pool().query(RELEASE_IMAGE, [subjects, day]) }
}

const RESERVE_IMAGE = `
  insert into image_quota as counted (subject, day, used) values ($1, $2, 1)
  on conflict (subject) do update set day = greatest(counted.day, excluded.day),
    used = case when counted.day < excluded.day then 1 else counted.used + 1 end
  where counted.day < excluded.day or counted.used < $3`

const RELEASE_IMAGE = `
  update image_quota set used = used - 1 where subject = any($1) and day = $2 and used > 0`

/**
 * One place of the wallet's month, or 429. The places are numbered and each is one row, so that however many
 * uploads run at once no more than the quota can end well. `release` gives back what an upload did not use.
 */
export async function reserveAvatar(wallet: string) {
  const now = new Date()
  const month = now.toISOString().replace(/-\d\dT.*/, "-01")
  for (let ordinal = 1; ordinal <= AVATARS_PER_MONTH; ordinal++) {
    const { rows } = await pool().query<{ lease: string }>(RESERVE_AVATAR, [
      wallet,
      month,
      ordinal,
      UPLOAD_LEASE,
    ])
    const lease = rows[0]?.lease
    if (lease === undefined) continue
    const key = [wallet, month, ordinal, lease]
    return {
      use: async (cid: string) => {
        const { rowCount } = await pool().query(CONFIRM_AVATAR, [...key, cid])
        if (rowCount === 0) throw new Error("An avatar took longer than its place was kept")
      },
      release: () => pool().query(RELEASE_AVATAR, key),
    }
  }
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
  throw quotaExceeded(
    `${AVATARS_PER_MONTH} avatars a month can be uploaded`,
    nextMonth - now.getTime(),
  )
}

const RESERVE_AVATAR = `
  insert into avatar_upload as place (wallet, month, ordinal, lease, cid)
  values ($1, $2, $3, now(), null)
  on conflict (wallet, month, ordinal) do update set lease = now()
  where place.cid is null and place.lease < now() - $4::interval
  returning lease::text`

const IS_OWN_LEASE = "wallet = $1 and month = $2 and ordinal = $3 and lease = $4 and cid is null"
const CONFIRM_AVATAR = `update avatar_upload set cid = $5 where ${IS_OWN_LEASE}`
const RELEASE_AVATAR = `delete from avatar_upload where ${IS_OWN_LEASE}`

const quotaExceeded = (message: string, leftMs: number) =>
  new ApiError("QUOTA_EXCEEDED", message, { retryAfter: leftMs / 1_000 })
