import { beforeEach, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { claimAmount, type Signals, signalNames } from "@/lib/faucet/amounts"
import { findSignals } from "@/lib/faucet/signals"
import { WAD } from "@/lib/units"
import { insertMarket, insertOrderEvent, insertPurchase } from "@/tests/helpers/market-rows"
import { insertAgent, insertPoints } from "@/tests/helpers/reef"
import { addressOf, insertToken, insertTrade } from "@/tests/helpers/rows"
import { insertBet } from "@/tests/helpers/updown-rows"

let wallet: string
let count = 0x9000

beforeEach(() => {
  wallet = addressOf(++count)
})

const named = () =>
  pool().query("insert into profile (wallet, username, username_key) values ($1, $2, $2)", [
    wallet,
    `name_${count}`,
  ])
const linked = (platform = "x", isLinked = true) =>
  pool().query(
    "insert into social_link (wallet, platform, handle, is_linked) values ($1, $2, $3, $4)",
    [wallet, platform, `handle${count}`, isLinked],
  )

/** The signals that are true. */
const trueSignals = async () => {
  const facts = await findSignals(wallet)
  return signalNames.filter((name) => facts[name])
}

test("the gate: an agent, or a username with a proven account", async () => {
  expect(await trueSignals()).toEqual([])
  await named()
  await linked("telegram", true)
  expect(await trueSignals()).toEqual([])
  await linked("x", false)
  expect(await trueSignals()).toEqual([])
  await pool().query("update social_link set is_linked = true where platform = 'x'")
  expect(await trueSignals()).toEqual(["base", "twitter"])
  await pool().query("update profile set username = null, username_key = null where wallet = $1", [
    wallet,
  ])
  expect(await trueSignals()).toEqual(["twitter"])
  await insertAgent(wallet)
  expect(await findSignals(wallet)).toMatchObject({ base: true, isAgent: true, hasUsername: false })
})

test("a Moltbook account counts as an X account does", async () => {
  await pool().query("insert into moltbook_account (wallet, name, name_key) values ($1, $2, $2)", [
    wallet,
    `molt${count}`,
  ])
  expect(await trueSignals()).toEqual(["twitter"])
})

test("points: 500 and 2,500", async () => {
  const steps: [number, Signals | string[]][] = [
    [499, []],
    [500, ["hatchling"]],
    [2_499, ["hatchling"]],
    [2_500, ["hatchling", "tidal"]],
  ]
  for (const [points, expected] of steps) {
    await insertPoints(wallet, points)
    expect(await trueSignals()).toEqual(expected)
  }
})

const HOUR_MS = 3_600_000
/** Events have whole seconds. */
const NOW = new Date(Math.floor(Date.now() / 1_000) * 1_000)
const usd = (amount: number) => BigInt(amount) * WAD

test("active: 100 USD of trades of every kind in 168 hours, without routing legs", async () => {
  const token = (await insertToken()).address
  const market = await insertMarket()
  const old = new Date(Date.now() - 169 * HOUR_MS)
  await insertTrade({ token, user: wallet, amountUsdc: usd(1_000), time: old })
  await insertTrade({ token, user: wallet, amountUsdc: usd(1_000), routingLeg: true })
  const recent = { time: new Date(Date.now() - 167 * HOUR_MS) }
  await insertTrade({ token, user: wallet, amountUsdc: usd(20), ...recent })
  await insertTrade({ token, user: wallet, amountUsdc: usd(20), type: 1 })
  await insertPurchase({ token: market.address, buyer: wallet, usdc: usd(20) })
  const order = { token: market.address, orderId: 1, amount: WAD, kind: "filled" } as const
  await insertOrderEvent({ ...order, buyer: wallet, usdc: usd(20) })
  await insertOrderEvent({ ...order, seller: wallet, buyer: addressOf(5), usdc: usd(10) })
  expect(await trueSignals()).toEqual([])
  await insertBet({ wallet, amount: usd(10) - 1n, time: NOW })
  expect(await trueSignals()).toEqual([])
  await insertTrade({ token, user: wallet, amountUsdc: 1n })
  expect(await trueSignals()).toEqual(["active"])
})

test("the sum of all signals is cut at 500; without the gate nothing is paid", () => {
  const all = { base: true, twitter: true, active: true, hatchling: true, tidal: true }
  expect(claimAmount(all)).toBe(500)
  expect(claimAmount({ ...all, base: false })).toBe(0)
  expect(claimAmount({ ...all, tidal: false })).toBe(450)
  expect(
    claimAmount({ ...all, twitter: false, active: false, hatchling: false, tidal: false }),
  ).toBe(150)
})
