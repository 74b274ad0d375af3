import { beforeEach, describe, expect, it } from "vitest"
import * as positionRoute from "@/app/api/internal/markets/[address]/position/route"
import * as dataRoute from "@/app/api/internal/markets/[address]/ticket/route"
import { computeGross } from "@/lib/markets/positions/math"
import { WAD } from "@/lib/units"
import { call } from "@/tests/helpers/call"
import {
  BASE_RESERVE,
  insertMarket,
  insertMarketEvent,
  insertOrderEvent,
  insertPurchase,
} from "@/tests/helpers/market-rows"
import { addressOf, emptyTables } from "@/tests/helpers/rows"

const [BUYER, SELLER] = [addressOf(2), addressOf(3)]

beforeEach(emptyTables)

/** The seller has 10 shares and offers them; the buyer has taken one for half a USDB, and bought two. */
async function traded() {
  const { address: token } = await insertMarket({ name: "Does it rain?" })
  await insertPurchase({ token, buyer: SELLER, shares: 10n * WAD, usdc: 5n * WAD })
  await insertPurchase({ token, buyer: BUYER })
  await insertOrderEvent({ token, orderId: 0 })
  await insertOrderEvent({ token, orderId: 0, kind: "filled" })
  return token
}

describe("what a ticket needs", () => {
  it("is the market and its open orders", async () => {
    const address = await traded()
    const { status, body } = await call(dataRoute, { params: { address } })
    expect(status).toBe(200)
    expect(body.market).toMatchObject({ address, name: "Does it rain?", isFinal: false })
    expect(body.market).toMatchObject({ status: "active", proposedOutcome: null })
    expect(body.market.outcomes.map(({ name }) => name)).toEqual(["Yes", "No"])
    expect(body.market.outcomes[1]?.reserve).toBe(`${BASE_RESERVE}`)
    expect(body.orders).toEqual([
      {
        ...{ orderId: 0, seller: SELLER, outcome: 0, price: `${WAD / 2n}` },
        ...{ amount: `${9n * WAD}`, totalAmount: `${10n * WAD}` },
      },
    ])
    expect(body.held).toEqual([])
  })

  it("is nothing for what is no market", async () => {
    const { status, body } = await call(dataRoute, { params: { address: addressOf(77) } })
    expect([status, body.code]).toEqual([404, "MARKET_NOT_FOUND"])
  })
})

describe("what a wallet holds of a market", () => {
  const positionOf = async (address: string, wallet: string) => {
    const { status, body } = await call(positionRoute, { params: { address }, query: { wallet } })
    expect(status).toBe(200)
    return body.own
  }

  it("is its shares with what they cost, tax included", async () => {
    const address = await traded()
    const own = await positionOf(address, BUYER)
    const filled = WAD / 2n
    expect(own).toMatchObject({ name: "Does it rain?", redeemable: null, redeemed: null })
    // No chain tells of the pot here.
    expect(own?.hasPot).toBe(false)
    expect(own?.positions).toMatchObject([
      {
        ...{ outcome: 0, name: "Yes", shares: `${3n * WAD}`, locked: "0" },
        cost: `${computeGross(WAD) + filled + (filled * 150n) / 10_000n}`,
      },
    ])
  })

  it("tells what of them is in orders", async () => {
    const [position] = (await positionOf(await traded(), SELLER))?.positions ?? []
    expect(position).toMatchObject({ shares: `${9n * WAD}`, locked: `${9n * WAD}` })
  })

  it("leaves out the wallet's other markets", async () => {
    const address = await traded()
    const { address: token } = await insertMarket({ name: "Does it snow?" })
    await insertPurchase({ token, buyer: BUYER, outcome: 1 })
    expect((await positionOf(token, BUYER))?.positions).toHaveLength(1)
    expect((await positionOf(token, BUYER))?.positions[0]?.name).toBe("No")
    expect((await positionOf(address, BUYER))?.positions[0]?.name).toBe("Yes")
    expect(await positionOf(token, SELLER)).toBeNull()
  })

  it("tells what has been redeemed", async () => {
    const token = await traded()
    await insertMarketEvent({ token, action: "redeem", wallet: BUYER, amount: 3n * WAD })
    expect((await positionOf(token, BUYER))?.redeemed).toBe(`${3n * WAD}`)
  })

  it("is nothing where no wallet is named", async () => {
    const { status } = await call(positionRoute, { params: { address: addressOf(77) } })
    expect(status).toBe(400)
  })
})
