import { afterAll, beforeAll, expect, test } from "vitest"
import * as followRoute from "@/app/api/internal/follow/route"
import { tryLease } from "@/lib/db/lease"
import { env } from "@/lib/env"
import { FOLLOWER } from "@/lib/indexer/follower-lease"
import { call } from "@/tests/helpers/call"
import { alice, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"

const SECRET = "a secret of the scheduler"
let chain: TestChain

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  process.env.CRON_SECRET = SECRET
})
afterAll(() => chain?.stop())

const step = (authorization?: string) =>
  call(followRoute, { headers: authorization ? { authorization } : {} })

test.each([undefined, "Bearer wrong", SECRET, `Basic ${SECRET}`])(
  "404: authorization %s, as if there were nothing",
  async (authorization) => {
    const { status, body } = await step(authorization)
    expect([status, body.error]).toEqual([404, "No such path"])
  },
)

test("200: reads the chain up to its head", async () => {
  await chain.buyMain(alice, "3")
  const head = await chain.head()
  const response = await step(`bearer ${SECRET}`)
  expect(response.status).toBe(200)
  const expected = { result: "caught up", indexedBlock: head, headBlock: head }
  expect(response.body).toEqual(expected)
})

test("200: leaves the work to a follower that is at it", async () => {
  const other = await tryLease(FOLLOWER)
  expect((await step(`Bearer ${SECRET}`)).body).toMatchObject({ result: "busy" })
  await other?.release()
  expect((await step(`Bearer ${SECRET}`)).body).toMatchObject({ result: "caught up" })
})

test("503: the follower is off", async () => {
  env().INDEX_FOLLOWER = false
  const { status, body } = await step(`Bearer ${SECRET}`)
  expect([status, body.code]).toEqual([503, "NOT_CONFIGURED"])
})
