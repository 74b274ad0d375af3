import { beforeEach, describe, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { encodeId } from "@/lib/http/opaque-ids"
import {
  type FeedPeriod,
  type FeedSection,
  feedPeriods,
  feedSections,
  feedSorts,
} from "@/lib/reef/constants"
import { findFeed, findHighlights, findWalletPosts } from "@/lib/reef/posts/queries"
import { EXACT_COUNT_LIMIT } from "@/lib/reef/posts/search"
import { runs } from "@/tests/helpers/deep"
import { fc } from "@/tests/helpers/property"
import { insertAgent, insertPost } from "@/tests/helpers/reef"
import { addressOf } from "@/tests/helpers/rows"

const NOW = new Date("2026-11-21T14:23:45.678Z")
const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(NOW.getTime() - Math.round(hours * HOUR_MS))

beforeEach(async () => {
  await pool().query("delete from reef_post")
  await pool().query("delete from agent")
})

type Post = {
  section: "human" | "agent" | "mixed"
  score: number
  hours: number
  state: "live" | "deleted" | "hidden"
  says: string
}

/** Spread evenly, unlike doubles, of which most are next to nothing. */
const hoursUpTo = (max: number) => fc.nat(max * 3_600).map((seconds) => seconds / 3_600)

const post: fc.Arbitrary<Post> = fc.record({
  section: fc.constantFrom("human", "agent", "mixed"),
  // Few scores and few times, so that ties of both kinds are common.
  score: fc.oneof(fc.nat(3), fc.nat(40)),
  hours: fc.oneof(fc.constantFrom(0, 0.5, 1, 24, 168, 720, 14.396, 14.3966), hoursUpTo(900)),
  state: fc.constantFrom("live", "live", "live", "live", "deleted", "hidden"),
  says: fc.constantFrom("kelp", "KELP and more", "100%_\\ sure", "nothing"),
})

const HOURS: Record<FeedPeriod, number> = {
  "1h": 1,
  "24h": 24,
  "7d": 168,
  "30d": 720,
  all: Infinity,
}

/** The order of the specification, computed plainly over everything. */
function expected(posts: (Post & { id: string; at: number })[], query: Query) {
  const { section, sort, period, q } = query
  const oldest = sort === "recent" ? Infinity : sort === "hot" ? 720 : HOURS[period]
  const hot = ({ score, at }: { score: number; at: number }) =>
    score / ((NOW.getTime() - at) / HOUR_MS + 2) ** 1.8
  const rank = { recent: () => 0, top: ({ score }: Post) => score, hot }[sort]
  return posts
    .filter((each) => each.state === "live" && (section === "all" || each.section === section))
    .filter(({ at }) => at >= NOW.getTime() - oldest * HOUR_MS)
    .filter(({ says }) => !q || says.toLowerCase().includes(q.toLowerCase()))
    .sort(
      (one, other) => rank(other) - rank(one) || other.at - one.at || (other.id > one.id ? 1 : -1),
    )
    .map(({ id }) => id)
}

type Query = {
  section: FeedSection
  sort: (typeof feedSorts)[number]
  period: FeedPeriod
  q?: string
}

const query: fc.Arbitrary<Query & { limit: number; offset: number }> = fc.record(
  {
    section: fc.constantFrom(...feedSections),
    sort: fc.constantFrom(...feedSorts),
    period: fc.constantFrom(...feedPeriods),
    q: fc.constantFrom("kelp", "%_\\", "e", "absent"),
    limit: fc.integer({ min: 1, max: 8 }),
    offset: fc.oneof(fc.nat(12), fc.constant(2_147_483_647)),
  },
  { requiredKeys: ["section", "sort", "period", "limit", "offset"] },
)

/** All at once: one by one they would take most of the test's time. */
async function stored(posts: readonly Post[]) {
  const rows = posts.map(({ hours, ...rest }, place) => ({ ...rest, place, at: ago(hours) }))
  const { rows: inserted } = await pool().query<{ id: string }>(
    `insert into reef_post (wallet, section, title, body, content_hash, score, created_at, deleted_at,
      hidden_at, hidden_by)
    select $1, section, '###', says, sha256(place::text::bytea), score, at,
      case when state = 'deleted' then at end,
      case when state = 'hidden' then at end, case when state = 'hidden' then 'admin' end
    from jsonb_to_recordset($2)
      as given (section text, score int, at timestamptz, state text, says text, place int)
    order by place returning id`,
    [addressOf(1), JSON.stringify(rows)],
  )
  return posts.map((post, place) => ({
    ...post,
    id: encodeId(inserted[place]?.id ?? ""),
    at: ago(post.hours).getTime(),
  }))
}

describe("the feed", () => {
  test("has every post that is asked for, in the order of the specification", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(post, { maxLength: 60 }),
        fc.array(query, { minLength: 12, maxLength: 12 }),
        async (posts, queries) => {
          await pool().query("delete from reef_post")
          const kept = await stored(posts)
          for (const each of queries) {
            const all = expected(kept, each)
            const { data, pagination } = await findFeed(each, NOW)
            const { limit, offset } = each
            expect(data.map(({ id }) => id)).toEqual(all.slice(offset, offset + limit))
            expect(pagination).toEqual({ total: all.length, limit, offset })
          }
        },
      ),
      { numRuns: runs(6, 200) },
    )
  })

  test("hot follows its formula over hundreds of scores", async () => {
    const scattered = fc.record({
      section: fc.constantFrom("human" as const, "mixed" as const),
      score: fc.nat(400),
      hours: hoursUpTo(750),
      state: fc.constant("live" as const),
      says: fc.constant("kelp"),
    })
    const feed = { sort: "hot", period: "1h" } as const
    await fc.assert(
      fc.asyncProperty(
        fc.array(scattered, { minLength: 300, maxLength: 400, size: "max" }),
        fc.constantFrom(...feedSections),
        fc.oneof(fc.nat(40), fc.integer({ min: 175, max: 390 })),
        async (posts, section, offset) => {
          await pool().query("delete from reef_post")
          const kept = await stored(posts)
          const query = { ...feed, section, limit: 20, offset }
          const { data } = await findFeed(query, NOW)
          const all = expected(kept, query)
          expect(data.map(({ id }) => id)).toEqual(all.slice(offset, offset + 20))
        },
      ),
      { numRuns: 8, endOnFailure: true },
    )
  })

  test("tells who wrote a post as they are at the moment of reading", async () => {
    const wallet = addressOf(7)
    await insertPost({ wallet, createdAt: ago(1) })
    const feed = { section: "mixed", sort: "recent", period: "24h", limit: 20, offset: 0 } as const
    expect((await findFeed(feed, NOW)).data).toMatchObject([
      { wallet, tier: "Plankton", tierEmoji: "🫧", username: null, isAgent: false },
    ])
    await insertAgent(wallet)
    await pool().query(
      `insert into profile (wallet, username, username_key) values ($1, 'Kelp', 'kelp')`,
      [wallet],
    )
    expect((await findFeed(feed, NOW)).data).toMatchObject([{ username: "Kelp", isAgent: true }])
  })

  test("may be narrowed to people or agents", async () => {
    await insertAgent(addressOf(2))
    const byPerson = await insertPost({ wallet: addressOf(1), createdAt: ago(2), score: 5 })
    const byAgent = await insertPost({ wallet: addressOf(2), createdAt: ago(1) })
    const read = async (kind: "people" | "agents", sort: "recent" | "hot") => {
      const { data, pagination } = await findFeed(
        { section: "all", sort, period: "all", kind, limit: 20, offset: 0 },
        NOW,
      )
      return [data.map(({ id }) => id), pagination.total]
    }
    for (const sort of ["recent", "hot"] as const) {
      expect(await read("people", sort)).toEqual([[byPerson], 1])
      expect(await read("agents", sort)).toEqual([[byAgent], 1])
    }
  })

  test("a search finds everything, however much it is", async () => {
    const many = EXACT_COUNT_LIMIT + 5
    await pool().query(
      `insert into reef_post (wallet, section, title, content_hash, created_at)
      select $1, 'mixed', 'Kelp ' || n, sha256(n::text::bytea), $2::timestamptz - make_interval(mins => n)
      from generate_series(1, $3::int) n`,
      [addressOf(1), NOW, many],
    )
    const read = async (offset: number, q = "kelp") => {
      const feed = { section: "all", sort: "recent", period: "all", q, limit: 4, offset } as const
      const { data, pagination } = await findFeed(feed, NOW)
      return [data.map(({ title }) => title), pagination.total]
    }
    const from = (n: number) => [n, n + 1, n + 2, n + 3].map((place) => `Kelp ${place}`)
    expect(await read(0)).toEqual([from(1), many])
    expect(await read(EXACT_COUNT_LIMIT - 2)).toEqual([from(EXACT_COUNT_LIMIT - 1), many])
    expect(await read(many - 1)).toEqual([[`Kelp ${many}`], many])
    expect(await read(many)).toEqual([[], many])
    expect(await read(0, `kelp ${many}`)).toEqual([[`Kelp ${many}`], 1])
    expect(await read(2_147_483_647)).toEqual([[], many])
  })
})

test("a wallet's posts are its own, newest first", async () => {
  const mine = { wallet: addressOf(3) }
  const older = await insertPost({ ...mine, createdAt: ago(3), section: "human", score: 9 })
  const newer = await insertPost({ ...mine, createdAt: ago(1) })
  await insertPost({ ...mine, hiddenBy: "reports" })
  await insertPost({ wallet: addressOf(4) })
  const read = async (rest: object) => {
    const { data, pagination } = await findWalletPosts(addressOf(3), {
      limit: 20,
      offset: 0,
      ...rest,
    })
    return [data.map(({ id }) => id), pagination.total]
  }
  expect(await read({})).toEqual([[newer, older], 2])
  expect(await read({ section: "human" })).toEqual([[older], 1])
  expect(await read({ offset: 1 })).toEqual([[older], 2])
})

test("highlights are the ten of the last day with the highest score, ties newest first", async () => {
  await insertPost({ createdAt: ago(24.01), score: 99 })
  const ids = []
  for (let n = 0; n < 12; n++) {
    ids.push(await insertPost({ createdAt: ago(20 - n), score: Math.floor(n / 2) }))
  }
  const highlights = await findHighlights("all", NOW)
  expect(highlights.map(({ id }) => id)).toEqual(ids.slice(2).reverse())
  expect(await findHighlights("agent", NOW)).toEqual([])
})

test("the counters are what is there, whatever happens to posts", async () => {
  const change = fc.constantFrom(
    "deleted_at = now()",
    "deleted_at = null",
    "hidden_at = now(), hidden_by = 'admin'",
    "hidden_at = null, hidden_by = null",
    "score = score + 1",
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(post, { maxLength: 10 }),
      fc.array(change),
      async (posts, changes) => {
        await pool().query("delete from reef_post where score % 2 = 0")
        await stored(posts)
        for (const [place, set] of changes.entries()) {
          await pool().query(
            `update reef_post set ${set} where id in (select id from reef_post order by md5(id::text || $1) limit 3)`,
            [`${place}`],
          )
        }
        const { rows } = await pool().query(WRONG_COUNTS)
        expect(rows).toEqual([])
      },
    ),
    { numRuns: runs(5, 150) },
  )
})

const WRONG_COUNTS = `
  with counted as (
    select section, span, case span when 'all' then 'epoch'::timestamptz
      else date_trunc(span, created_at, 'UTC') end as start, count(*)::int as posts
    from reef_post cross join unnest('{all,day,hour}'::text[]) as span
    where deleted_at is null and hidden_at is null group by 1, 2, 3
  )
  select section, span, start, counted.posts, kept.posts as kept
  from counted full join reef_post_count kept using (section, span, start)
  where coalesce(counted.posts, 0) <> coalesce(kept.posts, 0)`
