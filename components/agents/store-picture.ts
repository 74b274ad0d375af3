import { dataUrlToBlob } from "@/components/content/picture"
import type { useSession } from "@/components/wallet/session/session"

/** Uploads a new picture; answers its absolute URL, which other sites can read, too. */
export async function storePicture(
  request: ReturnType<typeof useSession>["request"],
  picture: string | null,
): Promise<string | null> {
  if (!picture?.startsWith("data:")) return picture
  const body = new FormData()
  body.append("purpose", "avatar")
  body.append("file", dataUrlToBlob(picture), "picture")
  const { url } = await request("POST /api/images", { body })
  return new URL(url, window.location.origin).href
}
