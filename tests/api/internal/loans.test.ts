import { beforeEach, describe, expect, test } from "vitest"
import * as collateralRoute from "@/app/api/internal/loans/collateral/route"
import * as dueRoute from "@/app/api/internal/loans/due/route"
import * as loanRoute from "@/app/api/internal/loans/route"
import * as calendarRoute from "@/app/borrow/calendar.ics/route"
import { pool } from "@/lib/db/client"
import { findLiquidatableLoans } from "@/lib/loans/wallet-queries"
import { WAD } from "@/lib/units"
import { call } from "@/tests/helpers/call"
import { HUB, insertLoanEvent } from "@/tests/helpers/loan-rows"
import { addressOf, emptyTables, insertToken } from "@/tests/helpers/rows"

const wallet = addressOf(5)
const seconds = () => Math.floor(Date.now() / 1_000)
const DAY = 86_400

let token: string

beforeEach(async () => {
  await emptyTables()
  token = (await insertToken({ symbol: "KELP" })).address
})

type NewLoan = Omit<Parameters<typeof insertLoanEvent>[0], "wallet" | "token">

const insert = (loanId: number, liquidationTime: number, rest: NewLoan = {}) =>
  insertLoanEvent({ ...{ wallet, loanId, token, liquidationTime }, ...rest })

const ids = (body: { data: { loanId: number }[] }) => body.data.map(({ loanId }) => loanId)

describe("GET /api/internal/loans", () => {
  test("200: open loans by their expiry, then the newest ended ones, with their token", async () => {
    await insert(1, seconds() + 90 * DAY)
    await insert(2, seconds() + 30 * DAY)
    await insert(3, seconds() + 60 * DAY, { active: false })
    await insert(4, seconds() + 50 * DAY, { active: false })
    const { body } = await call(loanRoute, { query: { wallet } })
    expect(ids(body)).toEqual([2, 1, 4, 3])
    expect(body.data[0]).toMatchObject({
      ...{ wallet, borrower: HUB, source: "hub", hubId: 2, token, symbol: "KELP" },
      fullAmount: `${5n * WAD}`,
    })
  })

  test("200: of one source; 400: no wallet", async () => {
    await insert(1, seconds() + DAY)
    await insert(1, seconds() + DAY, { source: "leverage" })
    const { body } = await call(loanRoute, { query: { wallet, source: "leverage" } })
    expect(body.data).toHaveLength(1)
    expect(body.data[0]?.hubId).toBeNull()
    expect((await call(loanRoute, { query: { wallet: "nobody" } })).status).toBe(400)
  })
})

test("GET /api/internal/loans/due has what expires within seven days or has expired", async () => {
  await insert(1, seconds() + 7 * DAY + 60)
  await insert(2, seconds() + 7 * DAY - 60)
  await insert(3, seconds() - 60)
  await insert(4, seconds() + DAY, { active: false })
  const { body } = await call(dueRoute, { query: { wallet } })
  expect(ids(body)).toEqual([3, 2])
  expect(Math.abs(body.time - seconds())).toBeLessThan(10)
  const expired = await findLiquidatableLoans()
  expect(expired.map(({ loanId }) => loanId)).toEqual([3])
})

test("GET /api/internal/loans/collateral has the tokens that the wallet holds", async () => {
  const market = await insertToken({ symbol: "VOTE" })
  await pool().query("update token set is_prediction = true where address = $1", [market.address])
  for (const [held, amount] of [
    [token, "5"],
    [market.address, "7"],
  ]) {
    await pool().query("insert into holder (token, wallet, balance) values ($1, $2, $3)", [
      ...[held, wallet, amount],
    ])
  }
  const { body } = await call(collateralRoute, { query: { wallet } })
  expect(body.data).toMatchObject([{ address: token, symbol: "KELP" }])
  const none = await call(collateralRoute, { query: { wallet: addressOf(77) } })
  expect(none.body).toEqual({ data: [] })
})

describe("GET /borrow/calendar.ics", () => {
  const read = async (query: Record<string, string>) => {
    const { status, headers, text } = await call(calendarRoute, { query })
    return { status, type: headers.get("content-type"), text }
  }

  test("200: all open loans of a wallet, or one", async () => {
    await insert(1, seconds() + 90 * DAY)
    await insert(2, seconds() + 30 * DAY)
    await insert(3, seconds() + 30 * DAY, { active: false })
    const all = await read({ wallet })
    expect(all).toMatchObject({ status: 200, type: "text/calendar; charset=utf-8" })
    expect(all.text.match(/^UID:loan-hub-/gm)).toHaveLength(2)
    const one = await read({ wallet, loan: "hub-1" })
    expect(one.text.match(/^UID:loan-hub-/gm)).toHaveLength(1)
    expect(one.text.replaceAll("\r\n ", "")).toContain(`-1@`)
  })

  test("404: no such open loan; 400: no loan can have that name", async () => {
    await insert(3, seconds() + DAY, { active: false })
    expect((await read({ wallet, loan: "hub-3" })).status).toBe(404)
    expect((await read({ wallet, loan: "3" })).status).toBe(400)
    expect((await read({ wallet: "nobody" })).status).toBe(400)
  })
})
