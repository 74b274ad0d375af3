import { beforeEach, expect, test } from "vitest"
import * as projectRoute from "@/app/api/internal/tokens/[address]/project/route"
import { call } from "@/tests/helpers/call"
import { addressOf, emptyTables, insertToken } from "@/tests/helpers/rows"

beforeEach(emptyTables)

test("200: what the creator edits", async () => {
  const { address, dev } = await insertToken()
  const { status, body } = await call(projectRoute, { params: { address } })
  expect(status).toBe(200)
  expect(body).toMatchObject({ address, dev, description: null, website: null, image: null })
})

test("404: no token", async () => {
  const { status, body } = await call(projectRoute, { params: { address: addressOf(0x404) } })
  expect([status, body.code]).toEqual([404, "TOKEN_NOT_FOUND"])
})
