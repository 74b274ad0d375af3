import { beforeEach, describe, expect, test } from "vitest"
import * as vaultRoute from "@/app/api/v1/vault/events/route"
import * as vestingRoute from "@/app/api/v1/vesting/events/route"
import { WAD } from "@/lib/units"
import { createApiKey } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { insertVaultEvent, insertVestingEvent } from "@/tests/helpers/loan-rows"
import { addressOf, emptyTables, insertSync, insertToken, MAIN } from "@/tests/helpers/rows"

let as: { key: string }
let wallet: string

beforeEach(async () => {
  await emptyTables()
  const account = await createApiKey()
  as = { key: account.key }
  wallet = account.wallet
})

type Query = Record<string, string | number>
const vault = (query: Query = {}) => call(vaultRoute, { query, as })
const vesting = (query: Query = {}) => call(vestingRoute, { query, as })

describe("GET /api/v1/vault/events", () => {
  test("200: all fields, newest first, of the acting wallet alone", async () => {
    const wrap = await insertVaultEvent({
      wallet,
      action: "wrap",
      amount: 2n * WAD,
      amountOut: WAD,
    })
    await insertVaultEvent({ wallet, action: "lock", amount: 7n })
    await insertVaultEvent({ wallet: addressOf(5), action: "wrap", amountOut: 1n })
    const { data, pagination } = (await vault()).body
    expect(data.map(({ action, amountOut }) => [action, amountOut])).toEqual([
      ["lock", null],
      ["wrap", `${WAD}`],
    ])
    expect(data[1]).toEqual({
      id: wrap.number * 1_000_000,
      wallet,
      action: "wrap",
      amount: `${2n * WAD}`,
      amountOut: `${WAD}`,
      txHash: wrap.hash,
      blockNumber: wrap.number,
      timestamp: wrap.time.toISOString(),
    })
    expect(pagination).toEqual({ total: 2, page: 1, limit: 20, hasMore: false })
  })

  test("200: filtered by action, in pages", async () => {
    for (const action of ["wrap", "lock", "unlock", "lock"] as const)
      await insertVaultEvent({ wallet, action })
    expect((await vault({ action: "lock" })).body.pagination.total).toBe(2)
    expect((await vault({ action: "unwrap" })).body.data).toEqual([])
    const second = (await vault({ limit: 3, page: 2 })).body
    expect(second.data.map(({ action }) => action)).toEqual(["wrap"])
    expect(second.pagination).toEqual({ total: 4, page: 2, limit: 3, hasMore: false })
  })

  test.each([
    ["action", "Bought"],
    ["page", "0"],
    ["limit", "-1"],
  ])("400: %s=%s", async (name, value) => {
    expect((await vault({ [name]: value })).body).toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: name }],
    })
  })

  test("401, 403: without credentials, for another wallet", async () => {
    expect((await call(vaultRoute)).body.code).toBe("UNAUTHENTICATED")
    const headers = { "x-wallet-address": addressOf(1) }
    expect((await call(vaultRoute, { as, headers })).body.code).toBe("WALLET_NOT_IN_SESSION")
  })
})

describe("GET /api/v1/vesting/events", () => {
  test("200: of actor, creator and beneficiary alike", async () => {
    const [creator, beneficiary, other] = [addressOf(0xc), addressOf(0xb), addressOf(0xd)]
    const data = { creator, beneficiary: wallet }
    const creation = await insertVestingEvent({ wallet: creator, beneficiary: wallet, data })
    await insertVestingEvent({ wallet, creator, beneficiary, action: "extended", amount: 0n })
    await insertVestingEvent({
      wallet: other,
      creator: wallet,
      beneficiary,
      action: "tokens_added",
    })
    await insertVestingEvent({ wallet, creator: wallet, beneficiary: wallet, action: "claimed" })
    await insertVestingEvent({ wallet: other, creator, beneficiary, action: "claimed" })
    const body = (await vesting()).body
    expect(body.data.map(({ action }) => action)).toEqual([
      "claimed",
      "tokens_added",
      "extended",
      "created",
    ])
    expect(body.pagination.total).toBe(4)
    const created = body.data[3]
    expect(JSON.parse(created?.data ?? "")).toEqual(data)
    expect({ ...created, data: "" }).toEqual({
      id: creation.number * 1_000_000,
      wallet: creator,
      action: "created",
      vestingId: 1,
      token: MAIN,
      amount: `${WAD}`,
      data: "",
      dust: false,
      txHash: creation.hash,
      blockNumber: creation.number,
      timestamp: creation.time.toISOString(),
    })
  })

  test("200: what a stranger sent, worth less than 1 USD, is marked", async () => {
    await insertToken({ address: MAIN })
    await insertSync({ token: MAIN, reserve0: WAD, reserve1: WAD })
    const sent = { wallet: addressOf(0xc1), beneficiary: wallet }
    await insertVestingEvent({ ...sent, amount: WAD, vestingId: 1 })
    await insertVestingEvent({ ...sent, amount: WAD - 1n, vestingId: 2 })
    await insertVestingEvent({ wallet, beneficiary: wallet, amount: 1n, vestingId: 3 })
    const { data } = (await vesting()).body
    expect(data.map(({ vestingId, dust }) => [vestingId, dust])).toEqual([
      [3, false],
      [2, true],
      [1, false],
    ])
  })

  test("200: filtered by action and schedule, in pages", async () => {
    await insertVestingEvent({ wallet })
    await insertVestingEvent({ wallet, vestingId: 2 })
    await insertVestingEvent({ wallet, vestingId: 2, action: "claimed" })
    const total = async (query: Query) => (await vesting(query)).body.pagination.total
    expect(await total({ action: "created" })).toBe(2)
    expect(await total({ vestingId: 2 })).toBe(2)
    expect(await total({ vestingId: 2, action: "claimed" })).toBe(1)
    expect(await total({ vestingId: 3 })).toBe(0)
    const second = (await vesting({ vestingId: 2, limit: 1, page: 2 })).body
    expect(second.data.map(({ action }) => action)).toEqual(["created"])
    expect(second.pagination).toEqual({ total: 2, page: 2, limit: 1, hasMore: false })
  })

  test.each([
    ["action", "VestingCreated"],
    ["vestingId", "x"],
    ["vestingId", "2147483648"],
    ["page", "0"],
  ])("400: %s=%s", async (name, value) => {
    expect((await vesting({ [name]: value })).body).toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: name }],
    })
  })

  test("401, 403: without credentials, for another wallet", async () => {
    expect((await call(vestingRoute)).body.code).toBe("UNAUTHENTICATED")
    const headers = { "x-wallet-address": addressOf(1) }
    expect((await call(vestingRoute, { as, headers })).body.code).toBe("WALLET_NOT_IN_SESSION")
  })
})
