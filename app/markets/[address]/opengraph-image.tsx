import { notFound } from "next/navigation"
import { PICTURE_SIZE } from "@/components/pictures/frame"
import { getOrRender } from "@/components/pictures/picture-cache"
import { loadMarket } from "./_parts/load"
import { drawPicture } from "./_parts/picture"

export const alt = "A market's question and its likeliest outcomes on Atoll"
export const size = PICTURE_SIZE
export const contentType = "image/png"
export const dynamic = "force-dynamic"

/** Rendered images are reused for this long, because link previews come in bursts. */
const FRESH_SECONDS = 300

export default async function MarketPicture({ params }: { params: Promise<{ address: string }> }) {
  const market = (await loadMarket((await params).address)) ?? notFound()
  const key = `market ${market.address}`
  const picture = await getOrRender(key, FRESH_SECONDS, () => drawPicture(market))
  return new Response(picture, {
    headers: {
      "Content-Type": contentType,
      "Cache-Control": `public, max-age=${FRESH_SECONDS}`,
    },
  })
}
