import pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { GET } from "@/app/internal/follow/route"
import { awaitFollowerLock } from "@/lib/indexer/follower-lock"
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
  GET(
    new Request("http://localhost:3000/internal/follow", {
      headers: authorization ? { authorization } : {},
    }),
  )

test.each([undefined, "Bearer wrong", SECRET, `Basic ${SECRET}`])(
  "404: authorization %s, as if there were nothing",
  async (authorization) => {
    expect((await step(authorization)).status).toBe(404)
  },
)

test("200: reads the chain up to its head", async () => {
  await chain.buyMain(alice, "3")
  const head = await chain.head()
  const response = await step(`bearer ${SECRET}`)
  expect(response.status).toBe(200)
  const expected = { result: "caught up", indexedBlock: head, headBlock: head }
  expect(await response.json()).toEqual(expected)
})

test("200: leaves the work to a follower that is at it", async () => {
  const other = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await other.connect()
  await awaitFollowerLock(other)
  expect(await (await step(`Bearer ${SECRET}`)).json()).toMatchObject({ result: "busy" })
  await other.end()
})
