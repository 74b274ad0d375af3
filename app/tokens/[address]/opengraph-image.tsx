import { notFound } from "next/navigation"
import { PICTURE_SIZE } from "@/components/pictures/frame"
import { getOrRender } from "@/components/pictures/picture-cache"
import { loadToken } from "./_parts/load"
import { drawPicture } from "./_parts/picture"

export const alt = "A token’s price and 7-day price history on Atoll"
export const size = PICTURE_SIZE
export const contentType = "image/png"
export const dynamic = "force-dynamic"

/** Rendered images are reused for this long, because link previews come in bursts. */
const FRESH_SECONDS = 300

export default async function TokenPicture({ params }: { params: Promise<{ address: string }> }) {
  const token = (await loadToken((await params).address)) ?? notFound()
  const picture = await getOrRender(token.address, FRESH_SECONDS, () => drawPicture(token))
  return new Response(picture, {
    headers: {
      "Content-Type": contentType,
      "Cache-Control": `public, max-age=${FRESH_SECONDS}`,
    },
  })
}
