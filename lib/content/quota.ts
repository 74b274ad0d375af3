import { ApiError } from "@/lib/api/errors"
import { pool, transaction } from "@/lib/db/client"
import { AVATARS_PER_MONTH, IMAGES_PER_DAY, TOKEN_IMAGES_PER_DAY } from "./rules"

/**
 * An upload that has not ended after this time died with its process, and gives its place back. The longest queue of
 * images to decode takes less.
 */
const LEASE = "15 minutes"

/**
 * Counts one image of the wallet, and of the token it is for, on the present UTC day, or refuses with 429. Each count
 * is one row, raised by one statement while it is below the quota, so that it is exact whatever runs at once.
 * `release` takes the count back.
 */
export async function countImage(wallet: string, token: string | null) {
  const now = new Date()
  const day = now.toISOString().slice(0, 10)
  const counts = [
    ...(token === null ? [] : [{ subject: token, quota: TOKEN_IMAGES_PER_DAY, of: "a token" }]),
    { subject: wallet, quota: IMAGES_PER_DAY, of: "a wallet" },
  ]
  await transaction(async (client) => {
    for (const { subject, quota, of } of counts) {
      const { rowCount } = await client.query(COUNT, [subject, day, quota])
      if (rowCount === 0) {
        const nextDay = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
        throw exceeded(`${quota} images a day can be uploaded for ${of}`, nextDay - now.getTime())
      }
    }
  })
  const subjects = counts.map(({ subject }) => subject)
  return { release: () => pool().query(UNCOUNT, [subjects, day]) }
}

const COUNT = `
  insert into image_quota as counted (subject, day, used) values ($1, $2, 1)
  on conflict (subject) do update set day = greatest(counted.day, excluded.day),
    used = case when counted.day < excluded.day then 1 else counted.used + 1 end
  where counted.day < excluded.day or counted.used < $3`

const UNCOUNT = `
  update image_quota set used = used - 1 where subject = any($1) and day = $2 and used > 0`

/**
 * One place of the wallet's month, or 429. The places are numbered and each is one row, so that however many
 * uploads run at once no more than the quota can end well. `release` gives back what an upload did not use.
 */
export async function takeAvatarPlace(wallet: string) {
  const now = new Date()
  const month = now.toISOString().replace(/-\d\dT.*/, "-01")
  for (let place = 1; place <= AVATARS_PER_MONTH; place++) {
    const { rows } = await pool().query<{ lease: string }>(TAKE, [wallet, month, place, LEASE])
    const lease = rows[0]?.lease
    if (lease === undefined) continue
    const key = [wallet, month, place, lease]
    return {
      use: async (cid: string) => {
        const { rowCount } = await pool().query(USE, [...key, cid])
        if (rowCount === 0) throw new Error("An avatar took longer than its place was kept")
      },
      release: () => pool().query(RELEASE, key),
    }
  }
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
  throw exceeded(`${AVATARS_PER_MONTH} avatars a month can be uploaded`, nextMonth - now.getTime())
}

const TAKE = `
  insert into avatar_upload as place (wallet, month, ordinal, lease, cid)
  values ($1, $2, $3, now(), null)
  on conflict (wallet, month, ordinal) do update set lease = now()
  where place.cid is null and place.lease < now() - $4::interval
  returning lease::text`

const OWN = "wallet = $1 and month = $2 and ordinal = $3 and lease = $4 and cid is null"
const USE = `update avatar_upload set cid = $5 where ${OWN}`
const RELEASE = `delete from avatar_upload where ${OWN}`

const exceeded = (message: string, leftMs: number) =>
  new ApiError("QUOTA_EXCEEDED", message, { retryAfter: leftMs / 1_000 })
