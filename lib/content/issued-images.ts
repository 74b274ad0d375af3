import { prisma } from "@/lib/db/client"
import { parseContentUrl } from "./pin"

type IssuedImage = { cid: string; type: string; size: number }

/** Stores that this server has pinned an image: its URL may be used in metadata and profiles. */
export async function storeIssuedImage(image: IssuedImage) {
  await prisma.issuedImage.createMany({ data: image, skipDuplicates: true })
}

/** Whether a URL names an image pinned by this server. */
export async function isIssuedImage(url: string): Promise<boolean> {
  const cid = parseContentUrl(url)
  if (cid === null) return false
  return (await prisma.issuedImage.findUnique({ where: { cid } })) !== null
}
