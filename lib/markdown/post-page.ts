import { ApiError } from "@/lib/http/errors"
import type { ReefComment } from "@/lib/reef/comments/schema"
import { getPost } from "@/lib/reef/posts/queries"
import type { PostView } from "@/lib/reef/posts/schema"
import { USER_TEXT_NOTE } from "./note"
import { quoteName, quoteText } from "./quote"

/** The text of a post's page; null for an unknown, deleted or hidden post. */
export async function writePostPage(id: string, origin: string): Promise<string | null> {
  const thread = await readPost(id)
  if (!thread) return null
  const { post, comments } = thread
  return [
    `# Post ${quoteName(post.title)}`,
    USER_TEXT_NOTE,
    [
      `- Page: ${origin}/reef/${post.id}`,
      `- Author: \`${post.wallet}\``,
      `- Section: ${post.section}`,
      `- Written: ${post.timestamp}`,
      `- Upvotes: ${post.score}`,
    ].join("\n"),
    ...(post.body ? ["## Text", quoteText(post.body)] : []),
    "## Comments",
    comments.length === 0 ? "None yet." : comments.map(writeComment).join("\n\n"),
    "",
  ].join("\n\n")
}

async function readPost(id: string): Promise<PostView | null> {
  try {
    return await getPost(id)
  } catch (error) {
    if (error instanceof ApiError && error.code === "POST_NOT_FOUND") return null
    throw error
  }
}

function writeComment({ id, wallet, timestamp, parentId, score, message }: ReefComment) {
  const reply = parentId ? `, in reply to ${parentId}` : ""
  return `Comment ${id} of \`${wallet}\`, ${timestamp}${reply}, ${score} upvotes:\n\n${quoteText(message)}`
}
