import { encodeFunctionData, type Hex } from "viem"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { pool } from "@/lib/db/client"
import { syncTransaction } from "@/lib/indexer/sync-transaction"
import { findTransaction } from "@/lib/transactions/queries"
import {
  alice,
  bob,
  carol,
  configureChain,
  startChain,
  type TestChain,
} from "@/tests/helpers/chain"
import { catchUp } from "@/tests/lib/indexer/following"
import { emptyIndex } from "@/tests/lib/indexer/tables"

let chain: TestChain

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
})
beforeEach(() => emptyIndex(pool()))
afterAll(() => chain?.stop())

const statusOf = async (hash: string) => (await findTransaction(hash as Hex))?.status ?? null

test("a transaction is indexed once it is stored, however far the follower is", async () => {
  const { transactionHash } = await chain.claim(alice)
  expect(await statusOf(transactionHash)).toBe("mined")
  await syncTransaction(transactionHash)
  expect(await statusOf(transactionHash)).toBe("indexed")
})

test("a transaction of which nothing is stored is indexed when the follower has passed it", async () => {
  const args = [carol as Hex, 1n] as const
  const data = encodeFunctionData({ abi: usdbAbi, functionName: "approve", args })
  const { transactionHash } = await chain.send(bob, chain.book.usdb, data)
  expect(await statusOf(transactionHash)).toBe("mined")
  await syncTransaction(transactionHash)
  expect(await statusOf(transactionHash)).toBe("mined")
  await catchUp(chain)
  expect(await statusOf(transactionHash)).toBe("indexed")
})

test("nothing is known of a hash that nobody has sent", async () => {
  expect(await statusOf(`0x${"ab".repeat(32)}`)).toBeNull()
})
