import { beforeEach, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { findResolutionEvents } from "@/lib/markets/activity-queries"
import type { MarketAction } from "@/lib/markets/constants"
import { type Bond, findBonds, isOpenBond, sumBondsAt } from "@/lib/portfolio/bonds"
import { WAD } from "@/lib/units"
import { insertMarket, insertMarketEvent } from "@/tests/helpers/market-rows"
import { addressOf, emptyTables } from "@/tests/helpers/rows"

beforeEach(emptyTables)

const OWNER = addressOf(0x71)
const BOND = 5n * WAD
const start = Math.floor(Date.now() / 1000) - 10_000
let token = ""

beforeEach(async () => {
  token = (await insertMarket()).address
})

/** So many seconds after the start. */
function insertEvent(after: number, action: MarketAction, wallet = OWNER) {
  const time = new Date((start + after) * 1000)
  const amount = action === "dispute" || action === "veto" ? BOND : null
  return insertMarketEvent({ token, action, wallet, outcome: 1, amount, time })
}

test("a proposal's bond is the transfer right before its event", async () => {
  const proposal = await insertEvent(100, "propose")
  await pool().query(
    `insert into transfer (id, tx_id, token, "from", "to", value, time)
      select $1, $2, $3, $4, $5, $6, time from tx where id = $2`,
    [BigInt(proposal.id) - 1n, proposal.txId, addressOf(0x81), OWNER, addressOf(0x82), 40n * WAD],
  )
  const [bond] = await findBonds(OWNER)
  expect(bond?.amount).toBe(40n * WAD)
  expect((await findResolutionEvents(token)).map(({ usdc }) => usdc)).toEqual([40n * WAD])
})

const amountsAt = (bonds: readonly Bond[], ...times: number[]) =>
  times.map((after) => sumBondsAt(bonds, start + after) / WAD)

test("a bond is open until its round ends, whoever was right", async () => {
  await insertEvent(100, "propose")
  await insertEvent(200, "dispute", addressOf(0x72))
  await insertEvent(300, "dispute_reset", addressOf(0x73))
  await insertEvent(400, "propose", addressOf(0x72))
  await insertEvent(500, "dispute")
  const bonds = await findBonds(OWNER)
  expect(bonds).toEqual([
    { token, step: "dispute", outcome: 1, amount: BOND, from: start + 500, until: null },
    { token, step: "propose", outcome: 1, amount: BOND, from: start + 100, until: start + 300 },
  ])
  expect(bonds.filter(isOpenBond)).toHaveLength(1)
  expect(amountsAt(bonds, 99, 100, 299, 300, 500, 9_000)).toEqual([0n, 5n, 5n, 0n, 5n, 5n])
})

test("one wallet's bonds of one round add up, and end with it", async () => {
  await insertEvent(100, "propose", addressOf(0x72))
  await insertEvent(200, "dispute")
  await insertEvent(300, "veto")
  await insertEvent(400, "resolve", addressOf(0x73))
  const bonds = await findBonds(OWNER)
  expect(bonds.filter(isOpenBond)).toEqual([])
  expect(amountsAt(bonds, 250, 350, 400)).toEqual([5n, 10n, 0n])
})
