import { beforeAll, describe, expect, test } from "vitest"
import * as ownRoute from "@/app/api/internal/leaderboard/own/route"
import { pool } from "@/lib/db/client"
import { findRankedPage, searchRanked } from "@/lib/profiles/ranks/ranked-wallets"
import { call } from "@/tests/helpers/call"

const walletOf = (n: number) => `0x${n.toString(16).padStart(2, "0")}${"0".repeat(38)}`
const WALLETS = 60

/** Wallet n has rank n. */
beforeAll(async () => {
  await pool().query(
    `insert into wallet_points (wallet, total, reached_at, computed_at)
      select '0x' || lpad(to_hex(n), 2, '0') || repeat('0', 38), 100000 - n * 1000, now(), now()
      from generate_series(1, $1) n`,
    [WALLETS],
  )
  await pool().query(
    `insert into wallet_points (wallet, total, reached_at, computed_at) values ($1, 0, now(), now())`,
    [walletOf(0xee)],
  )
  await pool().query(
    `insert into rank_snapshot (wallet, day, rank)
      values ($1, (now() at time zone 'UTC')::date, 9), ($2, (now() at time zone 'UTC')::date, 2),
        ($3, (now() at time zone 'UTC')::date - 1, 50)`,
    [walletOf(2), walletOf(30), walletOf(3)],
  )
  await pool().query(
    `insert into profile (wallet, username, username_key)
      values ($1, 'Reef_one', 'reef_one'), ($2, 'reefXtwo', 'reefxtwo'), ($3, 'reef_none', 'reef_none')`,
    [walletOf(40), walletOf(5), walletOf(0xee)],
  )
})

describe("the pages of the leaderboard", () => {
  test("have every wallet with points once, in the order of ranks, with the change of the day", async () => {
    const pages = await Promise.all([1, 2, 3].map(findRankedPage))
    const entries = pages.flatMap((page) => page.entries)
    expect(entries.map(({ wallet }) => wallet)).toEqual(
      Array.from({ length: WALLETS }, (_, i) => walletOf(i + 1)),
    )
    expect(entries.map(({ rank }) => rank)).toEqual(
      Array.from({ length: WALLETS }, (_, i) => i + 1),
    )
    expect(entries[1]?.rankDelta).toBe(7)
    expect(entries[29]?.rankDelta).toBe(-28)
    // Yesterday's ranks are no change of today.
    expect(entries[2]?.rankDelta).toBeNull()
    expect(pages[0]).toMatchObject({ pages: 3, total: WALLETS })
    expect(JSON.stringify(entries)).not.toContain("total")
  })

  test("past the end are empty", async () => {
    expect(await findRankedPage(9)).toEqual({ entries: [], pages: 3, total: WALLETS })
  })
})

describe("the search", () => {
  const find = async (text: string) =>
    (await searchRanked(text)).map(({ rank, wallet }) => [rank, wallet])

  test("finds names by their beginning in any case, with signs as they are, by rank", async () => {
    expect(await find("REEF")).toEqual([
      [5, walletOf(5)],
      [40, walletOf(40)],
    ])
    expect(await find("reef_")).toEqual([[40, walletOf(40)]])
    expect(await find("eef")).toEqual([])
    expect(await find("%")).toEqual([])
  })

  test("finds addresses by their beginning, whole ones too", async () => {
    expect(await find(walletOf(7).toUpperCase().replace("X", "x"))).toEqual([[7, walletOf(7)]])
    expect(await find("0x3c")).toEqual([[60, walletOf(0x3c)]])
    expect((await find("0x1")).length).toBe(16)
    expect(await find("0xee")).toEqual([])
  })
})

describe("GET /api/internal/leaderboard/own", () => {
  const own = (wallet: string) => call(ownRoute, { query: { wallet } })

  test("200: rank, change, tier and name; 0 without points", async () => {
    const { body } = await own(walletOf(2))
    expect(body).toMatchObject({ rank: 2, rankDelta: 7, tier: "Manta", username: null })
    expect((await own(walletOf(40))).body).toMatchObject({
      rank: 40,
      rankDelta: null,
      username: "Reef_one",
    })
    for (const unranked of [walletOf(0xee), walletOf(0xff)]) {
      expect((await own(unranked)).body).toMatchObject({
        rank: 0,
        rankDelta: null,
        tier: "Plankton",
      })
    }
  })

  test("400: no wallet", async () => {
    expect((await own("0x1")).status).toBe(400)
  })
})
