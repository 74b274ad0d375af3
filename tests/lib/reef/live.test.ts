import { afterEach, expect, test } from "vitest"
import { encodeId } from "@/lib/api/opaque-ids"
import { closeFeed, subscribe } from "@/lib/live/feed"
import { matchesTopics, reefTopic, topic } from "@/lib/live/topics"
import { createComment, deleteComment, editComment } from "@/lib/reef/comments/service"
import { moderate } from "@/lib/reef/moderation/service"
import { createPost, deletePost, editPost } from "@/lib/reef/posts/service"
import { voteComment, votePost } from "@/lib/reef/votes/service"
import { insertPost } from "@/tests/helpers/reef"
import { addressOf } from "@/tests/helpers/rows"

afterEach(() => closeFeed())

/** What subscribers hear: the first change says that their connection listens. */
async function listening(all: (string[] | null)[]) {
  const heard = all.map((): string[] => [])
  const count = (place: number) =>
    (heard[place] ?? []).filter((text) => text.startsWith("event: change")).length
  all.forEach((topics, place) => {
    const send = (text: string) => heard[place]?.push(text)
    subscribe({ ip: "10.0.0.1", topics: topics && new Set(topics), send, close: () => {} })
  })
  await expect.poll(() => all.every((_, place) => count(place) === 1)).toBe(true)
  return (place: number) => count(place) - 1
}

test("every write tells the feed and its post, once it is stored; a refusal tells nothing", async () => {
  const [author, other] = [addressOf(1), addressOf(2)]
  const post = await insertPost({ wallet: author })
  const stranger = encodeId(10n ** 9n)
  const changes = await listening([[reefTopic(post)], [reefTopic(stranger)], null, [reefTopic()]])

  const { comment } = await createComment(other, post, { message: "Said" })
  await editComment(other, comment.id, "Said better")
  await votePost(other, post)
  await voteComment(author, comment.id)
  await editPost(author, post, { title: "Better" })
  await deleteComment(other, comment.id)
  await moderate(addressOf(77), { action: "hide_post", postId: post, muteMinutes: 1 })
  await votePost(other, post).catch(() => {})
  await deletePost(author, post)
  await createPost(other, { section: "mixed", title: "Another" })
  await expect.poll(() => changes(3)).toBe(9)
  expect([changes(0), changes(1), changes(2)]).toEqual([8, 0, 0])
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
