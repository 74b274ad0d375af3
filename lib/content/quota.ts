import { ApiError } from "@/lib/api/errors"
import { db } from "@/lib/db"
import { AVATARS_PER_MONTH } from "./rules"

/** An upload that has not ended after this time died with its process, and gives its place back. */
const LEASE = "2 minutes"

/**
 * One place of the wallet's month, or 429. The places are numbered and each is one row, so that however many
 * uploads run at once no more than the quota can end well. `release` gives back what an upload did not use.
 */
export async function takeAvatarPlace(wallet: string) {
  const now = new Date()
  const month = now.toISOString().replace(/-\d\dT.*/, "-01")
  for (let place = 1; place <= AVATARS_PER_MONTH; place++) {
    const { rows } = await db().pool.query<{ lease: string }>(TAKE, [wallet, month, place, LEASE])
    const lease = rows[0]?.lease
    if (lease === undefined) continue
    const key = [wallet, month, place, lease]
    return {
      use: async (cid: string) => {
        const { rowCount } = await db().pool.query(USE, [...key, cid])
        if (rowCount === 0) throw new Error("An avatar took longer than its place was kept")
      },
      release: () => db().pool.query(RELEASE, key),
    }
  }
  throw exceeded(now)
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

function exceeded(now: Date) {
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
  return new ApiError("QUOTA_EXCEEDED", `${AVATARS_PER_MONTH} avatars a month can be uploaded`, {
    retryAfter: (nextMonth - now.getTime()) / 1_000,
  })
}
