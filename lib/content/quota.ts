import { prisma, type Transaction } from "@/lib/db/client"
import { ApiError } from "@/lib/http/errors"
import { AVATARS_PER_MONTH, IMAGES_PER_DAY, TOKEN_IMAGES_PER_DAY } from "./quota-limits"

/**
 * An upload that has not ended after this time died with its process; its reservation is free again. Waiting in
 * the longest queue and decoding take less.
 */
const UPLOAD_LEASE_MS = 15 * 60_000

/**
 * Counts one image of the wallet, and of its token, on the current UTC day, or throws 429. Each count is one row,
 * which one statement raises while it is below the quota, so concurrent requests count exactly. `release` takes the
 * count back.
 */
export async function reserveImage(wallet: string, token: string | null) {
  const now = new Date()
  const day = now.toISOString().slice(0, 10)
  const counts = [
    ...(token === null ? [] : [{ subject: token, quota: TOKEN_IMAGES_PER_DAY, of: "a token" }]),
    { subject: wallet, quota: IMAGES_PER_DAY, of: "a wallet" },
  ]
  await prisma.$transaction(async (tx) => {
    for (const { subject, quota, of } of counts) {
      if (await raiseCount(tx, subject, day, quota)) continue
      const nextDay = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
      const message = `${quota} images a day can be uploaded for ${of}`
      throw quotaExceeded(message, nextDay - now.getTime())
    }
  })
  const subjects = counts.map(({ subject }) => subject)
  return { release: () => lowerCounts(subjects, day) }
}

/** False when the quota of the day is used up. In SQL: one statement compares, begins another day and counts. */
async function raiseCount(tx: Transaction, subject: string, day: string, quota: number) {
  const counted = await tx.$executeRaw`
    insert into image_quota (subject, day, used) values (${subject}, ${day}::date, 1)
    on conflict (subject) do update set
      day = greatest(image_quota.day, excluded.day),
      used = case when image_quota.day < excluded.day then 1 else image_quota.used + 1 end
    where image_quota.day < excluded.day or image_quota.used < ${quota}`
  return counted > 0
}

async function lowerCounts(subjects: string[], day: string) {
  await prisma.imageQuota.updateMany({
    where: { subject: { in: subjects }, day: new Date(day), used: { gt: 0 } },
    data: { used: { decrement: 1 } },
  })
}

/**
 * Reserves one of the wallet's avatars of the month, or throws 429. The avatars are numbered and each is one row, so
 * that no more concurrent uploads than the quota allows can succeed. `release` frees an unused one.
 */
export async function reserveAvatar(wallet: string) {
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
  for (let ordinal = 1; ordinal <= AVATARS_PER_MONTH; ordinal++) {
    const key = { wallet, month, ordinal, lease: now }
    if (!(await takeLease(key))) continue
    return { use: (cid: string) => storeAvatarCid(key, cid), release: () => deleteLease(key) }
  }
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
  const message = `${AVATARS_PER_MONTH} avatars a month can be uploaded`
  throw quotaExceeded(message, nextMonth - now.getTime())
}

/** The time at which it began identifies a lease. */
type Lease = { wallet: string; month: Date; ordinal: number; lease: Date }

/** False when the avatar of this number is stored, or its upload runs. */
async function takeLease({ lease, ...avatar }: Lease) {
  const added = await prisma.avatarUpload.createMany({
    data: { ...avatar, lease },
    skipDuplicates: true,
  })
  if (added.count > 0) return true
  const expired = { lt: new Date(lease.getTime() - UPLOAD_LEASE_MS) }
  const taken = await prisma.avatarUpload.updateMany({
    where: { ...avatar, cid: null, lease: expired },
    data: { lease },
  })
  return taken.count > 0
}

async function storeAvatarCid(lease: Lease, cid: string) {
  const { count } = await prisma.avatarUpload.updateMany({
    where: { ...lease, cid: null },
    data: { cid },
  })
  if (count === 0) throw new Error("An avatar took longer than its reservation")
}

const deleteLease = (lease: Lease) =>
  prisma.avatarUpload.deleteMany({ where: { ...lease, cid: null } })

const quotaExceeded = (message: string, remainingMs: number) =>
  new ApiError("QUOTA_EXCEEDED", message, { retryAfter: remainingMs / 1_000 })
