import { beforeAll, describe, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { findPortfolio } from "@/lib/portfolio/queries"
import { WAD } from "@/lib/units"
import { insertLoanEvent, insertVestingEvent } from "@/tests/helpers/loan-rows"
import {
  addressOf,
  insertHolder,
  insertSync,
  insertToken,
  insertTx,
  MAIN,
  nextBlock,
  USDB,
} from "@/tests/helpers/rows"

const ZERO = `0x${"0".repeat(40)}`
const OWNER = addressOf(0x920)
const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

type NewTransfer = { token: string; from?: string; to?: string; value: bigint }

/** A transaction with these transfers, the first of them at this log. */
async function insertTransfers(
  number: number,
  time: Date,
  moved: readonly NewTransfer[],
  first = 0,
) {
  const { txId } = await insertTx({ number, time })
  for (const [index, { token, from = ZERO, to = ZERO, value }] of moved.entries()) {
    await pool().query(
      `insert into transfer (id, tx_id, token, "from", "to", value, time)
      select $1, $2, $3, $4, $5, $6, time from tx where id = $2`,
      [txId + BigInt(first + index), txId, token, from, to, value],
    )
  }
}

const usdb = (value: bigint, to = OWNER, from = ZERO): NewTransfer => ({
  token: USDB,
  from,
  to,
  value,
})

/** 100 TIDE bought at 2 USD; 60 of them pledged for a debt of 100 USDB, then liquidated at 4 USD. */
beforeAll(async () => {
  await insertToken({ address: MAIN, symbol: "TIDE" })
  await insertSync({ token: MAIN, reserve0: WAD, reserve1: 2n * WAD, time: ago(60) })
  await insertSync({ token: MAIN, reserve0: WAD, reserve1: 4n * WAD, time: ago(20) })
  const [funded, bought, taken, liquidated] = [nextBlock(), nextBlock(), nextBlock(), nextBlock()]
  await insertTransfers(funded, ago(50), [usdb(300n * WAD)])
  await insertTransfers(bought, ago(45), [
    usdb(200n * WAD, MAIN, OWNER),
    { token: MAIN, to: OWNER, value: 100n * WAD },
  ])
  await insertTransfers(taken, ago(35), [
    { token: MAIN, from: OWNER, to: MAIN, value: 60n * WAD },
    usdb(97n * WAD),
  ])
  const loan = { wallet: OWNER, collateral: 60n * WAD, fullAmount: 100n * WAD }
  await insertLoanEvent({ ...loan, number: taken, time: ago(35), log: 9 })
  // 25 TIDE cover the debt; of the other 35 the liquidator gets 3.5.
  await insertTransfers(liquidated, ago(15), [{ token: MAIN, from: MAIN, value: 25n * WAD }], 3)
  await insertLoanEvent({
    ...{ ...loan, number: liquidated, time: ago(15), log: 2, action: "liquidated" },
    ...{ active: false, liquidated: true },
  })
  await insertHolder(MAIN, OWNER, 40n * WAD)
  // 10 TIDE that somebody else has vested, all of them vested at once.
  await insertVestingEvent({
    ...{ wallet: addressOf(7), beneficiary: OWNER, amount: 10n * WAD },
    ...{ number: nextBlock(), time: ago(5) },
  })
})

describe("the net worth over time", () => {
  test("has collateral, debts and vested tokens as of each time, and ends with the present figure", async () => {
    const { points, ...view } = await findPortfolio(OWNER, "1w")
    const at = (hours: number) => {
      const point = points.findLast(({ time }) => time.getTime() <= ago(hours).getTime())
      return [point?.worth, point?.contributed]
    }
    expect(at(47)).toEqual([300n * WAD, 300n * WAD])
    expect(at(40)).toEqual([300n * WAD, 300n * WAD])
    // The loan has cost its fee.
    expect(at(30)).toEqual([297n * WAD, 300n * WAD])
    // 197 USDB and 100 TIDE at 4 USD, less 100.
    expect(at(17)).toEqual([497n * WAD, 300n * WAD])
    // 28.5 TIDE are gone, and the debt.
    const left = 197n * WAD + (715n * WAD * 4n) / 10n
    expect(at(10)).toEqual([left, 300n * WAD])
    const now = [left + 40n * WAD, 340n * WAD]
    expect(at(2)).toEqual(now)
    expect([view.worth, view.contributed]).toEqual(now)
    expect(points.at(-1)).toMatchObject({ worth: view.worth, contributed: view.contributed })
  })

  test("is net deposits with both results", async () => {
    const { worth, contributed, realised, unrealised, assets, debt } = await findPortfolio(
      OWNER,
      "1d",
    )
    // 28.5 TIDE that had cost 57 ended a debt of 100, whose fee was 3.
    expect([realised, debt]).toEqual([40n * WAD, 0n])
    expect((contributed ?? 0n) + (realised ?? 0n) + (unrealised ?? 0n)).toBe(worth)
    expect(assets).toMatchObject([
      { pledged: (315n * WAD) / 10n, vesting: 10n * WAD, quantity: (815n * WAD) / 10n },
    ])
  })
})
