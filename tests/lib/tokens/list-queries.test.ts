import { beforeEach, describe, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { refreshLastDay } from "@/lib/indexer/projections/last-day"
import { findIndexedTokenState } from "@/lib/tokens/indexed-state"
import { findTokenCards } from "@/lib/tokens/list-queries"
import { getToken } from "@/lib/tokens/queries"
import { launchpadQuery } from "@/lib/tokens/schema"
import { WAD } from "@/lib/units"
import {
  addressOf,
  emptyTables,
  insertReading,
  insertSurge,
  insertSync,
  insertToken,
  insertTrade,
  MAIN,
} from "@/tests/helpers/rows"

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
const cards = async (search: Record<string, string> = {}) =>
  (await findTokenCards(launchpadQuery.parse(search))).data.map(({ symbol }) => symbol)

let rows = 0

/** Rows have the order of their times, whatever the order they are inserted in. */
const placed = (hours: number) => ({
  time: ago(hours),
  number: Math.round((100 - hours) * 1_000) + rows++,
})

/** A token with its course of prices in TIDE; each of the last day's prices is that of a trade. */
async function insertCourse(
  token: Parameters<typeof insertToken>[0],
  prices: [hours: number, price: bigint][],
) {
  const { address } = await insertToken(token)
  for (const [hours, price] of prices) {
    const place = placed(hours)
    await insertSync({ token: address, reserve0: WAD, reserve1: price * WAD, ...place })
    if (hours < 24) await insertTrade({ token: address, amountUsdc: price * WAD, ...place })
  }
  return address
}

const byName: Record<string, string> = {}

beforeEach(async () => {
  await emptyTables()
  byName.TIDE = await insertCourse({ address: MAIN, symbol: "TIDE", createdAt: ago(72) }, [
    [72, 10n],
    [2, 20n],
  ])
  byName.QUIET = await insertCourse({ symbol: "QUIET", multiplier: 10, createdAt: ago(50) }, [
    [47, 900n],
  ])
  byName.RISE = await insertCourse({ symbol: "RISE", multiplier: 100, createdAt: ago(49) }, [
    [47, 10n],
    [1, 30n],
  ])
  byName.SINK = await insertCourse({ symbol: "SINK", multiplier: 30, createdAt: ago(48) }, [
    [47, 100n],
    [1, 10n],
  ])
  byName.YOUNG = await insertCourse(
    { symbol: "YOUNG", multiplier: 40, createdAt: ago(3), dev: addressOf(5) },
    [[3, 1n]],
  )
  await refreshLastDay(pool())
})

describe("a list is sorted", () => {
  test.each([
    ["newest", "desc", ["YOUNG", "SINK", "RISE", "QUIET", "TIDE"]],
    ["newest", "asc", ["TIDE", "QUIET", "RISE", "SINK", "YOUNG"]],
    ["oldest", "desc", ["TIDE", "QUIET", "RISE", "SINK", "YOUNG"]],
    ["active", "desc", ["RISE", "TIDE", "SINK", "YOUNG", "QUIET"]],
    ["active", "asc", ["YOUNG", "SINK", "TIDE", "RISE", "QUIET"]],
    // In USD, of which TIDE's doubling is a part: ×6, ×2 of all that stood still and of TIDE, ×0.2.
    ["change", "desc", ["RISE", "YOUNG", "QUIET", "TIDE", "SINK"]],
    ["change", "asc", ["SINK", "TIDE", "QUIET", "YOUNG", "RISE"]],
    ["moved", "desc", ["RISE", "SINK", "YOUNG", "QUIET", "TIDE"]],
    ["price", "desc", ["QUIET", "RISE", "SINK", "YOUNG", "TIDE"]],
    ["liquidity", "desc", ["QUIET", "RISE", "SINK", "YOUNG", "TIDE"]],
  ])("by %s, %s", async (sort, order, symbols) => {
    expect(await cards({ sort, order })).toEqual(symbols)
  })

  test.each(["active", "change", "price", "liquidity", "holders", "progress"])(
    "by %s, small pages as one large one",
    async (sort) => {
      for (let n = 0; n < 36; n++) {
        const createdAt = ago(n % 5 === 0 ? 5 : 60)
        const token = { symbol: `N${n}`, createdAt }
        const prices: [number, bigint][] = [[4.5, BigInt((n * 7) % 31) + 2n]]
        if (n % 3 === 0) prices.push([2, BigInt((n * 11) % 37) + 2n])
        const address =
          n % 4 === 3 ? (await insertToken(token)).address : await insertCourse(token, prices)
        if (n % 2 === 0)
          await insertReading(address, { target: 100n, needed: BigInt((n * 13) % 101) })
      }
      await pool().query("update token set holder_count = project_id * 5 % 17")
      await refreshLastDay(pool())
      for (const order of ["desc", "asc"]) {
        const pages: string[] = []
        for (let page = 1; page <= 6; page++)
          pages.push(...(await cards({ sort, order, page: `${page}`, limit: "7" })))
        expect(pages).toHaveLength(41)
        expect(pages).toEqual(await cards({ sort, order, limit: "50" }))
      }
    },
  )

  test("by how far the reward phase is", async () => {
    await insertReading(`${byName.RISE}`, { target: 100n, needed: 90n })
    await insertReading(`${byName.SINK}`, { target: 1_000n, needed: 10n })
    await insertReading(`${byName.QUIET}`)
    expect((await cards({ sort: "progress" })).slice(0, 2)).toEqual(["SINK", "RISE"])
    expect(await cards({ phase: "reward", sort: "progress" })).toEqual(["SINK", "RISE"])
    expect(await cards({ phase: "established" })).toEqual(["QUIET", "TIDE"])
  })
})

describe("the last day", () => {
  const stored = async () =>
    (await pool().query("select token, volume, trades from token_day order by token")).rows

  test("forgets trades that left the chain", async () => {
    await pool().query("delete from trade where token = $1", [byName.RISE])
    await refreshLastDay(pool())
    expect((await stored()).map(({ token }) => token)).not.toContain(byName.RISE)
    expect((await cards({ sort: "active" })).slice(0, 2)).toEqual(["TIDE", "SINK"])
  })

  test("forgets trades that have become older than a day", async () => {
    await pool().query("update trade set time = $2 where token = $1", [byName.SINK, ago(25)])
    await pool().query("update trade set id = id - 2500000000 where token = $1", [byName.SINK])
    await refreshLastDay(pool())
    expect((await stored()).map(({ token }) => token)).not.toContain(byName.SINK)
    expect(await stored()).toHaveLength(3)
  })

  test("counts no routing legs, and lists a token that has only those with nothing", async () => {
    await insertTrade({ token: `${byName.QUIET}`, routingLeg: true, ...placed(1) })
    await refreshLastDay(pool())
    const quiet = (await stored()).find(({ token }) => token === byName.QUIET)
    expect(quiet).toEqual({ token: byName.QUIET, volume: "0", trades: 0 })
  })
})

describe("a list is filtered", () => {
  test("by kind, creator and text, and paged", async () => {
    expect(await cards({ kind: "floor" })).toEqual(["YOUNG", "SINK", "QUIET"])
    expect(await cards({ kind: "stable", sort: "oldest" })).toEqual(["TIDE", "RISE"])
    expect(await cards({ dev: addressOf(5) })).toEqual(["YOUNG"])
    expect(await cards({ search: "ise" })).toEqual(["RISE"])
    expect(await findTokenCards(launchpadQuery.parse({ limit: "1", page: "2" }))).toMatchObject({
      data: [{ symbol: "SINK" }],
      pagination: { total: 5, page: 2, limit: 1, hasMore: true },
    })
  })

  test("by what was read from the chain and by the project", async () => {
    await insertReading(`${byName.SINK}`, { frozen: true })
    await pool().query("update project set image = 'ipfs://x' where address = $1", [byName.RISE])
    await pool().query("update project set vetted = true where address = $1", [byName.QUIET])
    expect(await cards({ frozen: "true" })).toEqual(["SINK"])
    expect(await cards({ frozen: "false" })).toEqual(["YOUNG", "RISE", "QUIET", "TIDE"])
    expect(await cards({ image: "true" })).toEqual(["RISE"])
    expect(await cards({ vetted: "true" })).toEqual(["QUIET"])
    expect(await cards({ vetted: "true", kind: "stable" })).toEqual([])
  })
})

describe("a card", () => {
  test("tells of freezing, reward phase and a surge that runs", async () => {
    await insertReading(`${byName.RISE}`, { frozen: true, target: 50n, needed: 20n })
    await insertSurge({ token: `${byName.RISE}`, time: ago(1), duration: 7_200 })
    const rise = await getToken(`${byName.RISE}`)
    expect(rise).toMatchObject({
      frozen: true,
      bondingTarget: 50n,
      bondingNeeded: 20n,
      hasBonded: false,
    })
    expect(Number(rise.surgeEndsAt)).toBeGreaterThan(Date.now() + 0.9 * HOUR_MS)
    expect(await getToken(MAIN)).toMatchObject({ frozen: null, hasBonded: null, surgeEndsAt: null })
  })

  test("tells of no surge that is over, by its time or by its creator", async () => {
    await insertSurge({ token: `${byName.RISE}`, time: ago(3) })
    await insertSurge({ token: `${byName.SINK}`, time: ago(0.9), endedAt: ago(0.5) })
    expect((await getToken(`${byName.RISE}`)).surgeEndsAt).toBeNull()
    expect((await getToken(`${byName.SINK}`)).surgeEndsAt).toBeNull()
    const { surge } = (await findIndexedTokenState(`${byName.SINK}`)) ?? {}
    expect(surge).toMatchObject({ startRate: 500, endRate: 0 })
    expect(surge?.endsAt.getTime()).toBeLessThan(Date.now())
    expect(surge?.plannedEnd.getTime()).toBeGreaterThan(Date.now())
  })
})
