import { expect, test } from "vitest"
import { encodeId } from "@/lib/http/opaque-ids"
import { createComment, deleteComment, editComment } from "@/lib/reef/comments/service"
import { moderate } from "@/lib/reef/moderation/service"
import { createPost, deletePost, editPost } from "@/lib/reef/posts/service"
import { voteComment, votePost } from "@/lib/reef/votes/service"
import { matchesTopics, reefTopic, topic } from "@/lib/stream-log/page-topics"
import { toldChanges } from "@/tests/helpers/changes"
import { insertPost } from "@/tests/helpers/reef"
import { addressOf } from "@/tests/helpers/rows"

test("every write tells the feed and its post, once it is stored; a refusal tells nothing", async () => {
  const [author, other] = [addressOf(1), addressOf(2)]
  const post = await insertPost({ wallet: author })
  const before = (await toldChanges()).length

  const { comment } = await createComment(other, post, { message: "Said" })
  await editComment(other, comment.id, "Said better")
  await votePost(other, post)
  await voteComment(author, comment.id)
  await editPost(author, post, { title: "Better" })
  await deleteComment(other, comment.id)
  await moderate(addressOf(77), { action: "hide_post", postId: post, muteMinutes: 1 })
  await votePost(other, post).catch(() => {})
  await deletePost(author, post)
  const { post: later } = await createPost(other, { section: "mixed", title: "Another" })
  const changes = (await toldChanges()).slice(before)
  const own = [reefTopic(), reefTopic(post)]
  expect(changes).toEqual([...Array(8).fill(own), [reefTopic(), reefTopic(later.id)]])
})

test("topics are addresses, the Reef and its posts, and nothing else", () => {
  const id = encodeId(7n)
  for (const good of [addressOf(1), "reef", `reef:${id}`]) {
    expect(topic.safeParse(good).success).toBe(true)
  }
  for (const bad of ["", "reef:", "reef:7", `reef:${id}x`, `Reef:${id}`, "0x1", "reefs"]) {
    expect(topic.safeParse(bad).success).toBe(false)
  }
})

test("who names no topic hears of the chain alone", () => {
  expect(matchesTopics(null, addressOf(1))).toBe(true)
  expect(matchesTopics(null, reefTopic())).toBe(false)
  expect(matchesTopics(new Set([reefTopic()]), reefTopic())).toBe(true)
  expect(matchesTopics(new Set([reefTopic()]), addressOf(1))).toBe(false)
})
