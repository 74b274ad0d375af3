import { zeroAddress } from "viem"
import { beforeEach, describe, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { withWriteLock } from "@/lib/db/write-lock"
import { truncateIndex } from "@/lib/indexer/checkpoint"
import { ingest } from "@/lib/indexer/ingest"
import { computeAllDue } from "@/lib/profiles/points/background"
import { USDB } from "@/tests/helpers/rows"
import {
  createCreationsBatch,
  DAY_SECONDS,
  FIRST_DAY,
  getWallet,
  type PointsEvent,
  START_BLOCK,
  toBatch,
} from "./points-events"

/** What ten wallets of one owner can make of the rules. Each of the first six created a token or a market. */
const TEN = Array.from({ length: 10 }, (_, number) => number)
const unlisted = { chainId: 31337, mainToken: zeroAddress, usdb: USDB, staking: zeroAddress }
let blocks = 0

beforeEach(async () => {
  blocks = 0
  await pool().query("delete from agent_award; delete from moltbook_post")
  await write([truncateIndex, (client) => ingest(client, createCreationsBatch(), unlisted)])
})

type Work = (client: Parameters<typeof truncateIndex>[0]) => Promise<unknown>

async function write(works: readonly Work[]) {
  const client = await pool().connect()
  try {
    await withWriteLock(client, async () => {
      for (const work of works) await work(client)
    })
  } finally {
    client.release()
  }
}

/** All of it on one day, a second apart. */
async function happen(day: number, events: readonly PointsEvent[]) {
  await write(
    events.map((event) => {
      const number = START_BLOCK + ++blocks
      const time = (FIRST_DAY + day) * DAY_SECONDS + blocks
      return (client) => ingest(client, toBatch({ number, time, event }), unlisted)
    }),
  )
}

async function totals() {
  await computeAllDue()
  const { rows } = await pool().query<{ wallet: string; total: string }>(
    "select wallet, total::text from wallet_points",
  )
  return new Map(rows.map(({ wallet, total }) => [wallet, Number(total)]))
}

const buy = (wallet: number, usd: number, token = 0): PointsEvent => ({
  kind: "buy",
  ...{ wallet, token, usd },
})

describe("wash trades", () => {
  test("earn each wallet 5,000 a day at most, and the creator one award, whatever goes round", async () => {
    const round = TEN.flatMap((wallet): PointsEvent[] => [
      buy(wallet, 4_000),
      { kind: "sell", wallet, token: 0, usd: 4_000 },
    ])
    await happen(0, [...round, ...round, ...round])
    const points = await totals()
    expect(points.get(getWallet(0))).toBe(2_000)
    for (const wallet of TEN.slice(1)) expect(points.get(getWallet(wallet))).toBe(5_000)
  })

  test("in pieces below 10 USD, of legs of routes, or by four wallets and the creator, earn nothing", async () => {
    const pieces = TEN.slice(1).flatMap((wallet) => [buy(wallet, 9), buy(wallet, 9)])
    const legs = TEN.map((wallet): PointsEvent => ({ kind: "leg", wallet, token: 2, usd: 5_000 }))
    await happen(0, [...pieces, ...legs])
    expect((await totals()).size).toBe(0)
    await happen(
      1,
      [0, 1, 2, 3, 4, 1, 2, 3, 4].map((wallet) => buy(wallet, 10)),
    )
    const points = await totals()
    expect(points.get(getWallet(0))).toBeUndefined()
    expect(points.get(getWallet(1))).toBe(20)
  })
})

describe("rings of referrals", () => {
  test("of ten stay a line, and bring what two layers bring", async () => {
    const ring = TEN.map(
      (wallet): PointsEvent => ({ kind: "refer", wallet, referrer: (wallet + 1) % 10 }),
    )
    await happen(0, [...ring, ...ring])
    expect((await pool().query("select wallet from referral")).rowCount).toBe(9)
    await happen(
      1,
      TEN.map((wallet) => buy(wallet, 5_000, wallet === 2 ? 0 : 2)),
    )
    const points = await totals()
    // 3 % of the first layer, 1 % of the second and 0.03 % back; the last one has no referrer.
    const expected = TEN.map((wallet) => {
      const layers = (wallet > 0 ? 150 : 0) + (wallet > 1 ? 50 : 0)
      const award = wallet === 2 ? 2_000 : 0
      return { wallet, least: 5_000 + layers + award, most: 5_000 + layers + award + 82 }
    })
    for (const { wallet, least, most } of expected) {
      expect(points.get(getWallet(wallet))).toBeGreaterThanOrEqual(least)
      expect(points.get(getWallet(wallet))).toBeLessThanOrEqual(most)
    }
  })

  test("of one wallet with itself do not exist, and the day of joining counts for nothing", async () => {
    await happen(0, [
      ...TEN.map((wallet): PointsEvent => ({ kind: "refer", wallet, referrer: wallet })),
      { kind: "refer", wallet: 8, referrer: 9 },
      buy(8, 5_000),
    ])
    const points = await totals()
    expect([points.get(getWallet(8)), points.get(getWallet(9))]).toEqual([5_000, undefined])
  })
})

test("posts of ten wallets earn each 150 a day at most, and nothing once they are gone", async () => {
  for (const wallet of TEN) {
    await pool().query(
      `insert into moltbook_post (wallet, post_id, karma, submolt, mentions_platform)
      select $1, gen_random_uuid(), 9, 'atoll', true from generate_series(1, 6)`,
      [getWallet(wallet)],
    )
  }
  expect([...(await totals()).values()]).toEqual(TEN.map(() => 150))
  await pool().query(
    `update moltbook_post set verified = false where id in
      (select id from (select id, row_number() over (partition by wallet order by id) as n
        from moltbook_post) p where n > 1)`,
  )
  expect([...(await totals()).values()]).toEqual(TEN.map(() => 50))
  await pool().query("delete from moltbook_post")
  expect((await totals()).size).toBe(0)
})
