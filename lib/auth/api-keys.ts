import { hash, randomBytes } from "node:crypto"
import { runInBackground } from "@/lib/async/background"
import { createBatchLoader } from "@/lib/async/coalesce"
import { prisma } from "@/lib/db/client"
import { isUniqueViolation } from "@/lib/db/errors"
import { ApiError, notFound } from "@/lib/http/errors"
import { createCuid } from "@/lib/http/ids"
import { log } from "@/lib/telemetry/logger"
import { type KeyRow, selectKeys } from "./request-rows"

const KEY_PREFIX = "atoll_"
const KEY_FORMAT = /^atoll_[0-9a-f]{64}$/

/** `last_used_at` is updated at most this often. */
const USE_RECORD_INTERVAL_MS = 60_000

export type KeyHolder = Pick<KeyRow, "id" | "wallet" | "position">

/** Not cached, because a deleted key must stop working at once; concurrent lookups share a query. */
const loadKeys = createBatchLoader(async (hashes: readonly string[]) => {
  const rows = await selectKeys({ hashes: hashes.join() })
  return new Map(rows.map((row) => [row.hash, row]))
})

/** The owner of the key; null when it is malformed, unknown or deleted. */
export async function findKeyHolder(key: string): Promise<KeyHolder | null> {
  const row = await findKey(key)
  if (row) recordUse(row)
  return row
}

/** Like `findKeyHolder`, without recording a use. */
export async function findKey(key: string): Promise<KeyRow | null> {
  return (KEY_FORMAT.test(key) && (await loadKeys(hashOf(key)))) || null
}

const pendingUses = new Set<string>()

/** Updates `last_used_at` in the background: a response neither waits for it nor fails with it. */
function recordUse({ id, lastUsedAt }: KeyRow) {
  const isRecent = lastUsedAt && Date.now() - lastUsedAt.getTime() < USE_RECORD_INTERVAL_MS
  if (isRecent || pendingUses.has(id)) return
  pendingUses.add(id)
  const now = Date.now()
  const before = new Date(now - USE_RECORD_INTERVAL_MS)
  runInBackground(() =>
    prisma.apiKey.updateMany({
      where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: before } }] },
      data: { lastUsedAt: new Date(now) },
    }),
  )
    .catch((error: unknown) => log.error(`Use of key ${id} was not recorded: ${error}`))
    .finally(() => pendingUses.delete(id))
}

/** Creates the wallet's only key. Only its hash is stored: this result is the one place with the plain key. */
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
    const row = await prisma.apiKey.create({
      data,
      select: { id: true, label: true, createdAt: true },
    })
    return { ...row, key }
  } catch (error) {
    // The unique constraint rejects one of two concurrent creations.
    if (isUniqueViolation(error)) {
      throw new ApiError("KEY_LIMIT_REACHED", "This wallet already has an API key")
    }
    throw error
  }
}

export async function listKeys(wallet: string) {
  const rows = await prisma.apiKey.findMany({
    where: { wallet },
    select: { id: true, hint: true, label: true, createdAt: true, lastUsedAt: true },
    orderBy: { createdAt: "desc" },
  })
  return rows.map(({ hint, ...row }) => ({ ...row, keyHint: hint }))
}

/** A key of another wallet counts as unknown, so that ids cannot be probed. */
export async function deleteKey(wallet: string, id: string) {
  const { count } = await prisma.apiKey.deleteMany({ where: { id, wallet } })
  if (count === 0) throw notFound("KEY_NOT_FOUND")
}

const hashOf = (key: string) => hash("sha256", key, "hex")

const hintOf = (key: string) => `${KEY_PREFIX}****${key.slice(-4)}`
