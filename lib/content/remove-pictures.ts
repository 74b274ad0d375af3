import { prisma, readClock, type Transaction } from "@/lib/db/client"
import { env } from "@/lib/env"
import { log } from "@/lib/telemetry/logger"
import { removeBlock } from "./blocks"
import { parseCid } from "./cid"
import { parseContentUrl } from "./pin"

/** The pictures that a wallet uploaded for its profile. */
export async function listPictures(tx: Transaction, wallet: string): Promise<string[]> {
  const uploads = await tx.avatarUpload.findMany({ where: { wallet, cid: { not: null } } })
  return uploads.flatMap(({ cid }) => cid ?? [])
}

/** Deletes the records of uploads in former months; this month's uploads count against its quota. */
export async function removeUploads(tx: Transaction, wallet: string) {
  const now = await readClock(tx)
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
  await tx.avatarUpload.deleteMany({ where: { wallet, month: { lt: month } } })
}

/**
 * Deletes pictures that no other row uses, and returns their number. Files at a pinning service stay until the
 * operator removes them there, so their names are logged.
 */
export async function deletePictures(wallet: string, cids: readonly string[]): Promise<number> {
  let deleted = 0
  for (const name of new Set(cids)) {
    const cid = parseCid(name)
    if (!cid || (await isUsedByOthers(wallet, name))) continue
    await prisma.issuedImage.deleteMany({ where: { cid: name } })
    if (env().PIN_API_TOKEN) log.warn(`Remove ${name} at the pinning service: its owner deleted it`)
    else await removeBlock(cid)
    deleted++
  }
  return deleted
}

/** In another profile, another wallet's uploads, a token's picture or a pinned document. */
async function isUsedByOthers(wallet: string, cid: string) {
  const others = { wallet: { not: wallet } }
  const uses = await Promise.all([
    prisma.avatarUpload.findFirst({ where: { ...others, cid } }),
    prisma.profile.findFirst({ where: { ...others, avatarUrl: { endsWith: cid } } }),
    prisma.project.findFirst({ where: { image: { endsWith: cid } } }),
  ])
  return uses.some((row) => row !== null)
}

/** The CID in an address of a picture that this server holds. */
export const pictureOf = (url: string | null): string[] => {
  const cid = url === null ? null : parseContentUrl(url)
  return cid === null ? [] : [cid]
}
