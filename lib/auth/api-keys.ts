import { hash, randomBytes } from "node:crypto"
import { createBatchLoader } from "@/lib/api/coalesce"
import { ApiError, notFound } from "@/lib/api/errors"
import { createCuid } from "@/lib/api/ids"
import { pool, prisma } from "@/lib/db/client"
import { Prisma } from "@/lib/generated/prisma/client"

const KEY_PREFIX = "atoll_"
const KEY_FORMAT = /^atoll_[0-9a-f]{64}$/

/** Use is noted at most this often. */
const USE_RECORD_INTERVAL_MS = 60_000

export type KeyHolder = { id: string; wallet: string }

type KeyRow = { id: string; wallet: string; hash: string; last_used_at: Date | null }

/** Deleted keys must die at once, so nothing is remembered: keys asked for together share a query. */
const loadKeys = createBatchLoader(async (hashes: readonly string[]) => {
  const { rows } = await pool().query<KeyRow>(
    `select id, wallet, encode(hash, 'hex') as hash, last_used_at
     from api_key where hash = any(select decode(unnest($1::text[]), 'hex'))`,
    [hashes],
  )
  return new Map(rows.map((row) => [row.hash, row]))
})

/** Whose key this is; null when it is malformed, unknown or deleted. */
export async function findKeyHolder(key: string): Promise<KeyHolder | null> {
  const row = await findKey(key)
  if (row) recordUse(row)
  return row
}

/** As `findKeyHolder`, for a look that is no use of the key. */
export async function findKey(key: string): Promise<KeyRow | null> {
  return (KEY_FORMAT.test(key) && (await loadKeys(hashOf(key)))) || null
}

const pendingUses = new Set<string>()

/** In the background: an answer never waits for it and never fails by it. */
function recordUse({ id, last_used_at }: KeyRow) {
  if (
    pendingUses.has(id) ||
    (last_used_at && Date.now() - last_used_at.getTime() < USE_RECORD_INTERVAL_MS)
  )
    return
  pendingUses.add(id)
  pool()
    .query(
      `update api_key set last_used_at = now()
       where id = $1 and (last_used_at is null or last_used_at <= now() - interval '1 minute')`,
      [id],
    )
    .catch((error: unknown) => console.error(`Use of key ${id} was not noted: ${error}`))
    .finally(() => pendingUses.delete(id))
}

/** Makes the wallet's one key; the plain key is in this answer and nowhere else. */
export async function createKey(wallet: string, label: string | null) {
  const key = `${KEY_PREFIX}${randomBytes(32).toString("hex")}`
  const data = {
    id: createCuid(),
    wallet,
    hash: Buffer.from(hashOf(key), "hex"),
    hint: hintOf(key),
    label,
  }
  try {
    const row = await prisma().apiKey.create({
      data,
      select: { id: true, label: true, createdAt: true },
    })
    return { ...row, key }
  } catch (error) {
    // The unique wallet decides between two creations at once.
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002") {
      throw new ApiError("KEY_LIMIT_REACHED", "This wallet already has an API key")
    }
    throw error
  }
}

export async function listKeys(wallet: string) {
  const rows = await prisma().apiKey.findMany({
    where: { wallet },
    select: { id: true, hint: true, label: true, createdAt: true, lastUsedAt: true },
    orderBy: { createdAt: "desc" },
  })
  return rows.map(({ hint, ...row }) => ({ ...row, keyHint: hint }))
}

/** Deletes for good. A key of another wallet is unknown, so that ids cannot be probed. */
export async function deleteKey(wallet: string, id: string) {
  const { count } = await prisma().apiKey.deleteMany({ where: { id, wallet } })
  if (count === 0) throw notFound("KEY_NOT_FOUND")
}

const hashOf = (key: string) => hash("sha256", key, "hex")

const hintOf = (key: string) => `${KEY_PREFIX}****${key.slice(-4)}`
