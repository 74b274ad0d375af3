import { randomUUID } from "node:crypto"
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import path from "node:path"
import type { CID } from "multiformats/cid"
import { env } from "@/lib/env"
import { ApiError, notConfigured } from "@/lib/http/errors"
import { log } from "@/lib/telemetry/logger"

/**
 * Stores a block under its name. A reader sees a whole block or none, even after a crash. A disk that takes no files is
 * refused as NOT_CONFIGURED, a full one as UPSTREAM_UNAVAILABLE.
 */
export async function putBlock(cid: CID, block: Uint8Array): Promise<void> {
  const file = toPath(cid)
  if (await exists(file)) return
  const draft = `${file}.${randomUUID()}`
  try {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(draft, block, { flush: true })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw refusalOf(error) ?? error
  }
}

function refusalOf(cause: unknown) {
  // Where nothing can be written, Node says of a new folder that it does not exist.
  if (hasCode(cause, "EROFS", "EACCES", "EPERM", "ENOENT")) {
    log.error("CONTENT_DIR takes no files: set PIN_API_TOKEN, or a folder that can be written")
    return notConfigured("Keeping files")
  }
  if (!hasCode(cause, "ENOSPC", "EDQUOT")) return null
  log.error("The disk of CONTENT_DIR is full")
  return new ApiError("UPSTREAM_UNAVAILABLE", "The store of files is full", {
    retryAfter: 60,
    cause,
  })
}

const hasCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && "code" in error && codes.includes(`${error.code}`)

/** Removes a block, if it is there. The leaves of a larger file stay: other files may share them. */
export const removeBlock = (cid: CID): Promise<void> => rm(toPath(cid), { force: true })

export const getBlock = (cid: CID): Promise<Uint8Array> => readFile(toPath(cid))

export const hasBlock = (cid: CID): Promise<boolean> => exists(toPath(cid))

/** Spread over folders by two characters of the digest: the last one holds two bits only. */
function toPath(cid: CID) {
  const name = cid.toString()
  return path.join(/* turbopackIgnore: true */ env().CONTENT_DIR, name.slice(-3, -1), name)
}

async function exists(file: string) {
  try {
    await stat(/* turbopackIgnore: true */ file)
    return true
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false
    throw error
  }
}
