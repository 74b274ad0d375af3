import { sql } from "kysely"
import { beforeEach, describe, expect, test } from "vitest"
import * as route from "@/app/api/v1/leaderboard/route"
import { db, pool } from "@/lib/db/client"
import { rankOf, resizeChunks } from "@/lib/profiles/ranks/chunks"
import { findLeaderboard } from "@/lib/profiles/ranks/leaderboard"
import { call } from "@/tests/helpers/call"
import { runs } from "@/tests/helpers/deep"
import { fc } from "@/tests/helpers/property"
import { addressOf } from "@/tests/helpers/rows"

beforeEach(async () => {
  await pool().query("truncate wallet_points; truncate profile, social_link")
})

const earn = (wallet: string, total: number, reachedAt = "2026-01-01") =>
  pool().query(
    `insert into wallet_points (wallet, total, reached_at, computed_at) values ($1, $2, $3, now())
    on conflict (wallet) do update set total = excluded.total, reached_at = excluded.reached_at`,
    [wallet, total, reachedAt],
  )

/** Each wallet's rank by the words of the specification. */
const BY_DEFINITION = `select wallet, row_number() over (order by total desc, reached_at, wallet)::int as rank
  from wallet_points where total > 0`

async function ranksByDefinition() {
  const { rows } = await pool().query<{ wallet: string; rank: number }>(
    `${BY_DEFINITION} order by rank`,
  )
  return rows
}

/** The ranks of every so many wallets, from the chunks: each rank counts up to a whole chunk. */
async function ranksByChunks(step: number) {
  const numbered = db
    .selectFrom("wallet_points")
    .selectAll()
    .select(({ ref }) =>
      sql<number>`(row_number() over (order by ${ref("wallet")}))::int - 1`.as("number"),
    )
  return db
    .selectFrom(numbered.as("w"))
    .select(["w.wallet", rankOf("w").as("rank")])
    .where(({ ref }) => sql<boolean>`${ref("w.number")} % ${sql.lit(step)} = 0`)
    .orderBy("w.wallet")
    .execute()
}

/** What the chunks say that they hold, and what they hold. */
async function chunkSizes() {
  const { rows } = await pool().query<{ stored: number; held: number }>(
    `select c.wallets as stored, (select count(*)::int from wallet_points w where w.total > 0
        and (-w.total, w.reached_at, w.wallet) >= (c.place, c.reached_at, c.wallet)
        and (c.next is null or (-w.total, w.reached_at, w.wallet)
          < (c.next_place, c.next_reached, c.next))) as held
      from (select *, lead(place) over o as next_place, lead(reached_at) over o as next_reached,
        lead(wallet) over o as next from rank_chunk
        window o as (order by place, reached_at, wallet)) c order by place, reached_at, wallet`,
  )
  return rows
}

type Step =
  | { kind: "earn" | "change"; wallets: number; seed: number }
  | { kind: "lose"; part: number; seed: number }
  | { kind: "upsert"; wallets: number; seed: number }

const seed = fc.integer({ min: 1, max: 1_000_000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("earn" as const, "change" as const, "upsert" as const),
    wallets: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 200, max: 3_500 })),
    seed,
  }),
  fc.record({ kind: fc.constant("lose" as const), part: fc.integer({ min: 1, max: 60 }), seed }),
)

/** Few totals and few moments, so that ties are the rule. */
const key = (wallet: string, salt: number) => `('0x' || lpad(to_hex(${wallet}), 40, '0')),
  (abs(hashint8extended(${wallet}, ${salt})) % 7) * 100,
  timestamptz '2026-01-01' + (abs(hashint8extended(${wallet}, ${salt} + 1)) % 5) * interval '1 day', now()`

async function take(happening: Step, at: number) {
  const { kind, seed: salt } = happening
  if (kind === "lose") {
    await pool().query(
      `delete from wallet_points where abs(hashtextextended(wallet, ${salt})) % 100 < ${happening.part}`,
    )
    return
  }
  if (kind === "change") {
    await pool().query(
      `update wallet_points set total = (abs(hashtextextended(wallet, ${salt})) % 9) * 50
      where wallet in (select wallet from wallet_points order by wallet limit ${happening.wallets})`,
    )
    return
  }
  // One statement that removes, adds and changes, as the computation of points does.
  const first = kind === "earn" ? at * 4_000 : (salt % 8) * 2_000
  await pool().query(
    `with removed as (delete from wallet_points where wallet in
      (select wallet from wallet_points order by wallet desc limit ${kind === "upsert" ? 40 : 0}))
    insert into wallet_points (wallet, total, reached_at, computed_at)
    select ${key("n", salt)} from generate_series(${first + 1}, ${first + happening.wallets}) n
    where '0x' || lpad(to_hex(n), 40, '0') not in
      (select wallet from wallet_points order by wallet desc limit ${kind === "upsert" ? 40 : 0})
    on conflict (wallet) do update set total = excluded.total, reached_at = excluded.reached_at`,
  )
}

describe("ranks", () => {
  test("are those of the definition after any changes, and chunks keep their size", async () => {
    let most = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), async (happenings) => {
        await pool().query("truncate wallet_points")
        await take({ kind: "earn", wallets: 4_000, seed: happenings.length }, 9)
        for (const [at, happening] of happenings.entries()) {
          await take(happening, at)
          if (happening.seed % 4 > 0) await resizeChunks(pool())
          for (const { stored, held } of await chunkSizes()) expect(stored).toBe(held)
          most = Math.max(most, (await chunkSizes()).length)
        }
        await resizeChunks(pool())
        const sizes = await chunkSizes()
        for (const { stored, held } of sizes) {
          expect(stored).toBe(held)
          expect(stored).toBeLessThanOrEqual(2_000)
          if (sizes.length > 1) expect(stored).toBeGreaterThanOrEqual(250)
        }
        const expected = await ranksByDefinition()
        const byWallet = new Map(expected.map(({ wallet, rank }) => [wallet, rank]))
        for (const { wallet, rank } of await ranksByChunks(97))
          if (byWallet.has(wallet)) expect([wallet, rank]).toEqual([wallet, byWallet.get(wallet)])
        for (const page of [1, 2, Math.ceil(expected.length / 40), 999]) {
          const leaderboard = await findLeaderboard({ page: Math.max(1, page), limit: 20 })
          const skip = (Math.max(1, page) - 1) * 20
          expect(leaderboard.data.map(({ wallet, rank }) => ({ wallet, rank }))).toEqual(
            expected.slice(skip, skip + 20),
          )
          expect(leaderboard.pagination.total).toBe(expected.length)
        }
      }),
      { numRuns: runs(4, 150) },
    )
    expect(most).toBeGreaterThan(2)
  })

  test("of two writers at once each is counted", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => earn(addressOf(0x700 + i), 100 + i)))
    await Promise.all(Array.from({ length: 20 }, (_, i) => earn(addressOf(0x700 + i), 500 - i)))
    expect(await chunkSizes()).toEqual([{ stored: 20, held: 20 }])
  })
})

describe("GET /api/v1/leaderboard", () => {
  test("200: by total, the earlier one first, then by address; with what is public", async () => {
    const [a, b, c, d] = [1, 2, 3, 4].map((end) => addressOf(0x900 + end)) as [
      string,
      string,
      string,
      string,
    ]
    await earn(d, 600, "2026-02-01")
    await earn(c, 600, "2026-01-01")
    await earn(b, 600, "2026-01-01")
    await earn(a, 20_000)
    await earn(addressOf(0x910), 0)
    await pool().query(
      `insert into social_link (wallet, platform, handle, is_linked, is_public, picture) values
      ('${b}', 'discord', 'reef.walker', false, true, null), ('${b}', 'telegram', 'hidden', false, false, null),
      ('${b}', 'x', 'reef_x', true, true, 'https://pictures.example/x.png')`,
    )
    await pool().query(
      "insert into profile (wallet, username, username_key) values ($1, 'First', 'first')",
      [a],
    )
    const { status, body, headers } = await call(route)
    expect(status).toBe(200)
    expect(headers.get("cache-control")).toBe("public, max-age=60")
    expect(body.pagination).toEqual({ total: 4, page: 1, limit: 20, pages: 1, hasMore: false })
    expect(body.data).toEqual([
      {
        ...{ rank: 1, wallet: a, username: "First", avatarUrl: null, tier: "Lagoon" },
        ...{ tierEmoji: "🏝️", socials: [] },
      },
      {
        ...{ rank: 2, wallet: b, username: "reef_x", tier: "Hatchling", tierEmoji: "🐣" },
        avatarUrl: "https://pictures.example/x.png",
        socials: [
          { platform: "x", handle: "reef_x", url: "https://x.com/reef_x" },
          { platform: "discord", handle: "reef.walker", url: "" },
        ],
      },
      expect.objectContaining({ rank: 3, wallet: c }),
      expect.objectContaining({ rank: 4, wallet: d }),
    ])
    expect(JSON.stringify(body)).not.toMatch(/20000|"points"/)
  })

  test("200: pages, the last one, one past the end and a clamped limit", async () => {
    for (let i = 0; i < 5; i++) await earn(addressOf(0xa00 + i), 100 - i)
    const read = async (query: Record<string, number>) => (await call(route, { query })).body
    const middle = await read({ page: 2, limit: 2 })
    expect(middle.data.map(({ rank }) => rank)).toEqual([3, 4])
    expect(middle.pagination).toEqual({ total: 5, page: 2, limit: 2, pages: 3, hasMore: true })
    expect((await read({ page: 3, limit: 2 })).pagination.hasMore).toBe(false)
    expect(await read({ page: 2_147_483_647, limit: 500 })).toMatchObject({
      data: [],
      pagination: { total: 5, page: 2_147_483_647, limit: 100, pages: 1, hasMore: false },
    })
  })

  test.each([{ page: 0 }, { page: -1 }, { page: "1.5" }, { limit: 0 }, { limit: "" }])(
    "400: %j",
    async (query) => {
      const { status, body } = await call(route, { query: new URLSearchParams(query as never) })
      expect([status, body.code]).toEqual([400, "VALIDATION_FAILED"])
    },
  )
})
