import { beforeEach, describe, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { ApiError } from "@/lib/http/errors"
import { createComment, deleteComment, editComment } from "@/lib/reef/comments/service"
import {
  COMMENTS_PER_MINUTE,
  EDITS_PER_COOLDOWN,
  REPORTS_PER_DAY,
  VOTES_PER_DAY,
} from "@/lib/reef/constants"
import { moderate, reportPost } from "@/lib/reef/moderation/service"
import { createPost, deletePost, editPost } from "@/lib/reef/posts/service"
import { voteComment, votePost } from "@/lib/reef/votes/service"
import { runs } from "@/tests/helpers/deep"
import { fc } from "@/tests/helpers/property"
import { insertComment, insertPoints, insertPost, setMember } from "@/tests/helpers/reef"
import { addressOf } from "@/tests/helpers/rows"
import { waitPastMidnight } from "@/tests/helpers/timing"

const ADMIN = addressOf(77)
process.env.ADMIN_WALLETS = ADMIN

beforeEach(resetTables)

async function resetTables() {
  await pool().query("delete from reef_post")
  await pool().query("delete from reef_member")
}

/** What came of requests sent at once: how often each code, and "ok". Anything but a refusal is thrown. */
async function countOutcomes(requests: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(requests)
  const counts: Record<string, number> = {}
  for (const each of settled) {
    if (each.status === "rejected" && !(each.reason instanceof ApiError)) throw each.reason
    const what = each.status === "fulfilled" ? "ok" : each.reason.code
    counts[what] = (counts[what] ?? 0) + 1
  }
  return counts
}

const repeat = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n))

/** Counters that are not what is there. */
const INCONSISTENCIES = `
  select p.id, p.score, p.comment_count, p.report_count from reef_post p
  where p.score <> (select count(*) from reef_post_vote where post_id = p.id)
    or p.comment_count <> (
      select count(*) from reef_comment where post_id = p.id and deleted_at is null)
    or p.report_count <> (
      select count(*) from reef_report where post_id = p.id and closed_at is null)
    or (p.hidden_by = 'reports' and (not p.is_flagged or p.report_count < 5))
    or (p.is_flagged and p.hidden_at is null)
  union all
  select c.id, c.score, c.depth, 0 from reef_comment c left join reef_comment up on up.id = c.parent_id
  where c.score <> (select count(*) from reef_comment_vote where comment_id = c.id)
    or c.depth <> coalesce(up.depth + 1, 0) or c.depth > 3 or up.post_id <> c.post_id
  union all
  select counted.posts, kept.posts, 0, 0
  from (select section, count(*)::int as posts from reef_post
    where deleted_at is null and hidden_at is null group by 1) counted
  full join (select section, posts from reef_post_count where span = 'all') kept using (section)
  where coalesce(counted.posts, 0) <> coalesce(kept.posts, 0)`

const wallets = repeat(7, (n) => addressOf(n + 1))

type Step = {
  what: "say" | "unsay" | "revise" | "like" | "likeSaid" | "report" | "edit" | "remove" | "judge"
  wallet: string
  post: number
  comment: number
  action: "hide_post" | "unhide_post" | "dismiss_reports"
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(
    "say",
    "say",
    "unsay",
    "revise",
    "like",
    "like",
    "likeSaid",
    "likeSaid",
    "report",
    "report",
    "edit",
    "remove",
    "judge",
  ),
  wallet: fc.constantFrom(...wallets),
  post: fc.nat(2),
  comment: fc.nat(5),
  action: fc.constantFrom("hide_post", "unhide_post", "dismiss_reports"),
})

test("whatever is done at once, the counters are what is there, and nobody waits in a circle", async () => {
  for (const wallet of wallets) await insertPoints(wallet, 500)
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 25, maxLength: 45, size: "max" }),
      async (steps) => {
        await resetTables()
        const posts: string[] = []
        const said: string[] = []
        for (const n of [0, 1, 2]) {
          const post = await insertPost({ wallet: addressOf(n + 1) })
          const first = await insertComment({ post, wallet: addressOf(n + 2) })
          posts.push(post)
          said.push(first, await insertComment({ post, parent: first, depth: 1 }))
        }
        const at = (list: readonly string[], place: number) => list[place] ?? ""
        const run = ({ what, wallet, action, ...place }: Step) => {
          const [post, comment] = [at(posts, place.post), at(said, place.comment)]
          const reply = { message: "Said", ...(place.comment > 1 && { parentId: comment }) }
          return {
            say: () => createComment(wallet, post, reply),
            unsay: () => deleteComment(wallet, comment),
            revise: () => editComment(wallet, comment, "Said better"),
            like: () => votePost(wallet, post),
            likeSaid: () => voteComment(wallet, comment),
            report: () => reportPost(wallet, post, undefined),
            edit: () => editPost(wallet, post, { body: "Better" }),
            remove: () => deletePost(place.comment > 3 ? ADMIN : wallet, post),
            judge: () => moderate(ADMIN, { action, postId: post, muteMinutes: 1 }),
          }[what]()
        }
        await countOutcomes(steps.map(run))
        expect((await pool().query(INCONSISTENCIES)).rows).toEqual([])
      },
    ),
    { numRuns: runs(6, 100), endOnFailure: true },
  )
})

describe("of requests sent at once", () => {
  const wallet = addressOf(40)

  // A wallet's first request waits for the row alone; those after it need its lock.
  beforeEach(async () => {
    await waitPastMidnight()
    await setMember(wallet, "warnings = 0")
  })

  test("one post is made in 480 seconds, and none twice", async () => {
    const post = (title: string) => createPost(wallet, { section: "mixed", title })
    const different = await countOutcomes(repeat(12, (n) => post(`Kelp ${n}`)))
    expect(different).toEqual({ ok: 1, COOLDOWN_ACTIVE: 11 })
    await setMember(wallet, "last_post_at = null")
    const same = await countOutcomes(repeat(12, () => post("Kelp")))
    expect(same).toEqual({ ok: 1, DUPLICATE_CONTENT: 11 })
  })

  test("ten comments are made in a minute", async () => {
    const [one, other] = [await insertPost(), await insertPost()]
    const outcomes = await countOutcomes(
      repeat(24, (n) => createComment(wallet, n % 2 ? one : other, { message: `Said ${n}` })),
    )
    expect(outcomes).toEqual({ ok: COMMENTS_PER_MINUTE, RATE_LIMITED: 24 - COMMENTS_PER_MINUTE })
  })

  test("as many votes are set as the day has left, on posts and comments together", async () => {
    const today = "(now() at time zone 'UTC')::date"
    await setMember(wallet, `quota_day = ${today}, votes_set = ${VOTES_PER_DAY - 5}`)
    const posts = await Promise.all(repeat(6, () => insertPost()))
    const comments = await Promise.all(posts.map((post) => insertComment({ post })))
    const outcomes = await countOutcomes([
      ...posts.map((post) => votePost(wallet, post)),
      ...comments.map((comment) => voteComment(wallet, comment)),
    ])
    expect(outcomes).toEqual({ ok: 5, QUOTA_EXCEEDED: 7 })
  })

  test("five edits are made in a minute, of posts and comments together", async () => {
    const posts = await Promise.all(repeat(6, () => insertPost({ wallet })))
    const comments = await Promise.all(posts.map((post) => insertComment({ post, wallet })))
    const outcomes = await countOutcomes([
      ...posts.map((post, n) => editPost(wallet, post, { body: `Better ${n}` })),
      ...comments.map((comment) => editComment(wallet, comment, "Better")),
    ])
    expect(outcomes).toEqual({ ok: EDITS_PER_COOLDOWN, COOLDOWN_ACTIVE: 12 - EDITS_PER_COOLDOWN })
  })

  test("two posts are not edited into one text", async () => {
    const posts = await Promise.all(repeat(4, () => insertPost({ wallet })))
    const outcomes = await countOutcomes(
      posts.map((post) => editPost(wallet, post, { title: "Kelp" })),
    )
    expect(outcomes).toEqual({ ok: 1, DUPLICATE_CONTENT: 3 })
  })

  test("a vote is set or not set, never twice", async () => {
    const post = await insertPost()
    const answers = await Promise.all(repeat(9, () => votePost(wallet, post)))
    expect(answers.filter(({ voted }) => voted)).toHaveLength(5)
    expect((await pool().query(INCONSISTENCIES)).rows).toEqual([])
  })

  test("five reports are made a day, and one of each post", async () => {
    await insertPoints(wallet, 500)
    const posts = await Promise.all(repeat(8, () => insertPost()))
    const outcomes = await countOutcomes(posts.map((post) => reportPost(wallet, post, undefined)))
    expect(outcomes).toEqual({ ok: REPORTS_PER_DAY, QUOTA_EXCEEDED: 8 - REPORTS_PER_DAY })
    await resetTables()
    const post = await insertPost()
    const again = await countOutcomes(repeat(4, () => reportPost(wallet, post, undefined)))
    expect(again).toEqual({ ok: 1, ALREADY_REPORTED: 3 })
  })

  test("the fifth report hides a post, and the sixth no longer finds it", async () => {
    const post = await insertPost({ wallet: addressOf(50) })
    for (const each of wallets) await insertPoints(each, 500)
    const outcomes = await countOutcomes(wallets.map((each) => reportPost(each, post, undefined)))
    expect(outcomes).toEqual({ ok: 5, POST_NOT_FOUND: 2 })
  })

  test("one deletes a comment or a post, the others find it gone", async () => {
    const post = await insertPost({ wallet })
    const comment = await insertComment({ post, wallet })
    const gone = await countOutcomes(repeat(5, () => deleteComment(wallet, comment)))
    expect(gone).toEqual({ ok: 1, COMMENT_NOT_FOUND: 4 })
    expect(await countOutcomes(repeat(5, () => deletePost(wallet, post)))).toEqual({
      ok: 1,
      POST_NOT_FOUND: 4,
    })
    expect((await pool().query(INCONSISTENCIES)).rows).toEqual([])
  })

  test("each warning counts", async () => {
    const warn = { action: "warn" as const, wallet, muteMinutes: 1 }
    const answers = await Promise.all(repeat(5, () => moderate(ADMIN, warn)))
    const counts = answers.flatMap((answer) => ("warnings" in answer ? answer.warnings : []))
    expect(counts.sort()).toEqual([1, 2, 3, 4, 5])
    expect(answers.filter((answer) => "banned" in answer && answer.banned)).toHaveLength(1)
  })
})
