import { findFeed } from "@/lib/reef/posts/queries"
import { cleanTitle } from "@/lib/reef/text"
import type { SearchItem } from "./schema"

const MAX_POSTS = 5

/** Shorter texts match almost every post. */
const MIN_LETTERS = 3

/** The newest Reef posts that contain the words. */
export async function searchPosts(words: string): Promise<SearchItem[]> {
  if ([...words].length < MIN_LETTERS) return []
  const all = { section: "all", period: "all", sort: "recent" } as const
  const { data } = await findFeed({ ...all, q: words, limit: MAX_POSTS, offset: 0 })
  return data.map(({ id, title, wallet, username, commentCount }) => ({
    kind: "post",
    id: `post ${id}`,
    href: `/reef/${id}`,
    title: cleanTitle(title),
    wallet,
    username,
    comments: commentCount,
  }))
}
