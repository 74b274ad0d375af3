import { prisma } from "@/lib/db/client"
import { createNonce } from "@/lib/http/ids"

const NONCE_TTL_MS = 10 * 60_000

/** Creates a nonce for one wallet; several may be valid at once. */
export async function issueNonce(address: string) {
  const value = createNonce()
  const now = Date.now()
  const expiresAt = new Date(now + NONCE_TTL_MS)
  await Promise.all([
    prisma.nonce.deleteMany({ where: { expiresAt: { lt: new Date(now) } } }),
    prisma.nonce.create({ data: { value, address, expiresAt } }),
  ])
  return { nonce: value, expiresAt }
}

/** Deletes a nonce, whoever sends it; true if it was valid for this wallet. Of concurrent attempts one deletes it. */
export async function consumeNonce(value: string, address: string) {
  const nonce = await prisma.nonce.findUnique({ where: { value } })
  const { count } = await prisma.nonce.deleteMany({ where: { value } })
  return count === 1 && nonce?.address === address && nonce.expiresAt.getTime() > Date.now()
}
