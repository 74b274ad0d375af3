import type { useSession } from "@/components/wallet/session/session"
import { trimText } from "@/lib/readable-text"
import { dataUrlToBlob } from "./picture"
import type { ProjectTexts } from "./project-texts"

/** Absent texts stay unchanged; empty texts are cleared. */
export type ProjectContent = Partial<ProjectTexts> & {
  /** A data URL, or null to keep the stored picture. */
  picture: string | null
}

/** Stores picture, description and links of a token as the wallet that created it. */
export async function saveContent(
  request: ReturnType<typeof useSession>["request"],
  address: string,
  { picture, ...texts }: ProjectContent,
) {
  const body = new FormData()
  for (const [name, text] of Object.entries(texts)) body.append(name, trimText(text))
  if (picture) body.append("image", dataUrlToBlob(picture), "picture")
  await request("POST /api/projects/[address]", { params: { address }, body })
}
