import { beforeEach, describe, expect, test } from "vitest"
import * as eventRoute from "@/app/api/v1/loans/events/route"
import * as loanRoute from "@/app/api/v1/loans/route"
import { pool } from "@/lib/db/client"
import { WAD } from "@/lib/units"
import { createApiKey } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { HUB, insertLoanEvent } from "@/tests/helpers/loan-rows"
import { addressOf, emptyTables, MAIN, nextBlock } from "@/tests/helpers/rows"

let as: { key: string }
let wallet: string

beforeEach(async () => {
  await emptyTables()
  const account = await createApiKey()
  as = { key: account.key }
  wallet = account.wallet
})

type Query = Record<string, string | number | boolean>
const loans = (query: Query = {}) => call(loanRoute, { query, as })
const events = (query: Query = {}) => call(eventRoute, { query, as })

describe("GET /api/v1/loans", () => {
  test("200: all fields, of the acting wallet alone, as of the last event", async () => {
    const opening = await insertLoanEvent({ wallet, loanId: 7, hubId: 3 })
    const changed = await insertLoanEvent({
      ...{ wallet, loanId: 7, hubId: 3, action: "extended" },
      ...{ fullAmount: 6n * WAD, liquidationTime: opening.creationTime + 40 * 86_400 + 43_200 },
    })
    await insertLoanEvent({ wallet: addressOf(5), loanId: 8 })
    expect((await loans()).body).toEqual({
      data: [
        {
          wallet,
          source: "hub",
          ecosystem: MAIN,
          loanId: 7,
          hubId: 3,
          token: MAIN,
          collateralAmount: `${10n * WAD}`,
          borrowedAmount: `${4n * WAD}`,
          fullAmount: `${6n * WAD}`,
          liquidationTime: changed.liquidationTime,
          creationTime: opening.creationTime,
          isLiquidated: false,
          active: true,
          daysCount: 41,
          expiresAt: new Date(changed.liquidationTime * 1_000).toISOString(),
          txHash: opening.hash,
          createdAt: new Date(opening.creationTime * 1_000).toISOString(),
          updatedAt: changed.time.toISOString(),
        },
      ],
      pagination: { total: 1, page: 1, limit: 20, hasMore: false },
    })
  })

  test("200: newest first, by source and activity, in pages", async () => {
    const day = (n: number) => 1_780_000_000 + n * 86_400
    await insertLoanEvent({ wallet, loanId: 1, creationTime: day(2) })
    await insertLoanEvent({
      wallet,
      loanId: 2,
      source: "vault",
      creationTime: day(3),
      active: false,
    })
    await insertLoanEvent({ wallet, loanId: 1, source: "leverage", creationTime: day(1) })
    await insertLoanEvent({ wallet, loanId: 4, source: "vesting", creationTime: day(2) })
    const list = async (query: Query) => {
      const { data, pagination } = (await loans(query)).body
      return { loans: data.map(({ source, hubId }) => [source, hubId]), total: pagination.total }
    }
    const all = [
      ["vault", 2],
      ["vesting", 4],
      ["hub", 1],
      ["leverage", null],
    ]
    expect(await list({})).toEqual({ loans: all, total: 4 })
    expect(await list({ active: true })).toEqual({ loans: all.slice(1), total: 3 })
    expect(await list({ active: false })).toEqual({ loans: all.slice(0, 1), total: 1 })
    expect(await list({ source: "leverage" })).toEqual({ loans: all.slice(3), total: 1 })
    expect(await list({ source: "vault", active: true })).toEqual({ loans: [], total: 0 })
    expect(await list({ limit: 3, page: 2 })).toEqual({ loans: all.slice(3), total: 4 })
    expect((await loans({ limit: 3 })).body.pagination.hasMore).toBe(true)
  })

  test("200: an empty list without loans", async () => {
    expect((await loans()).body.pagination).toEqual({
      total: 0,
      page: 1,
      limit: 20,
      hasMore: false,
    })
  })

  test.each([
    ["source", "core"],
    ["active", "1"],
    ["active", ""],
    ["page", "0"],
    ["limit", "x"],
  ])("400: %s=%s", async (name, value) => {
    expect((await loans({ [name]: value })).body).toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: name }],
    })
  })

  test("401, 403: without credentials, for another wallet", async () => {
    expect((await call(loanRoute)).body.code).toBe("UNAUTHENTICATED")
    const headers = { "x-wallet-address": addressOf(1) }
    expect((await call(loanRoute, { as, headers })).body.code).toBe("WALLET_NOT_IN_SESSION")
  })
})

describe("GET /api/v1/loans/events", () => {
  test("200: all fields, newest first, of the acting wallet alone", async () => {
    const number = nextBlock()
    const data = { days: 30, borrowed: `${4n * WAD}` }
    await insertLoanEvent({ wallet, loanId: 7, hubId: 3, number, log: 1, data })
    const last = await insertLoanEvent({ wallet, source: "leverage", number, log: 2 })
    await insertLoanEvent({ wallet: addressOf(5), loanId: 8 })
    const body = (await events()).body
    expect(body.data.map(({ data: text }) => JSON.parse(text))).toEqual([{}, data])
    expect(body.pagination.total).toBe(2)
    expect({ ...body.data[0], data: "{}" }).toEqual({
      id: number * 1_000_000 + 2,
      wallet,
      source: "leverage",
      action: "created",
      loanId: 1,
      hubId: null,
      txHash: last.hash,
      blockNumber: number,
      data: "{}",
      timestamp: last.time.toISOString(),
    })
  })

  test("200: filtered by source and action, in pages", async () => {
    await insertLoanEvent({ wallet })
    await insertLoanEvent({ wallet, action: "extended" })
    await insertLoanEvent({ wallet, action: "repaid", active: false })
    await insertLoanEvent({ wallet, source: "leverage" })
    const total = async (query: Query) => (await events(query)).body.pagination.total
    expect(await total({ source: "hub" })).toBe(3)
    expect(await total({ action: "created" })).toBe(2)
    expect(await total({ action: "created", source: "leverage" })).toBe(1)
    expect(await total({ action: "liquidated" })).toBe(0)
    const second = (await events({ limit: 3, page: 2 })).body
    expect(second.data.map(({ action }) => action)).toEqual(["created"])
    expect(second.pagination).toEqual({ total: 4, page: 2, limit: 3, hasMore: false })
  })

  test.each([
    ["source", "TIDE"],
    ["action", "LoanCreated"],
    ["action", ""],
    ["page", "1.5"],
  ])("400: %s=%s", async (name, value) => {
    expect((await events({ [name]: value })).body).toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: name }],
    })
  })

  test("401, 403: without credentials, for another wallet", async () => {
    expect((await call(eventRoute)).body.code).toBe("UNAUTHENTICATED")
    const headers = { "x-wallet-address": addressOf(1) }
    expect((await call(eventRoute, { as, headers })).body.code).toBe("WALLET_NOT_IN_SESSION")
  })

  test("totals follow removed rows", async () => {
    const { id } = await insertLoanEvent({ wallet })
    await insertLoanEvent({ wallet, action: "repaid", active: false })
    await pool().query("delete from loan_event where id = $1", [id])
    expect((await events()).body.pagination.total).toBe(1)
    await pool().query("delete from loan_event where borrower = $1", [HUB])
    expect(
      (await pool().query("select * from list_count where list = 'loan_events'")).rows,
    ).toEqual([])
  })
})
