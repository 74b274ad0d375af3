import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import {
  findCachedHistory,
  findHistory,
  findReplayedHistory,
  removeCachedHistory,
} from "@/lib/portfolio/history"
import { applyTransaction, createPortfolio } from "@/lib/portfolio/math"
import { readTransfers } from "@/lib/portfolio/transfers"
import { WAD } from "@/lib/units"
import { addressOf, insertSync, insertToken, insertTx, MAIN, USDB } from "@/tests/helpers/rows"

const TRADER = addressOf(0x910)
const ZERO = `0x${"0".repeat(40)}`
const BUYS = 600
const FIRST_BLOCK = 20_000
const LAST_BLOCK = FIRST_BLOCK + BUYS - 1
const began = new Date(Date.now() - 24 * 3_600_000)
let token = ""

/** Buys of one token for 2 USDB each, a minute apart, and an index that has seen them all. */
beforeAll(async () => {
  await insertToken({ address: MAIN, symbol: "TIDE" })
  token = (await insertToken({ symbol: "KELP" })).address
  await insertSync({ token: MAIN, reserve0: WAD, reserve1: 2n * WAD, time: began })
  await insertSync({ token, reserve0: WAD, reserve1: 3n * WAD, time: began })
  await pool().query(
    `insert into tx (id, chain_id, hash, block_number, block_hash, time)
      select n::bigint * 1000000, 31337, decode(lpad(to_hex(n), 64, '0'), 'hex'), n, '\\x01',
        $3::timestamptz + (n - $1) * interval '1 minute'
      from generate_series($1::int, $2::int) n`,
    [FIRST_BLOCK, LAST_BLOCK, began],
  )
  await pool().query(
    `insert into transfer (id, tx_id, token, "from", "to", value, time)
      select id, id, $3, $5, $4, 2e18, time from tx where block_number between $1 and $2
      union all
      select id + 1, id, $6, $4, $5, 1e18, time from tx where block_number between $1 and $2`,
    [FIRST_BLOCK, LAST_BLOCK, USDB, ZERO, TRADER, token],
  )
})

beforeEach(async () => {
  removeCachedHistory(TRADER)
  await setIndexedBlock(LAST_BLOCK)
})

/** The index has stored every log up to this block. */
async function setIndexedBlock(block: number) {
  await pool().query("delete from index_cursor")
  await pool().query(
    `insert into index_cursor (id, chain_id, genesis_hash, indexed_block, indexed_time, head_block,
      head_time) values (1, 31337, '\\x00', $1, now(), $1, now())`,
    [block],
  )
}

async function insertGift(number: number, time: Date, isSent = false) {
  const { txId, id } = await insertTx({ number, time, log: 3 })
  await pool().query(
    `insert into transfer (id, tx_id, token, "from", "to", value, time)
      select $1, $2, $3, $4, $5, $6, time from tx where id = $2`,
    [id, txId, token, ...(isSent ? [TRADER, addressOf(1)] : [addressOf(1), TRADER]), WAD],
  )
}

const remove = async (number: number) => {
  const id = BigInt(number) * 1_000_000n
  await pool().query("delete from transfer where tx_id = $1", [id])
  await pool().query("delete from tx where id = $1", [id])
}

describe("a long history", () => {
  test("is remembered as far as it is settled", async () => {
    expect(await findHistory(TRADER)).toHaveLength(BUYS)
    // The newest transaction's own minute may still bring trades that move its price.
    expect(findCachedHistory(TRADER)?.settled?.transactions).toHaveLength(BUYS - 1)
  })

  test("is read on from there", async () => {
    const before = await findHistory(TRADER)
    await insertGift(LAST_BLOCK + 5, new Date())
    const after = await findHistory(TRADER)
    expect(after?.slice(0, BUYS)).toEqual(before)
    expect(after?.slice(BUYS)).toMatchObject([
      { cash: 0n, deltas: [{ token, amount: WAD, value: 6n * WAD }] },
    ])
    removeCachedHistory(TRADER)
    expect(await findHistory(TRADER)).toEqual(after)
    await remove(LAST_BLOCK + 5)
  })

  test("leads to the same whether it is replayed at once or as it grows", async () => {
    await setIndexedBlock(LAST_BLOCK - 80)
    for (const [index, block] of [LAST_BLOCK - 50, LAST_BLOCK].entries()) {
      await findReplayedHistory(TRADER)
      await setIndexedBlock(block)
      // One sent, one received: both change what the rest has cost.
      const time = new Date(+began + (BUYS + 10 * index) * 60_000)
      await insertGift(LAST_BLOCK + 10 + index, time, index % 2 === 0)
    }
    const grown = await findReplayedHistory(TRADER)
    expect(findCachedHistory(TRADER)?.settled?.transactions.length).toBeGreaterThan(BUYS - 50)
    const account = createPortfolio()
    for (const transaction of grown?.transactions ?? []) applyTransaction(account, transaction)
    expect(grown?.account).toEqual(account)
    expect(grown?.account.positions.get(token)?.quantity).toBe(BigInt(BUYS) * WAD)
    removeCachedHistory(TRADER)
    expect(await findReplayedHistory(TRADER)).toEqual(grown)
    for (const index of [0, 1]) await remove(LAST_BLOCK + 10 + index)
  })

  test("is read anew when the chain was reorganised", async () => {
    await findHistory(TRADER)
    await pool().query("delete from transfer where tx_id = $1", [FIRST_BLOCK * 1_000_000])
    expect(await findHistory(TRADER)).toHaveLength(BUYS)
    await pool().query("update tx set block_hash = '\\x02' where block_number = $1", [LAST_BLOCK])
    expect(await findHistory(TRADER)).toHaveLength(BUYS - 1)
  })

  test("is not remembered beyond what the index has completely", async () => {
    await setIndexedBlock(LAST_BLOCK - 50)
    const changes = await findHistory(TRADER)
    const settled = findCachedHistory(TRADER)?.settled
    expect(Number(settled?.transactions.at(-1)?.id)).toBeLessThan((LAST_BLOCK - 50) * 1_000_000)
    expect(changes?.length).toBeGreaterThan(settled?.transactions.length ?? 0)
  })
})

test("a short history is not remembered", async () => {
  const other = addressOf(0x911)
  expect(await findHistory(other)).toEqual([])
  expect(findCachedHistory(other)).toBeUndefined()
})

test("a very long history is read in parts, and sums no part alone", async () => {
  const busy = addressOf(0x912)
  const [first, transactions] = [60_000, 24_000]
  // A trade of three transfers: 2 USDB for a token, in two parts.
  await pool().query(
    `insert into tx (id, chain_id, hash, block_number, block_hash, time)
      select n::bigint * 1000000, 31337, decode(lpad(to_hex(n), 64, '0'), 'hex'), n, '\\x01',
        $3::timestamptz + (n - $1) * interval '1 second'
      from generate_series($1::int, $2::int) n`,
    [first, first + transactions - 1, began],
  )
  const parts = [`0, $1, $3, $4, 2e18`, `1, $2, $4, $3, 1e18`, `2, $2, $4, $3, 5e17`].map(
    (part) => `select id + ${part}, time, id from tx where block_number >= ${first}`,
  )
  await pool().query(
    `insert into transfer (id, token, "from", "to", value, time, tx_id)
      ${parts.join(" union all ")}`,
    [USDB, token, busy, ZERO],
  )
  const { transfers } = await readTransfers(busy)
  expect(transfers).toHaveLength(2 * transactions)
  expect(
    transfers?.filter(([, of]) => of === token).every(([, , sum]) => sum === `${(3n * WAD) / 2n}`),
  ).toBe(true)
  expect(transfers?.[0]?.[3]).toBe(Math.round(+began / 1_000))
})
