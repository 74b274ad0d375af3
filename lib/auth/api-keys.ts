import { hash, randomBytes } from "node:crypto"
import { batch } from "@/lib/api/coalesce"
import { ApiError, notFound } from "@/lib/api/errors"
import { cuid } from "@/lib/api/ids"
import { pool, prisma } from "@/lib/db/client"
import { Prisma } from "@/lib/generated/prisma/client"

const PREFIX = "atoll_"
const FORMAT = /^atoll_[0-9a-f]{64}$/

/** Use is noted at most this often. */
const NOTE_EVERY_MS = 60_000

export type KeyHolder = { id: string; wallet: string }

type KeyRow = { id: string; wallet: string; hash: string; last_used_at: Date | null }

/** Deleted keys must die at once, so nothing is remembered: keys asked for together share a query. */
const load = batch(async (hashes: readonly string[]) => {
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
  if (row) noteUse(row)
  return row
}

/** As `findKeyHolder`, for a look that is no use of the key. */
export async function findKey(key: string): Promise<KeyRow | null> {
  return (FORMAT.test(key) && (await load(hashOf(key)))) || null
}

const noting = new Set<string>()

/** In the background: an answer never waits for it and never fails by it. */
function noteUse({ id, last_used_at }: KeyRow) {
  if (noting.has(id) || (last_used_at && Date.now() - last_used_at.getTime() < NOTE_EVERY_MS))
    return
  noting.add(id)
  pool()
    .query(
      `update api_key set last_used_at = now()
       where id = $1 and (last_used_at is null or last_used_at <= now() - interval '1 minute')`,
      [id],
    )
    .catch((error: unknown) => console.error(`Use of key ${id} was not noted: ${error}`))
    .finally(() => noting.delete(id))
}

/** Makes the wallet's one key; the plain key is in this answer and nowhere else. */
export async function createKey(wallet: string, label: string | null) {
  const key = `${PREFIX}${randomBytes(32).toString("hex")}`
  const data = {
    id: cuid(),
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

const hintOf = (key: string) => `${PREFIX}****${key.slice(-4)}`
