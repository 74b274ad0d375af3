/** @module-tag long */
import pg from "pg"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { follow } from "@/lib/indexer/follower"
import { findMinedTransaction, type MinedTransaction } from "@/lib/indexer/mined-transactions"
import { createRpc, type Rpc } from "@/lib/indexer/rpc"
import { indexTransactions, syncTransaction } from "@/lib/indexer/sync-transaction"
import { loanActions, loanSources } from "@/lib/loans/constants"
import { marketActions } from "@/lib/markets/constants"
import { positionStates } from "@/lib/updown/constants"
import { vaultActions } from "@/lib/vault/constants"
import { vestingActions } from "@/lib/vesting/constants"
import { configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { runs } from "@/tests/helpers/deep"
import { createLending } from "@/tests/helpers/loans"
import { createMarkets } from "@/tests/helpers/markets"
import { fc } from "@/tests/helpers/property"
import { createUpdown } from "@/tests/helpers/updown"
import { playHistory } from "./history"
import { type Dump, digest, dump, emptyIndex } from "./tables"

/** One history; whatever way it is told, the tables are those that reading it in order leaves. */
let chain: TestChain
let mined: MinedTransaction[]
let expected: Dump
let rpc: Rpc

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  const contracts = {
    markets: await createMarkets(chain),
    lending: await createLending(chain),
    updown: await createUpdown(chain),
  }
  const before = await chain.head()
  await playHistory(chain, contracts)
  rpc = remembering(createRpc(chain.url, { timeoutMs: 10_000 }))
  const hashes = await chain.transactions(before + 1)
  mined = []
  for (const hash of hashes) {
    const transaction = await findMinedTransaction(rpc, hash)
    if (transaction) mined.push(transaction)
  }
  for (const one of mined) await indexTransactions(rpc, [one])
  expected = await dump(pool())
})
afterEach(() => emptyIndex(pool()))
afterAll(() => chain?.stop())

/** The chain stands still, so that every question needs asking once only. */
function remembering(real: Rpc): Rpc {
  const answers = new Map<string, Promise<unknown>>()
  const ask = (call: { method: string; params?: readonly unknown[] }) => {
    const key = JSON.stringify(call)
    const answer = answers.get(key) ?? real.call(call.method, call.params)
    answers.set(key, answer)
    return answer
  }
  return {
    limits: real.limits,
    batchAtOnce: (calls) => Promise.all(calls.map(ask)),
    call: (method, params = []) => ask({ method, params }),
    callLarge: (method, params) => ask({ method, params }),
    batch: (calls) => Promise.all(calls.map(ask)),
    batchSettled: (calls) => Promise.all(calls.map((call) => ask(call).catch((error) => error))),
  }
}

test("a token knows what its holders have together", async () => {
  const { rows } = await pool().query(
    `select t.address, holder_supply::text as reported, coalesce(sum(h.balance), 0)::text as held
    from token t left join holder h on h.token = t.address and h.balance > 0 group by t.address`,
  )
  expect(rows.some(({ held }) => held !== "0")).toBe(true)
  for (const { reported, held } of rows) expect(reported).toBe(held)
})

test("the history holds rows of every kind", () => {
  expect(mined.length).toBeGreaterThanOrEqual(100)
  for (const rows of Object.values(expected)) expect(rows).not.toEqual([])
  const steps = expected.market_event?.join("\n")
  for (const action of marketActions) expect(steps).toContain(`,${action},`)
  const onLoans = expected.loan_event?.join("\n")
  for (const word of [...loanSources, ...loanActions]) expect(onLoans).toContain(`,${word},`)
  const onVault = expected.vault_event?.join("\n")
  for (const action of vaultActions) expect(onVault).toContain(`,${action},`)
  const onSchedules = expected.vesting_event?.join("\n")
  for (const action of vestingActions) expect(onSchedules).toContain(`,${action},`)
  const positions = expected.updown_position?.join("\n")
  for (const state of positionStates) expect(positions).toContain(`,${state})`)
})

/** A telling: every transaction once, some twice, in any order, cut into groups of any size. */
const telling = () =>
  fc
    .record({
      order: fc.shuffledSubarray(mined, { minLength: mined.length }),
      again: fc.subarray(mined, { maxLength: 6 }),
      sizes: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 60, maxLength: 60 }),
      callers: fc.integer({ min: 1, max: 4 }),
    })
    .map(({ order, again, sizes, callers }) => ({
      groups: cut([...order, ...again], sizes),
      callers,
    }))

function cut(transactions: MinedTransaction[], sizes: number[]) {
  const groups: MinedTransaction[][] = []
  for (let at = 0; at < transactions.length; ) {
    const size = sizes[groups.length % sizes.length] ?? 1
    groups.push(transactions.slice(at, at + size))
    at += size
  }
  return groups
}

/** Several callers take the next group each, whenever they are ready. */
async function tell(groups: MinedTransaction[][], callers: number) {
  const queue = [...groups]
  const caller = async () => {
    for (let group = queue.shift(); group; group = queue.shift())
      await indexTransactions(rpc, group)
  }
  await Promise.all(Array.from({ length: callers }, caller))
}

/** More at once than the pool has connections, and not all: each report bears only seconds of waiting. */
async function inCrowds<T>(all: readonly T[], each: (item: T) => Promise<unknown>) {
  for (let at = 0; at < all.length; at += 25) await Promise.all(all.slice(at, at + 25).map(each))
}

const ORDERS = runs(2, 400)

describe("the same transactions leave the same tables", () => {
  test(
    `in ${ORDERS} random orders, with repetitions, by up to four callers at once`,
    async () => {
      const expectedDigest = digest(expected)
      await fc.assert(
        fc.asyncProperty(telling(), async ({ groups, callers }) => {
          await emptyIndex(pool())
          await tell(groups, callers)
          const tables = await dump(pool())
          if (digest(tables) !== expectedDigest) expect(tables).toEqual(expected)
        }),
        { numRuns: ORDERS, endOnFailure: true },
      )
    },
    runs(240_000, 1_800_000),
  )

  test("each reported twice at once through the endpoint's own path", async () => {
    const hashes = mined.map(({ receipt }) => receipt.transactionHash).reverse()
    await inCrowds(hashes, (hash) => Promise.all([syncTransaction(hash), syncTransaction(hash)]))
    expect(await dump(pool())).toEqual(expected)
  })

  test("reported while the follower reads the same blocks", async () => {
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
    await client.connect()
    const { signal } = new AbortController()
    const options = { book: chain.book, rpcUrl: chain.url, signal }
    const hashes = mined.map(({ receipt }) => receipt.transactionHash).reverse()
    await Promise.all([
      follow(client, options, { untilCaughtUp: true }),
      inCrowds(hashes, (hash) => syncTransaction(hash)),
    ])
    const together = await dump(pool())
    await emptyIndex(pool())
    await follow(client, options, { untilCaughtUp: true })
    await client.end()
    expect(together).toEqual(await dump(pool()))
  })
})
