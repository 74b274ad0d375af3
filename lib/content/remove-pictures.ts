import { type Kysely, sql } from "kysely"
import { db, type Queries } from "@/lib/db/client"
import { env } from "@/lib/env"
import type { Database } from "@/lib/generated/database"
import { removeBlock } from "./blocks"
import { parseCid } from "./cid"
import { parseContentUrl } from "./pin"

/** The pictures that a wallet uploaded for its profile. */
export async function listPictures(queries: Queries, wallet: string): Promise<string[]> {
  const uploads = await queries
    .selectFrom("avatar_upload")
    .select("cid")
    .where("wallet", "=", wallet)
    .where("cid", "is not", null)
    .execute()
  return uploads.flatMap(({ cid }) => cid ?? [])
}

/** Forgets the uploads of former months; those of this month count against its quota. */
export async function removeUploads(queries: Queries, wallet: string) {
  const month = sql<Date>`date_trunc('month', now() at time zone 'UTC')::date`
  await queries
    .deleteFrom("avatar_upload")
    .where("wallet", "=", wallet)
    .where("month", "<", month)
    .execute()
}

/**
 * Deletes pictures that nobody else uses. Answers how many. At a pinning service they stay until the operator removes
 * them there, so their names are logged.
 */
export async function deletePictures(wallet: string, cids: readonly string[]): Promise<number> {
  let deleted = 0
  for (const name of new Set(cids)) {
    const cid = parseCid(name)
    if (!cid || (await isUsedByOthers(db, wallet, name))) continue
    await db.deleteFrom("issued_image").where("cid", "=", name).execute()
    if (env().PIN_API_TOKEN)
      console.warn(`Remove ${name} at the pinning service: its owner deleted it`)
    else await removeBlock(cid)
    deleted++
  }
  return deleted
}

/** In another profile, another wallet's uploads, a token's picture or a pinned document. */
async function isUsedByOthers(queries: Kysely<Database>, wallet: string, cid: string) {
  const isNamed = sql<boolean>`right(url, ${sql.lit(cid.length)}) = ${cid}`
  const uses = queries
    .selectFrom("avatar_upload")
    .select("cid as url")
    .where("wallet", "<>", wallet)
    .unionAll(
      queries.selectFrom("profile").select("avatar_url as url").where("wallet", "<>", wallet),
    )
    .unionAll(queries.selectFrom("project").select("image as url"))
  const used = await queries
    .selectFrom(uses.as("use"))
    .select("url")
    .where("url", "is not", null)
    .where(isNamed)
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}

/** The CID in an address of a picture that this server holds. */
export const pictureOf = (url: string | null): string[] => {
  const cid = url === null ? null : parseContentUrl(url)
  return cid === null ? [] : [cid]
}
