import { notFound } from "next/navigation"
import { PICTURE_SIZE } from "@/components/pictures/frame"
import { getOrRender } from "@/components/pictures/picture-cache"
import { findPost } from "@/lib/reef/posts/queries"
import { drawPicture } from "./_parts/picture"

export const alt = "A post on the Reef: author, excerpt and votes"
export const size = PICTURE_SIZE
export const contentType = "image/png"
export const dynamic = "force-dynamic"

/** Many services request the preview of a link at once. */
const FRESH_SECONDS = 300

export default async function PostPicture({ params }: { params: Promise<{ postId: string }> }) {
  const post = (await findPost((await params).postId)) ?? notFound()
  const picture = await getOrRender(`reef ${post.id}`, FRESH_SECONDS, () => drawPicture(post))
  return new Response(picture, {
    headers: {
      "Content-Type": contentType,
      "Cache-Control": `public, max-age=${FRESH_SECONDS}`,
    },
  })
}
