import pg from "pg"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { withWriteLock } from "@/lib/db/write-lock"
import { emptyEventRows } from "@/lib/events/event-rows"
import { computeAllDue } from "@/lib/profiles/points/background"
import { rebuildPoints } from "@/lib/profiles/points/compute"
import { pointsObserver } from "@/lib/profiles/points/observer"
import { computePositions, type DayRate } from "@/lib/profiles/points/positions"
import { WAD } from "@/lib/units"
import { insertLoanEvent, insertVaultEvent } from "@/tests/helpers/loan-rows"
import { addressOf, emptyTables, insertSync, insertToken, MAIN } from "@/tests/helpers/rows"

const DAY = 86_400
const HOUR = 3_600
const wad = (text: string) => {
  const [whole = "", part = ""] = text.split(".")
  return BigInt(whole + part.padEnd(18, "0"))
}

/** TIDE is worth 2 USDB, a wTIDE 1.1 TIDE. */
const rate: DayRate = {
  reserve0: 10n * WAD,
  reserve1: 20n * WAD,
  tide: 11n * WAD,
  shares: 10n * WAD,
}
const none = { liquid: 0n, locked: 0n, loans: 0n }

describe("points for positions of a day", () => {
  const span = { from: 0, to: 10, rateOf: () => rate }

  test("a day that is not over has what was held until now", () => {
    const changes = [
      { ...none, time: 6 * HOUR, loans: 300n * WAD },
      { ...none, time: 13 * HOUR, loans: 500n * WAD },
    ]
    const today = { ...span, to: 1, now: 12 * HOUR }
    expect(computePositions(changes, today)).toEqual([{ day: 0, positions: wad("0.75") }])
    expect(computePositions(changes, { ...today, now: 5 * HOUR })).toEqual([])
  })

  test("a worked example: liquid and locked shares and a loan, by their averages", () => {
    const changes = [
      // 300 USDB from 06:00 on: on average 225.
      { ...none, time: 6 * HOUR, loans: 300n * WAD },
      // 1,000 wTIDE from 12:00 on, of which 400 are locked from 18:00 on: on average 400 liquid, 100 locked.
      { ...none, time: 12 * HOUR, liquid: 1_000n * WAD },
      { ...none, time: 18 * HOUR, liquid: -400n * WAD, locked: 400n * WAD },
      { ...none, time: DAY, liquid: -600n * WAD, locked: -400n * WAD, loans: -300n * WAD },
    ]
    // 0.01 x 880 USD + 0.03 x 220 USD + 0.01 x 225 USD
    expect(computePositions(changes, span)).toEqual([{ day: 0, positions: wad("17.65") }])
  })

  test("goes on every day until the last change, and not on a day that is not over", () => {
    const changes = [{ ...none, time: 2 * DAY, locked: 100n * WAD }]
    const each = wad("6.6")
    expect(computePositions(changes, { ...span, to: 5 })).toEqual([
      { day: 2, positions: each },
      { day: 3, positions: each },
      { day: 4, positions: each },
    ])
    expect(computePositions(changes, { ...span, from: 4, to: 5 })).toEqual([
      { day: 4, positions: each },
    ])
    const ended = [...changes, { ...none, time: 3 * DAY + 12 * HOUR, locked: -100n * WAD }]
    expect(computePositions(ended, span)).toEqual([
      { day: 2, positions: each },
      { day: 3, positions: wad("3.3") },
    ])
  })

  test("what is below zero counts nothing, and rounding is down", () => {
    const changes = [
      { ...none, time: 0, liquid: -5n * WAD },
      { ...none, time: 12 * HOUR, liquid: 5n * WAD, loans: 1n },
    ]
    expect(computePositions(changes, { ...span, to: 1 })).toEqual([])
    const third = [
      { ...none, time: 0, loans: 10n * WAD },
      { ...none, time: 8 * HOUR, loans: -10n * WAD },
    ]
    expect(computePositions(third, span)).toEqual([{ day: 0, positions: WAD / 30n }])
  })

  test("shares without a price are worth nothing, loans are", () => {
    const changes = [{ ...none, time: 0, liquid: WAD, loans: 100n * WAD }]
    const unpriced = { ...span, to: 1, rateOf: () => undefined }
    expect(computePositions(changes, unpriced)).toEqual([{ day: 0, positions: WAD }])
  })
})

describe("points of wallets", () => {
  let client: pg.Client
  const wallet = addressOf(0x77)
  const today = Math.floor(Date.now() / 1_000 / DAY)
  const at = (day: number, hours = 0) =>
    new Date((today + day) * DAY * 1_000 + hours * HOUR * 1_000)
  const block = (day: number, hours = 0) => 50_000 + (day + 10) * 100 + hours

  beforeAll(async () => {
    client = new pg.Client({ connectionString: process.env.DATABASE_URL })
    await client.connect()
  })
  afterAll(() => client?.end())
  beforeEach(async () => {
    await emptyTables()
    await pool().query(
      "delete from points_day; delete from wallet_points; delete from points_due; delete from positions_day",
    )
    await insertToken({ address: MAIN })
    const sync = { token: MAIN, reserve0: 10n * WAD, reserve1: 20n * WAD }
    await insertSync({ ...sync, time: at(-3), number: block(-3) })
  })

  const days = async () => {
    const { rows } = await pool().query(
      `select day - (now() at time zone 'UTC')::date as day, trim_scale(positions) as positions,
        trim_scale(own) as own, reached_at as at from points_day where wallet = $1 order by day`,
      [wallet],
    )
    return rows.map((row) => [row.day, row.positions, row.own, row.at.toISOString()])
  }

  test("follow from rows, are reached at the end of the day, and come again with a full computation", async () => {
    const place = (day: number, hours = 0) => ({ time: at(day, hours), number: block(day, hours) })
    const amounts = { amount: 1_100n * WAD, amountOut: 1_000n * WAD }
    await insertVaultEvent({ wallet, action: "wrap", ...amounts, ...place(-3, 12) })
    await insertVaultEvent({ wallet, action: "lock", amount: 400n * WAD, ...place(-3, 18) })
    const loan = { wallet, source: "vault", borrowedAmount: 300n * WAD } as const
    await insertLoanEvent({ ...loan, ...place(-3, 6) })
    await insertLoanEvent({ ...loan, ...place(-2), action: "repaid", active: false })
    await computeAllDue()
    const expected = [
      [-3, "17.65", "17.65", at(-2).toISOString()],
      // 600 liquid and 400 locked all day, 1.1 TIDE each at 2 USDB.
      [-2, "39.6", "39.6", at(-1).toISOString()],
      [-1, "39.6", "39.6", at(0).toISOString()],
    ]
    expect(await days()).toEqual(expected)
    await withWriteLock(client, () => rebuildPoints(client))
    expect(await days()).toEqual(expected)

    // A liquidation takes locked shares; a price that is known late changes the days since.
    await insertLoanEvent({
      ...{ wallet, source: "vault", loanId: 2, action: "liquidation_claimed", active: false },
      ...{ data: { burned: `${400n * WAD}` }, ...place(-1, 12) },
    })
    const sync = { token: MAIN, reserve0: 10n * WAD, reserve1: 40n * WAD, time: at(-1, 1) }
    const { id } = await insertSync({ ...sync, number: block(-1, 1) })
    const late = { ...sync, id: Number(id), txId: Number(id), time: +at(-1, 1) / 1_000 }
    const rows = { ...emptyEventRows(), poolSync: [late] }
    await withWriteLock(client, () => pointsObserver.rowsStored(client, rows, { hasAgents: false }))
    await computeAllDue()
    // 600 liquid at 4.4 USD, and 400 locked for half of the day.
    expect(await days()).toEqual([
      ...expected.slice(0, 2),
      [-1, "52.8", "52.8", at(0).toISOString()],
    ])
  })

  test("of nobody and of platform contracts are none", async () => {
    await insertVaultEvent({
      wallet: MAIN,
      action: "wrap",
      amount: WAD,
      amountOut: WAD,
      time: at(-2),
    })
    await computeAllDue()
    expect((await pool().query("select * from points_day")).rows).toEqual([])
  })
})
