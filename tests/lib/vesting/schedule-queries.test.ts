import { beforeEach, expect, test } from "vitest"
import { WAD } from "@/lib/units"
import { countSchedulesOf, findSchedules } from "@/lib/vesting/schedule-queries"
import { insertVestingEvent } from "@/tests/helpers/loan-rows"
import { addressOf, emptyTables, insertSync, insertToken, MAIN } from "@/tests/helpers/rows"

beforeEach(emptyTables)

const [creator, beneficiary] = [addressOf(0xc1), addressOf(0xb1)]
const range = { kind: "shown", skip: 0, take: 10 } as const

test("a wallet's schedules by role, newest first, in parts", async () => {
  await insertToken({ address: MAIN })
  await insertSync({ token: MAIN, reserve0: WAD, reserve1: WAD })
  const amount = 100n * WAD
  for (const vestingId of [1, 2, 3]) {
    await insertVestingEvent({ wallet: creator, beneficiary, vestingId, amount })
  }
  expect(await countSchedulesOf(beneficiary)).toEqual({ beneficiary: 3, creator: 0, dust: 0 })
  expect(await countSchedulesOf(creator)).toEqual({ beneficiary: 0, creator: 3, dust: 0 })
  const received = await findSchedules({ ...range, wallet: beneficiary, role: "beneficiary" })
  expect(received.map(({ vestingId }) => vestingId)).toEqual([3, 2, 1])
  expect(received[0]).toMatchObject({ totalAmount: amount, claimedAmount: 0n, isPledged: false })
  expect(received[0]).toMatchObject({ creator, beneficiary, loan: null, isAuto: false })
  const second = await findSchedules({
    ...{ wallet: creator, role: "creator", kind: "shown", skip: 1, take: 1 },
  })
  expect(second.map(({ vestingId }) => vestingId)).toEqual([2])
  expect(await findSchedules({ ...range, wallet: creator, role: "beneficiary" })).toEqual([])
})

test("what was vested before an extension is known from its events", async () => {
  await insertToken({ address: MAIN })
  const common = { wallet: creator, beneficiary, vestingId: 1, amount: 100n }
  await insertVestingEvent(common)
  await insertVestingEvent({ ...common, action: "claimed", wallet: beneficiary, creator })
  await insertVestingEvent({ ...common, action: "extended", data: { days: 5 } })
  const [schedule] = await findSchedules({ ...range, wallet: creator, role: "creator" })
  // These rows end in 1970: at the extension everything was vested.
  expect(schedule?.vestedFloor).toBe(100n)
})

test("schedules of strangers that are worth less than 1 USD are told apart", async () => {
  await insertToken({ address: MAIN })
  const priced = await insertToken({ multiplier: 100 })
  const unpriced = await insertToken()
  for (const token of [MAIN, priced.address]) {
    await insertSync({ token, reserve0: WAD, reserve1: 2n * WAD })
  }
  const half = WAD / 2n
  const schedules: [number, Parameters<typeof insertVestingEvent>[0]][] = [
    [1, { wallet: creator, beneficiary, token: MAIN, amount: half }],
    [2, { wallet: creator, beneficiary, token: MAIN, amount: half - 1n }],
    [3, { wallet: creator, beneficiary, token: unpriced.address, amount: 1_000n * WAD }],
    // A quarter at 4 USD.
    [4, { wallet: creator, beneficiary, token: priced.address, amount: WAD / 4n }],
    [5, { wallet: beneficiary, beneficiary, token: MAIN, amount: 1n }],
    [6, { wallet: MAIN, beneficiary, token: MAIN, amount: 1n }],
  ]
  for (const [vestingId, event] of schedules) await insertVestingEvent({ ...event, vestingId })
  const find = async (kind: "shown" | "dust") => {
    const page = await findSchedules({
      ...{ wallet: beneficiary, role: "beneficiary", kind, skip: 0, take: 10 },
    })
    return page.map(({ vestingId }) => vestingId)
  }
  expect(await find("shown")).toEqual([6, 5, 4, 1])
  expect(await find("dust")).toEqual([3, 2])
  expect(await countSchedulesOf(beneficiary)).toEqual({ beneficiary: 4, creator: 1, dust: 2 })
  // Whoever gave them sees them all.
  const own = await findSchedules({ ...range, wallet: creator, role: "creator" })
  expect(own).toHaveLength(4)
})
