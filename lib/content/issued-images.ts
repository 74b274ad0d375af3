import { db } from "@/lib/db/client"
import { parseContentUrl } from "./pin"

type IssuedImage = { cid: string; type: string; size: number }

/** Stores that this server has pinned an image: its URL may be used in metadata and profiles. */
export async function storeIssuedImage(image: IssuedImage) {
  await db
    .insertInto("issued_image")
    .values(image)
    .onConflict((conflict) => conflict.column("cid").doNothing())
    .execute()
}

/** Whether a URL is that of an image pinned by this server. */
export async function isIssuedImage(url: string): Promise<boolean> {
  const cid = parseContentUrl(url)
  if (cid === null) return false
  const image = await db
    .selectFrom("issued_image")
    .select("cid")
    .where("cid", "=", cid)
    .executeTakeFirst()
  return image !== undefined
}
