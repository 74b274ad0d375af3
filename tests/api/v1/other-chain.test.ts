import { parseEther } from "viem"
import { afterAll, beforeAll, expect, test } from "vitest"
import * as quoteRoute from "@/app/api/v1/quote/route"
import { pool } from "@/lib/db/client"
import { createApiKey } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { alice, bob, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { catchUp } from "@/tests/lib/indexer/following"
import { startProxy } from "@/tests/lib/indexer/proxy"
import { emptyIndex } from "@/tests/lib/indexer/tables"

let chain: TestChain
let node: Awaited<ReturnType<typeof startProxy>>
let token: string
let key: { key: string }

beforeAll(async () => {
  chain = await startChain()
  node = await startProxy(chain.url)
  configureChain({ url: node.url, book: chain.book })
  token = (await chain.launch(bob)).token
  await emptyIndex(pool())
  await catchUp(chain)
  key = await createApiKey(alice)
})
afterAll(async () => {
  await node.stop()
  await chain.stop()
})

const quote = () =>
  call(quoteRoute, {
    ...{ method: "POST", as: key },
    body: { action: "token.buy", token, amount: `${parseEther("10")}` },
  })

/** A balancer leads to a node of another chain: it has no such block, or none of our contracts. */
const answers = {
  eth_getBlockByNumber: (block: unknown) => ({ ...Object(block), number: "0xffffff" }),
  eth_call: () => "0x",
}

test.each(Object.entries(answers))(
  "503 CHAIN_UNAVAILABLE: %s of another chain",
  async (at, alter) => {
    expect((await quote()).status).toBe(200)
    node.set({
      kind: "altered",
      alter: (method, result) => (method === at ? alter(result) : result),
    })
    const { status, headers, body } = await quote()
    expect([status, body.code, headers.get("retry-after")]).toEqual([503, "CHAIN_UNAVAILABLE", "5"])
    node.set({ kind: "well" })
  },
)
