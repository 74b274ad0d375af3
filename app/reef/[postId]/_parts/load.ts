import { cache } from "react"
import { ApiError } from "@/lib/api/errors"
import { getPageVersion } from "@/lib/live/page-version"
import { getPost } from "@/lib/reef/posts/queries"

/** The post of the URL, read once per request; null for one that is unknown, deleted or hidden. */
export const loadPost = cache(async (id: string) => {
  getPageVersion()
  try {
    return await getPost(id)
  } catch (error) {
    if (error instanceof ApiError && error.code === "POST_NOT_FOUND") return null
    throw error
  }
})
