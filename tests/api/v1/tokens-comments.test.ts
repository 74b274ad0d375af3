import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import * as tokenCommentsRoute from "@/app/api/v1/tokens/[address]/comments/route"
import { writeComment } from "@/lib/content/comments/service"
import { WAD } from "@/lib/units"
import { createApiKey } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { addressOf, emptyTables, insertToken, insertTrade } from "@/tests/helpers/rows"

let key: { key: string }

beforeAll(async () => {
  key = await createApiKey()
})
beforeEach(emptyTables)

const read = (address: string, query: Record<string, string | number> = {}) =>
  call(tokenCommentsRoute, { as: key, params: { address }, query })

describe("GET /api/v1/tokens/{address}/comments", () => {
  test("200: by address in any case and by the project's number", async () => {
    const { address, id } = await insertToken()
    const trade = await insertTrade({ token: address, amountUsdc: 5n * WAD, type: 1 })
    const comment = await writeComment(trade.user, id, "Kelp grows")
    const answer = await read(address.toUpperCase().replace("0X", "0x"))
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        data: [
          {
            id: comment.id,
            projectId: id,
            author: trade.user,
            content: "Kelp grows",
            tradeType: "sell",
            txHash: trade.hash,
            createdAt: comment.createdAt.toISOString(),
          },
        ],
        pagination: { total: 1, page: 1, limit: 20, hasMore: false },
      },
    ])
    expect((await read(`${id}`)).body).toEqual(answer.body)
  })

  test("200: newest first, page by page", async () => {
    const { address, id, dev } = await insertToken()
    for (const content of ["One", "Two", "Three"]) await writeComment(dev, id, content)
    const { body } = await read(address, { page: 2, limit: 2 })
    expect(body.data.map(({ content }) => content)).toEqual(["One"])
    expect(body.pagination).toEqual({ total: 3, page: 2, limit: 2, hasMore: false })
  })

  test.each(["0x12", "-1", "1.5", "2147483648", "kelp", "0x"])("400: %s", async (address) => {
    const { status, body } = await read(address)
    expect([status, body.code, body.details[0]?.path]).toEqual([
      400,
      "VALIDATION_FAILED",
      "address",
    ])
  })

  test("401: nobody", async () => {
    const { status } = await call(tokenCommentsRoute, { params: { address: addressOf(1) } })
    expect(status).toBe(401)
  })

  test.each([addressOf(0x404), "404", "0"])("404: %s is not listed", async (address) => {
    const { status, body } = await read(address)
    expect([status, body.code]).toEqual([404, "TOKEN_NOT_FOUND"])
  })
})
