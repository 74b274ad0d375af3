import { beforeEach, describe, expect, test } from "vitest"
import { getDeployment } from "@/lib/chain/deployment"
import { findHolderTable } from "@/lib/tokens/holders/queries"
import {
  addressOf,
  emptyTables,
  insertHolder,
  insertToken,
  insertTrade,
} from "@/tests/helpers/rows"

const creator = addressOf(1)

let token: { address: string; dev: string }

beforeEach(async () => {
  await emptyTables()
  token = await insertToken({ dev: creator })
})

const hold = (wallet: string, balance: bigint) => insertHolder(token.address, wallet, balance)

describe("who holds a token", () => {
  test("nobody, at first", async () => {
    expect(await findHolderTable(token, 5)).toEqual({
      supply: 0n,
      holders: [],
      topTenShare: null,
      creatorBalance: 0n,
      creatorShare: 0,
    })
  })

  test("is named where it is a contract, and contracts count in no concentration", async () => {
    await hold(token.address, 300n)
    await hold(getDeployment().swap, 200n)
    for (let wallet = 10; wallet < 21; wallet++) await hold(addressOf(wallet), 45n)
    await hold(creator, 5n)
    const table = await findHolderTable(token, 3)
    expect(table.supply).toBe(1_000n)
    expect(table.holders.map(({ label, share }) => [label, share])).toEqual([
      ["This token's pool", 3_000],
      ["Swap router", 2_000],
      [null, 450],
    ])
    expect(table.topTenShare).toBe(4_500)
    expect(table).toMatchObject({ creatorBalance: 5n, creatorShare: 50 })
  })

  test("pools of other tokens are named after these and are no wallets", async () => {
    const other = await insertToken({ symbol: "KELP" })
    await hold(other.address, 60n)
    await hold(addressOf(10), 40n)
    const { holders, topTenShare } = await findHolderTable(token, 2)
    expect(holders.map(({ label }) => label)).toEqual(["Pool of KELP", null])
    expect(topTenShare).toBe(4_000)
  })

  test("the ten largest are ranked whatever the list shows", async () => {
    await hold(addressOf(10), 3n)
    await hold(addressOf(11), 1n)
    expect((await findHolderTable(token, 0)).topTenShare).toBe(10_000)
    expect((await findHolderTable(token, 0)).holders).toEqual([])
  })

  test("what was bought less what was sold counts for a day", async () => {
    const wallet = addressOf(10)
    await hold(wallet, 100n)
    const trade = { token: token.address, user: wallet }
    await insertTrade({ ...trade, amountToken: 9n, time: new Date(Date.now() - 30 * 3_600_000) })
    await insertTrade({ ...trade, amountToken: 7n })
    await insertTrade({ ...trade, amountToken: 2n, type: 1 })
    const { holders } = await findHolderTable(token, 1)
    expect(holders[0]?.dayTraded).toBe(5n)
  })
})
