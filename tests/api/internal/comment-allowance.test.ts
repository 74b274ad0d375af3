import { beforeEach, expect, test } from "vitest"
import * as commentsRoute from "@/app/api/internal/tokens/[address]/comment-allowance/route"
import { writeComment } from "@/lib/content/comments/service"
import { WAD } from "@/lib/units"
import { call } from "@/tests/helpers/call"
import { addressOf, emptyTables, insertToken, insertTrade } from "@/tests/helpers/rows"

beforeEach(emptyTables)

const ask = (address: string, wallet: string) =>
  call(commentsRoute, { params: { address }, query: { wallet } })

test("200: what a wallet has used, earned and left", async () => {
  const { address, id } = await insertToken()
  const user = addressOf(2)
  expect((await ask(address, user)).body).toEqual({ isDev: false, used: 0, earned: 0, left: 0 })
  for (const usd of [5n, 4n, 9n]) {
    await insertTrade({ token: address, user, amountUsdc: usd * WAD })
  }
  await writeComment(user, id, "Kelp")
  expect((await ask(address, user)).body).toEqual({ isDev: false, used: 1, earned: 2, left: 1 })
})

test("200: the dev needs nothing", async () => {
  const { address, id, dev } = await insertToken()
  await writeComment(dev, id, "Kelp")
  const { body } = await ask(address, dev.toUpperCase().replace("X", "x"))
  expect(body).toEqual({ isDev: true, used: 1, earned: 0, left: null })
})

test("400: no wallet; 404: no token", async () => {
  expect((await ask(addressOf(1), "nobody")).status).toBe(400)
  const { status, body } = await ask(addressOf(0x404), addressOf(1))
  expect([status, body.code]).toEqual([404, "TOKEN_NOT_FOUND"])
})
